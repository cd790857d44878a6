"""What goes wrong with a database file, in one line that says what to do about it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from plyground.errors import StoreError, shortened

_LOCKED = "another program has locked it for too long; try again when that is done"
_WHY = {
    sqlite3.SQLITE_FULL: "the disk is full; nothing was changed",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written, it may be full; nothing was changed",
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_PROTOCOL: _LOCKED,
    sqlite3.SQLITE_READONLY: "it cannot be written: the file or its folder is read-only",
    sqlite3.SQLITE_NOTADB: "this is not a file of Plyground's games",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_PERM: "it cannot be opened: there is no permission",
    sqlite3.SQLITE_TOOBIG: "this is too large to be kept",
}
_DAMAGED = _WHY[sqlite3.SQLITE_CORRUPT]


@contextlib.contextmanager
def telling_problems(path: Path) -> Iterator[None]:
    """Tell what SQLite says about a file as a `StoreError`; defects of the program are passed on."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = primary_code(error)
        # Without a code it comes from Python, which found a text that is none.
        reason = _DAMAGED if code is None else _WHY.get(code)
        if code == sqlite3.SQLITE_ERROR:  # what is asked is ours and right, so the tables are not
            reason = f"{_DAMAGED}: {error}"
        if reason is None or isinstance(error, (sqlite3.ProgrammingError, sqlite3.InterfaceError)):
            raise
        if code == sqlite3.SQLITE_CANTOPEN:
            reason = why_not_opened(path) or reason
        raise problem_with(path, reason) from error
    except UnicodeDecodeError as error:  # a message of SQLite that quotes what it found
        raise problem_with(path, _DAMAGED) from error


def primary_code(error: sqlite3.Error) -> int | None:
    """Return SQLite's code for an error, without the part that says where it happened."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def problem_with(path: Path, reason: str) -> StoreError:
    """Make the error about a file."""
    return StoreError(f"{shortened(str(path))}: {reason}")


def why_not_opened(path: Path) -> str | None:
    """Look for the reason why a file cannot be opened or made; None if there seems to be none."""
    try:
        if path.is_dir():
            return "it is a folder"
        if path.exists() and not _may(path, os.R_OK):
            return _WHY[sqlite3.SQLITE_PERM]
        if not path.parent.is_dir():
            return "its folder does not exist"
        if not _may(path.parent, os.W_OK | os.X_OK):
            is_there = path.exists()
            return (
                _WHY[sqlite3.SQLITE_READONLY] if is_there else "it is not there, and its folder is read-only"
            )
    except OSError as error:  # a name that is too long, a folder that may not be looked into
        return f"it cannot be opened: {error.strerror}"
    return None


def _may(path: Path, access: int) -> bool:
    return os.access(path, access, effective_ids=os.access in os.supports_effective_ids)
