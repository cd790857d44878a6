"""Telling in one line what somebody's heuristic does wrong, and in which line of its file."""

from __future__ import annotations

import contextlib
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from plyground.core.heuristics import Heuristic
from plyground.core.loading import line_of, told
from plyground.core.position import Position
from plyground.errors import HeuristicError, KernelError, PlygroundError
from plyground.evaluation._finding import is_ours
from plyground.evaluation._sums import terms_of

_SHORTER = {
    r"[.,]* (Raised from|defined at) .* \(\d+\)": "",  # the line is named already
    r"Literal\[(\w+)\]\([^)]*\)": r"\1",  # Literal[int](4)
    r"Function\(<(?:built-in )?function (\w+)[^>]*>\)": r"\1",
    r"<iv=None>": "",  # what it knows about the values in a list
    r"'([a-z]\w*)\.\d+'": r"'\1'",  # 'total.2', the third version of a variable
}
_NOISE = ("- Resolution failure", "Failed in nopython mode", "During:", "File ")


_POSITION = "in the position "


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
                text = problem_text(part.name, told(error, file), position=_noted_position(error))
                raise HeuristicError(text) from error
        raise


def problem_text(name: str, text: str, line: int | None = None, position: str | None = None) -> str:
    """Say in one line what is wrong with a heuristic, where in its file, and in which position."""
    place = "" if line is None else f"line {line}: "
    where = "" if position is None else f", {_POSITION}{position}"
    return f"{name}: {place}{text}{where}"


def note_position(error: BaseException, position: Position) -> None:
    """Note in an exception in which position a heuristic raised it; Python shows such notes."""
    if _noted_position(error) is None:
        error.add_note(f"{_POSITION}{position.text}")


def _noted_position(error: BaseException) -> str | None:
    notes = [note for note in getattr(error, "__notes__", ()) if note.startswith(_POSITION)]
    return notes[0].removeprefix(_POSITION) if notes else None


def code_of(function: Callable[..., Any]) -> CodeType:
    """Return the code of a function as it was written."""
    code: CodeType = inspect.unwrap(function).__code__
    return code


class Obstacle(NamedTuple):
    """Line and reason why a heuristic has to run uncompiled, and whether all that it calls has to, too."""

    line: int
    reason: str
    is_plain: bool = True


def obstacle_in(function: Callable[..., Any], error: KernelError) -> Obstacle:
    """Return line and reason why Numba could not compile a function."""
    code = code_of(function)
    message = re.sub(r"\x1b\[[0-9;]*m", "", str(error.__cause__ or error))
    lines = [*_lines_named(message, code.co_filename), code.co_firstlineno]
    where = getattr(error.__cause__, "loc", None)
    if len(lines) == 1 and where is not None and where.filename == code.co_filename:
        lines = [where.line]
    return Obstacle(lines[0], _reason(message), is_plain=False)


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
