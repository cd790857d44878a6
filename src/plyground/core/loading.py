"""Running a user's Python file, and reporting in one line what is wrong with it."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import NoReturn, TypeGuard

from plyground.errors import PlygroundError, shortened

_MODULE_PREFIX = "plyground_file_"

LONGEST_SECONDS = 60.0
"""Processor time that running a file may take: making functions and tables takes much less."""

_source_of: dict[str, bytes] = {}  # what a file held when it was run, by the name of its module


def load_module(path: str | Path, expected: str, problem: type[PlygroundError]) -> ModuleType:
    """Run a Python file as a module whose name depends on its place alone.

    The name has to be the same in every process: compiled kernels find the classes of the
    file by it when they come back from the cache. A file that was edited is run again.

    Args:
        path: the file.
        expected: what the message about a missing file ends with.
        problem: what is raised if it cannot be run.
    """
    file, source = _read_file(path, expected, problem)
    digest = hashlib.sha256(str(file).encode(errors="surrogateescape")).hexdigest()[:12]
    name = f"{_MODULE_PREFIX}{file.stem}_{digest}"
    if name in sys.modules and _source_of.get(name) == source:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file, loader=_SourceLoader(name, str(file)))
    if spec is None or spec.loader is None:
        raise problem(f"{path}: this is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with ended_after(LONGEST_SECONDS):
            spec.loader.exec_module(module)
    except CallTooLongError as error:
        del sys.modules[name]
        line = line_of(error, str(file))
        raise problem(f"{path}: line {line}: it does not end within {LONGEST_SECONDS:g} s") from None
    except (Exception, SystemExit) as error:  # whatever a user's file raises is reported, not propagated
        del sys.modules[name]
        raise problem(f"{path}: {told(error, str(file))}") from error
    _source_of[name] = source
    return module


class LoadedFile:
    """The file of a module that `load_module` made. To unpickle it makes that module.

    What is pickled behind it may then refer to classes and functions of the module.
    """

    def __init__(self, path: str, expected: str, problem: type[PlygroundError]) -> None:
        load_module(path, expected, problem)
        self._given = (path, expected, problem)

    @classmethod
    def of(cls, module: str, expected: str, problem: type[PlygroundError]) -> LoadedFile | None:
        """Return the file of a module, None if `load_module` did not make it."""
        path = getattr(sys.modules.get(module), "__file__", None)
        return cls(path, expected, problem) if path and is_file_module(module) else None

    def __reduce__(self) -> tuple[type[LoadedFile], tuple[str, str, type[PlygroundError]]]:
        return type(self), self._given


class CallTooLongError(BaseException):
    """A user's code takes too long. Not an `Exception`, which that code itself might catch."""


@contextlib.contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """End plain Python in this block after so much processor time, with a `CallTooLongError`.

    Only the main thread can be interrupted like that; elsewhere nothing is limited.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: object) -> None:
        raise CallTooLongError

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds / 8)  # again if it is caught
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def is_file_module(name: str) -> bool:
    """Return whether a module of this name is a file that `load_module` ran."""
    return name.startswith(_MODULE_PREFIX)


def source_of_module(name: str | None) -> bytes | None:
    """Return what the file held that `load_module` ran as the module of this name, None if it ran none."""
    return None if name is None else _source_of.get(name)


def told(error: BaseException, file: str | None = None) -> str:
    """Say in one line what went wrong, and in which line of `file` if it was there."""
    line = line_of(error, file)
    message = error.msg if _is_written_wrong(error, file) else str(error).partition("\n")[0]
    place = f"line {line}: " if line else ""
    return f"{place}{type(error).__name__}{': ' if message else ''}{message}"


def line_of(error: BaseException, file: str | None) -> int | None:
    """Return the last line of `file` on the way to an error, None if it was not there."""
    if _is_written_wrong(error, file):
        return error.lineno
    frames = traceback.walk_tb(error.__traceback__)
    lines = [number for frame, number in frames if frame.f_code.co_filename == file]
    return lines[-1] if lines else None


def _is_written_wrong(error: BaseException, file: str | None) -> TypeGuard[SyntaxError]:
    """Tell whether `file` itself is no Python, and not one that it imports."""
    return isinstance(error, SyntaxError) and error.filename in (file, None)


class _SourceLoader(SourceFileLoader):
    """Reads a file as it is now: compiled Python beside it would be as old as its second."""

    def path_stats(self, path: str) -> NoReturn:
        """Say that nothing is known about the age of a file, so that none is compared."""
        raise OSError(path)


def _read_file(path: str | Path, expected: str, problem: type[PlygroundError]) -> tuple[Path, bytes]:
    """Return where a Python file really is, and its content."""
    try:
        file = Path(path).expanduser().resolve()
        if file.is_dir():
            raise problem(f"{path}: it is a folder, and {expected}")
        if not file.is_file():
            raise problem(f"{path}: it is not there, and {expected}")
        if file.suffix != ".py":
            raise problem(f"{path}: it does not end in .py, and {expected}")
        return file, file.read_bytes()
    except (OSError, RuntimeError, ValueError) as error:  # too long, unreadable, a circle of links
        raise problem(f"{shortened(str(path))}: it cannot be read as a file") from error
