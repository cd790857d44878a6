"""Telling in one line what somebody's heuristic does wrong, and in which line of its file."""

from __future__ import annotations

import contextlib
import inspect
import re
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any

from plyground.errors import HeuristicError, KernelError, PlygroundError
from plyground.evaluation._known import is_ours
from plyground.evaluation._sums import terms_of
from plyground.heuristics import Heuristic
from plyground.kernel import Kernel
from plyground.loading import line_of, told

_SHORTER = {
    r"[.,]* (Raised from|defined at) .* \(\d+\)": "",  # the line is told already
    r"Literal\[(\w+)\]\([^)]*\)": r"\1",  # Literal[int](4)
    r"Function\(<(?:built-in )?function (\w+)[^>]*>\)": r"\1",
    r"<iv=None>": "",  # what it knows about the values in a list
    r"'([a-z]\w*)\.\d+'": r"'\1'",  # 'total.2', the third version of a variable
}
_NOISE = ("- Resolution failure", "Failed in nopython mode", "During:", "File ")


@contextlib.contextmanager
def telling_failures(*heuristics: Heuristic | None) -> Iterator[None]:
    """Tell what somebody's heuristics raise in this block in one line.

    For commands: who works in Python wants the exception as it is.

    Raises:
        HeuristicError: in place of what one of them raised.
    """
    try:
        yield
    except PlygroundError:
        raise
    except Exception as error:
        parts = [part for each in heuristics if each is not None for _, part in terms_of(each)]
        strangers = [part for part in parts if not is_ours(part)]
        for part in strangers:
            file = code_of(part.function).co_filename
            if line_of(error, file) is not None:
                raise HeuristicError(f"{part.name}: {told(error, file)}") from error
        if strangers and _is_from_compiled_code(error):
            names = " or ".join(part.name for part in strangers)
            hint = "NUMBA_DISABLE_JIT=1 shows the line"
            raise HeuristicError(f"{names}: {told(error)} ({hint})") from error
        raise


def _is_from_compiled_code(error: Exception) -> bool:
    """Tell whether the last that Python saw of it was the call of a kernel."""
    codes = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    return bool(codes) and codes[-1] is Kernel.__call__.__code__


def code_of(function: Callable[..., Any]) -> CodeType:
    """Return the code of a function as it was written."""
    code: CodeType = inspect.unwrap(function).__code__
    return code


def obstacle_in(function: Callable[..., Any], error: KernelError) -> tuple[str, int, str]:
    """Return file, line and reason why Numba could not compile a function."""
    code = code_of(function)
    message = re.sub(r"\x1b\[[0-9;]*m", "", str(error.__cause__ or error))
    lines = [*_lines_named(message, code.co_filename), code.co_firstlineno]
    where = getattr(error.__cause__, "loc", None)
    if len(lines) == 1 and where is not None and where.filename == code.co_filename:
        lines = [where.line]
    return code.co_filename, lines[0], _reason(message)


def _lines_named(message: str, file: str) -> list[int]:
    """Return the lines of a file that Numba names, the innermost first.

    Most places that it names are in files of its own, where nobody can do anything about it.
    """
    places = re.findall(r'File "([^"]+)", line (\d+)|(\S.*?) \((\d+)\)', message)
    return [
        int(line or number)
        for path, line, text, number in places
        if (path and Path(path).resolve() == Path(file).resolve()) or text.endswith(file)
    ]


def _reason(message: str) -> str:
    """Return the one line of Numba's pages that says what is wrong."""
    stripped = [line.strip() for line in message.splitlines()]
    telling = [line for line in stripped if line and not line.startswith(_NOISE)]
    count = 1
    while count < len(telling) and telling[count - 1].endswith(":"):
        count += 1
    reason = " ".join(telling[:count])
    for pattern, shorter in _SHORTER.items():
        reason = re.sub(pattern, shorter, reason)
    return reason.rstrip(".")


def shown(file: str) -> str:
    """Return the path of a file as short as it can be written here."""
    path, here = Path(file), Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
