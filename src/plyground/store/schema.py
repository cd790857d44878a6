"""The tables of the database, where it lies, and opening it: a file that is not ours stays as it is."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from plyground.errors import StoreError, shortened
from plyground.system.files import data_path

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


FILE_NAME = "games.sqlite"
SCHEMA_VERSION = 4
APPLICATION_ID = 0x506C7967  # "Plyg": tells our files from those of other programs

_TABLES = (
    """
    CREATE TABLE events (
        id TEXT PRIMARY KEY NOT NULL,
        kind TEXT NOT NULL,
        label TEXT NOT NULL,
        created TEXT NOT NULL,
        state TEXT NOT NULL,
        settings TEXT NOT NULL
    )
    """,
    # The columns before the record are what games are selected by; the record is the whole.
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        event TEXT REFERENCES events (id),
        number INTEGER CHECK ((number IS NULL) = (event IS NULL)),
        game TEXT NOT NULL,
        size TEXT NOT NULL,
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        winner INTEGER,
        termination TEXT NOT NULL,
        started TEXT NOT NULL,
        moves INTEGER NOT NULL,
        fingerprint TEXT NOT NULL,
        record TEXT NOT NULL,
        UNIQUE (event, number)
    )
    """,
    "CREATE INDEX games_by_fingerprint ON games (fingerprint)",
    f"PRAGMA application_id = {APPLICATION_ID}",
)

# What each version has beyond the one before it; the first one has what stands above.
_NEW_IN = {
    2: (
        """
        CREATE TABLE measurements (
            event TEXT NOT NULL REFERENCES events (id),
            key TEXT NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (event, key)
        )
        """,
    ),
    # Rows of earlier versions have none: NULL.
    3: tuple(
        f"ALTER TABLE {table} ADD COLUMN checksum TEXT" for table in ("events", "games", "measurements")
    ),
    # What people add to games, and what is known of the person whose store it is.
    4: (
        """
        CREATE TABLE remarks (
            game INTEGER PRIMARY KEY REFERENCES games (id),
            name TEXT NOT NULL,
            is_favourite INTEGER NOT NULL,
            note TEXT NOT NULL,
            checksum TEXT NOT NULL
        )
        """,
        "CREATE TABLE profile (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, checksum TEXT NOT NULL)",
    ),
}

_RETRY_SECONDS = 0.02


def default_store_file() -> Path:
    """Return the file of the user's games, whether it exists or not.

    Raises:
        StoreError: the user has no home folder, and none is named.
    """
    return data_path(FILE_NAME, "games", StoreError)


def connect(path: Path, patience: float, *, read_only: bool) -> sqlite3.Connection:
    """Open a store; locks are waited for so many seconds. Without `read_only` it is made if missing.

    Raises:
        StoreError: it cannot be opened, it is not ours, or it is of a later version.
    """
    with telling_problems(path):
        if _is_pipe_or_device(path):
            raise problem_with(path, "it is a pipe or a device, not a file")  # SQLite would wait for it
        if not read_only:
            return _opened_for_writing(path, patience)
        try:
            return _opened(path, patience, "mode=ro")
        except sqlite3.OperationalError as error:
            # Even to read, SQLite puts files beside the database, which not every folder allows.
            # Without them it can be read as long as nobody writes: all is in the file itself.
            is_hindered = primary_code(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
            if not is_hindered or not path.is_file() or _has_log(path):
                raise
            return _opened(path, patience, "mode=ro&immutable=1")


def _is_pipe_or_device(path: Path) -> bool:
    try:
        return path.exists() and not path.is_file() and not path.is_dir()
    except OSError:
        return False  # SQLite finds out what is wrong


def _opened_for_writing(path: Path, patience: float) -> sqlite3.Connection:
    connection = _opened(path, patience, "mode=rwc")
    try:
        _switch_to_log(connection, patience)
        connection.execute("PRAGMA synchronous = FULL")  # a commit is on the disk when it returns
        connection.execute("PRAGMA foreign_keys = ON")
        if schema_version(connection) < SCHEMA_VERSION:
            with transaction(connection):
                _bring_up_to_date(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Make the tables of a new file, or add what an earlier version did not have."""
    for statement in _statements(schema_version(connection)):  # somebody else may have been quicker
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _statements(before: int, after: int = SCHEMA_VERSION) -> Iterator[str]:
    """Yield what turns a file of one version into one of another; an empty file has version 0."""
    if before == 0:
        yield from _TABLES
    for version, added in _NEW_IN.items():
        if before < version <= after:
            yield from added


def _opened(path: Path, patience: float, query: str) -> sqlite3.Connection:
    """Connect, and look whether the file is ours before anything is changed."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{query}",
        uri=True,
        timeout=patience,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        _check_owner(path, connection, may_be_empty=query == "mode=rwc")
    except BaseException:
        connection.close()
        raise
    return connection


def _check_owner(path: Path, connection: sqlite3.Connection, *, may_be_empty: bool) -> None:
    # All is asked of one state of the file: somebody else may be making the tables right now.
    with transaction(connection, "DEFERRED"):
        version = schema_version(connection)
        is_ours = _number(connection, "PRAGMA application_id") == APPLICATION_ID
        columns = _columns(connection)
    if may_be_empty and not is_ours and not columns and version == 0:
        return
    if not is_ours:
        raise problem_with(path, "this is not a file of Plyground's games")
    if version > SCHEMA_VERSION:
        versions = f"version {version}, this one knows {SCHEMA_VERSION}"
        raise problem_with(path, f"a later Plyground has written it ({versions}); update this one")
    if version < 1:
        raise problem_with(path, f"the file is damaged: it claims schema version {version}, which never was")
    if columns != _columns_of(version):
        raise problem_with(path, f"the file is damaged: its tables are not those of schema version {version}")


def _columns(connection: sqlite3.Connection) -> Mapping[str, tuple[str, ...]]:
    """Return the columns of all tables that are not SQLite's own."""
    found = connection.execute(
        "SELECT tables.name, columns.name"
        " FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns"
        " WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY columns.cid"
    )
    columns: dict[str, tuple[str, ...]] = {}
    for table, column in found:
        columns[table] = (*columns.get(table, ()), column)
    return columns


@cache
def _columns_of(version: int) -> Mapping[str, tuple[str, ...]]:
    """Return the columns that a file of this version has."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        for statement in _statements(0, version):
            connection.execute(statement)
        return _columns(connection)


def schema_version(connection: sqlite3.Connection) -> int:
    """Return the version of the tables, 0 of an empty file."""
    return _number(connection, "PRAGMA user_version")


def _number(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])


def _switch_to_log(connection: sqlite3.Connection, patience: float) -> None:
    """Write ahead to a log, so that reading and writing do not wait for each other.

    SQLite does not wait for a lock here where waiting could be for ever: two who do it at once.
    """
    deadline = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)
        else:
            return


def _has_log(path: Path) -> bool:
    """Tell whether something is written that is not in the file itself yet."""
    log = Path(f"{path}-wal")
    return log.exists() and log.stat().st_size > 0


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    """Do all of a block or, whatever stops it, nothing; a deferred one locks nobody out who reads."""
    try:
        if connection.in_transaction:  # Ctrl-C came when a block had begun, but not yet its first line
            connection.execute("ROLLBACK")
        connection.execute(f"BEGIN {kind}")
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
