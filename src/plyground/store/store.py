"""The store: games, events and measurements that survive whatever happens to the program."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from plyground.errors import (
    DamagedRowError,
    RecordError,
    StaleGameError,
    UnknownRecordError,
    shortened,
)
from plyground.store.event import EventKind, EventState, OnDamage, StoredEvent
from plyground.store.records import GameRecord, Termination, record_of_json
from plyground.store.records.quoting import printable
from plyground.store.remarks import NO_REMARK, RemarkMethods, split_remark, write_remark
from plyground.store.schema import (
    connect,
    default_store_file,
    problem_with,
    schema_version,
    telling_problems,
    transaction,
)
from plyground.store.selection import (
    EVERYTHING,
    GAME_COLUMNS,
    REPLACE_RECORD,
    Selection,
    checksum,
    insert,
    row_of,
    sound,
    sound_json,
    why_damaged,
)

PATIENCE = 30.0
"""Seconds to wait for another program that writes."""

LARGEST_ID = 2**63 - 1
# Games read at once: no reader keeps the database busy while its caller thinks.
_BATCH = 200
_LARGE_BATCH = 2000


@dataclass(frozen=True)
class StoredGame:
    """A game in the store: its id, the event it belongs to with its number there, and its record."""

    id: int
    event: str | None
    number: int | None
    record: GameRecord


@dataclass(frozen=True)
class Added:
    """How many games are new, and how many were there already."""

    new: int
    known: int


class Store(RemarkMethods):
    """Games and events in one file, which any number of processes may use at once.

    When a method that adds or changes something returns, it is on the disk: neither a kill nor a
    loss of power takes it away. When it raises, nothing has changed. A process that is forked
    must open a store of its own.

    Every row has a checksum, which is verified when it is read. A damaged row raises
    `DamagedRowError`; methods that return many rows pass it to `on_damage`, if given, and go on.
    """

    def __init__(
        self, path: str | Path | None = None, *, read_only: bool = False, patience: float | None = None
    ) -> None:
        """Open a store, the user's own without a path; it is made if it is not there.

        Raises:
            StoreError: it cannot be opened; the message says why.
        """
        self.path = default_store_file() if path is None else Path(path)
        if path is None and not read_only:
            self._make_folder()
        seconds = PATIENCE if patience is None else patience
        self._connection = connect(self.path, seconds, read_only=read_only)
        self._lock = threading.RLock()
        self._file = _identity(self.path)
        version = schema_version(self._connection)
        # Tables of an earlier version that is only read stay as they are.
        self._has_measurements = version >= 2
        self._checksum = "checksum" if version >= 3 else "NULL"
        self._has_remarks = version >= 4

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        with self._lock, telling_problems(self.path):
            self._connection.close()

    # Events

    def add_event(self, event: StoredEvent) -> None:
        """Add an event; the date is that of now if it has none.

        Raises:
            StoreError: there is one of this id already.
        """
        created = event.created or datetime.now(UTC).isoformat(timespec="seconds")
        texts = {"id": event.id, "kind": event.kind, "label": event.label, "created": created}
        row = {name: printable(text) for name, text in {**texts, "state": event.state}.items()}
        row["settings"] = json.dumps(event.settings)
        row["checksum"] = checksum(text for name, text in row.items() if name != "state")  # which changes
        with self._changing() as connection:
            if not insert(connection, "events", row).rowcount:
                raise problem_with(self.path, f"there is an event {shortened(event.id)} already")

    def event(self, event_id: str) -> StoredEvent:
        """Return one event.

        Raises:
            UnknownRecordError: there is no such event.
        """
        for found in self._events("id = ?", [printable(event_id)]):
            return found
        raise _unknown_event(event_id)

    def events(
        self,
        kind: EventKind | None = None,
        state: EventState | None = None,
        *,
        on_damage: OnDamage | None = None,
    ) -> list[StoredEvent]:
        """Return the events, the newest first."""
        values = [kind and str(kind), state and str(state)]
        condition = "kind = IFNULL(?, kind) AND state = IFNULL(?, state)"
        return list(self._events(condition, values, on_damage))

    def set_state(self, event_id: str, state: EventState) -> None:
        """Say how far an event has come.

        Raises:
            UnknownRecordError: there is no such event.
        """
        with self._changing() as connection:
            values = (str(state), printable(event_id))
            if connection.execute("UPDATE events SET state = ? WHERE id = ?", values).rowcount == 0:
                raise _unknown_event(event_id)

    def _events(
        self, condition: str, values: list[str | None], on_damage: OnDamage | None = None
    ) -> Iterator[StoredEvent]:
        sql = (
            f"SELECT id, kind, label, created, state, settings, {self._checksum} FROM events"  # noqa: S608  # texts of ours
            f" WHERE {condition} ORDER BY created DESC, rowid DESC"
        )
        return sound(self._rows(sql, values), _event_of, on_damage)

    # Games

    def add_game(self, record: GameRecord, event: str, number: int) -> bool:
        """Add a game of an event; return False, and change nothing, if the event has this number.

        Raises:
            UnknownRecordError: there is no such event.
        """
        return self._add_to_event(event, "games", row_of(record, printable(event), number))

    def add_single(self, record: GameRecord) -> int:
        """Add a game that belongs to no event; return its id."""
        with self._changing() as connection:
            return insert(connection, "games", row_of(record)).lastrowid or 0

    def add_all(self, records: Iterable[GameRecord]) -> Added:
        """Add games that belong to no event, all or, if anything is wrong, none.

        A game that the store has already, with all that is in its record, is not added again. A remark among
        the tags of a record becomes the remark on the game, unless that has one.
        """
        # The records may take long to come, and the database is not locked meanwhile.
        rows = [(row_of(record), remark) for record, remark in map(split_remark, records)]
        new = 0
        with self._changing() as connection:
            for row, remark in rows:
                same = connection.execute(
                    "SELECT id FROM games WHERE fingerprint = :fingerprint", row
                ).fetchone()
                game_id = int(same[0] if same else insert(connection, "games", row).lastrowid or 0)
                new += same is None
                if remark != NO_REMARK and not self.remarks([game_id]):
                    write_remark(connection, game_id, remark)
        return Added(new, len(rows) - new)

    def put_game(self, game_id: int, record: GameRecord, *, seen: GameRecord) -> None:
        """Put another record in the place of an unfinished game, which was continued.

        `seen` is what the caller last read or wrote there.

        Raises:
            UnknownRecordError: there is no such game.
            StaleGameError: something else stands there: another program has continued the game.
            StoreError: the game is finished, and stays as it is.
        """
        sql = "SELECT termination, fingerprint, event, number FROM games WHERE id = ?"
        with self._changing() as connection:
            found = connection.execute(sql, [game_id]).fetchone()
            if found is None:
                raise UnknownRecordError(f"there is no game {game_id}")
            termination, fingerprint, event, number = found
            if fingerprint != row_of(seen)["fingerprint"]:
                problem = f"another program has continued game {game_id}; open it again to see how it stands"
                raise StaleGameError(problem)
            if termination != str(Termination.UNFINISHED):
                raise problem_with(self.path, f"game {game_id} is finished, and stays as it is")
            connection.execute(REPLACE_RECORD, {**row_of(record, event, number), "id": game_id})

    def game(self, game_id: int) -> StoredGame:
        """Return one game.

        Raises:
            UnknownRecordError: there is no such game.
        """
        for found in self.games(Selection(ids=(game_id,))):
            return found
        raise UnknownRecordError(f"there is no game {game_id}")

    def games(
        self,
        selection: Selection = EVERYTHING,
        *,
        newest_first: bool = False,
        limit: int | None = None,
        on_damage: OnDamage | None = None,
    ) -> Iterator[StoredGame]:
        """Yield the selected games in the order in which they were added, or the other way round.

        Damaged ones count towards the limit.
        """
        rows = self._games(selection, _BATCH, newest_first=newest_first, limit=limit)
        return sound(rows, _game_of, on_damage)

    def texts(
        self, selection: Selection = EVERYTHING, *, on_damage: OnDamage | None = None
    ) -> Iterator[tuple[int, int | None, str]]:
        """Yield the ids of the selected games, their numbers and their records as JSON has them.

        For those who need little of very many games: most of the time goes into reading records.
        """
        return sound(self._games(selection, _LARGE_BATCH), _text_of, on_damage)

    def _games(
        self, selection: Selection, batch: int, *, newest_first: bool = False, limit: int | None = None
    ) -> Iterator[tuple[Any, ...]]:
        condition, values = self._condition(selection)
        order, beyond = ("DESC", "<") if newest_first else ("ASC", ">")
        last = LARGEST_ID if newest_first else -1
        left = limit
        while left is None or left > 0:
            size = batch if left is None else min(left, batch)
            sql = (
                f"SELECT id, {self._checksum}, {GAME_COLUMNS} FROM games"  # noqa: S608  # texts of ours
                f" WHERE {condition} AND id {beyond} ? ORDER BY id {order} LIMIT ?"
            )
            rows = self._rows(sql, [*values, last, size])
            yield from rows
            if len(rows) < size:
                return
            last = rows[-1][0]
            left = None if left is None else left - size

    def count(self, selection: Selection = EVERYTHING) -> int:
        """Return how many games are selected."""
        condition, values = self._condition(selection)
        sql = f"SELECT COUNT(*) FROM games WHERE {condition}"  # noqa: S608  # only question marks are put in
        return int(self._rows(sql, values)[0][0])

    def _condition(self, selection: Selection) -> tuple[str, list[str | int]]:
        if selection.is_favourite and not self._has_remarks:
            return "0", []  # an earlier version had no favourites
        return selection.condition()

    def finished_numbers(self, event: str) -> set[int]:
        """Return the numbers of the games of an event that are over."""
        sql = "SELECT number FROM games WHERE event = ? AND termination <> ?"
        return {number for (number,) in self._rows(sql, [printable(event), str(Termination.UNFINISHED)])}

    # Measurements

    def add_measurement(self, event: str, key: str, content: dict[str, Any]) -> bool:
        """Add what a study measured; return False, and change nothing, if the event has this key.

        Raises:
            UnknownRecordError: there is no such event.
        """
        row = {"event": printable(event), "key": printable(key), "content": json.dumps(content)}
        return self._add_to_event(event, "measurements", row)

    def measurements(self, event: str, key: str | None = None) -> dict[str, dict[str, Any]]:
        """Return what a study has measured so far, by key; if one is given, that one only."""
        if not self._has_measurements:
            return {}
        sql = (
            f"SELECT event, key, content, {self._checksum} FROM measurements"  # noqa: S608  # texts of ours
            " WHERE event = ? AND key = IFNULL(?, key) ORDER BY rowid"
        )
        found = {}
        for *values, kept in self._rows(sql, [printable(event), key]):
            _, name, content = values
            found[name] = sound_json(f"measurement {shortened(str(name))} of {event}", content, values, kept)
        return found

    # Below

    def _make_folder(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            problem = f"its folder cannot be made: {error.strerror}"
            raise problem_with(self.path, problem) from error

    def _add_to_event(self, event: str, table: str, row: dict[str, Any]) -> bool:
        with self._changing() as connection:
            if connection.execute("SELECT 1 FROM events WHERE id = ?", [row["event"]]).fetchone() is None:
                raise _unknown_event(event)
            return insert(connection, table, row).rowcount == 1

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        with self._lock, telling_problems(self.path), transaction(self._connection):
            yield self._connection
            self._check_file()

    def _rows(self, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        with self._lock, telling_problems(self.path):
            rows = self._connection.execute(sql, tuple(values)).fetchall()
            self._check_file()
            return rows

    def _check_file(self) -> None:
        """Notice that the file has another name or none by now: what is written would be lost."""
        if _identity(self.path) != self._file:
            what = "replaced" if self.path.exists() else "removed"
            raise problem_with(self.path, f"the file was {what} while it was open; nothing was changed")


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from others, whatever their names; None if there is none."""
    try:
        status = os.stat(path)  # noqa: PTH116  # for every statement: a third of the time of Path.stat
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _event_of(
    id: str, kind: str, label: str, created: str, state: str, settings: str, kept: str | None
) -> StoredEvent:
    what = f"event {shortened(str(id))}"
    content = sound_json(what, settings, (id, kind, label, created, settings), kept)
    if not isinstance(content, dict):
        raise DamagedRowError(what, "its settings are no object")
    try:
        return StoredEvent(id, EventKind(kind), content, EventState(state), created, label)
    except ValueError as error:  # there is no such kind or state
        raise DamagedRowError(what, str(error)) from error


def _text_of(game_id: int, kept: str | None, *values: Any) -> tuple[int, int | None, str]:
    problem = why_damaged(values, kept)
    if problem is not None:
        raise DamagedRowError(f"game {game_id}", problem, game_id)
    return game_id, values[1], values[-1]


def _game_of(game_id: int, kept: str | None, event: str | None, *values: Any) -> StoredGame:
    _, number, text = _text_of(game_id, kept, event, *values)
    try:
        return StoredGame(game_id, event, number, record_of_json(json.loads(text)))
    except (RecordError, ValueError) as error:
        raise DamagedRowError(f"game {game_id}", str(error), game_id) from error


def _unknown_event(event_id: str) -> UnknownRecordError:
    return UnknownRecordError(f"there is no event {shortened(event_id)}")
