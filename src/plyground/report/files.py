"""Files that are whole or not there at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO


def write_file(path: Path, text: str) -> None:
    """Write a text to a file. What was there before stays until all of it is written.

    Raises:
        OSError: it cannot be written; the error names `path`, and leaves nothing behind.
    """
    with written_whole(path) as file:
        file.write(text)


def check_place(path: Path) -> None:
    """Try whether a file could be written, before the hours of work whose result it will hold.

    Raises:
        OSError: it could not.
    """
    with _named(path):
        if path.is_dir():
            path.open("wb")
        elif not _is_special(path):
            aside, file = _opened_aside(path.resolve())
            file.close()
            aside.unlink()


@contextlib.contextmanager
def written_whole(path: Path) -> Iterator[TextIO]:
    """Open a file to be written aside, and rename it when all is written and safe on the disk.

    Raises:
        OSError: it cannot be written; the error names `path`, and leaves nothing behind.
    """
    with _named(path):
        if path.is_dir() or _is_special(path):  # a pipe or a device keeps its place and what it has
            with path.open("a", encoding="utf-8", newline="") as special:
                yield special
            return
        target = path.resolve()  # a link goes on pointing to the file
        aside, file = _opened_aside(target)
        try:
            with file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            aside.replace(target)
        except BaseException:
            aside.unlink(missing_ok=True)
            raise


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let an error name the file that was asked for, and not the one aside."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _is_special(path: Path) -> bool:
    """Tell whether a path leads to a pipe or a device, or to what is open already, as /dev/stdout does."""
    is_open = path.absolute().parent in {Path("/dev"), Path("/dev/fd"), Path("/proc/self/fd")}
    return path.exists() and (is_open or not path.is_file())


def _opened_aside(target: Path) -> tuple[Path, TextIO]:
    """Open a new file next to a file that may be replaced; who may read it is as for the old one."""
    is_there = target.exists()
    if is_there and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    aside = target.with_name(f".writing-{secrets.token_hex(8)}")
    file = aside.open("x", encoding="utf-8", newline="")
    if is_there:
        aside.chmod(target.stat().st_mode & 0o777)
    return aside, file
