"""What people add to games that are kept: a name, a star, a note; and what a person is called."""

from __future__ import annotations

import json
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

from plyground.errors import DamagedRowError, RecordError, UnknownRecordError, shortened
from plyground.store.event import EventKind, OnDamage
from plyground.store.records import GameRecord
from plyground.store.selection import WRONG_CHECKSUM, checksum, insert, sound, sound_json

LONGEST_TITLE = 100
LONGEST_NOTE = 5000

NAME_TAG, FAVOURITE_TAG, NOTE_TAG = "Name", "Favourite", "Note"
_YES = "yes"

PERSON = "name"
"""The key in the profile under which the name of the person stands whose store it is."""

_DELETIONS = "deletions"


@dataclass(frozen=True)
class Remark:
    """What somebody added to a game; it is no part of its record.

    Raises:
        RecordError: a text is too long.
    """

    name: str = ""
    is_favourite: bool = False
    note: str = ""

    def __post_init__(self) -> None:
        for what, text, most in (("name", self.name, LONGEST_TITLE), ("note", self.note, LONGEST_NOTE)):
            if len(text) > most:
                raise RecordError(f"a {what} has up to {most:,} characters, and this one {len(text):,}")


NO_REMARK = Remark()


def with_remark(record: GameRecord, remark: Remark) -> GameRecord:
    """Return a record that has a remark among its tags, as files of games have it."""
    named = {
        NAME_TAG: remark.name,
        FAVOURITE_TAG: _YES if remark.is_favourite else "",
        NOTE_TAG: remark.note,
    }
    return replace(record, tags={**record.tags, **{tag: text for tag, text in named.items() if text}})


def split_remark(record: GameRecord) -> tuple[GameRecord, Remark]:
    """Take the remark out of the tags of a record that was read; what cannot be one stays a tag."""
    tags = dict(record.tags)
    name, note = tags.get(NAME_TAG, ""), tags.get(NOTE_TAG, "")
    is_favourite = tags.get(FAVOURITE_TAG) == _YES
    if len(name) > LONGEST_TITLE or len(note) > LONGEST_NOTE:
        return record, NO_REMARK
    remark = Remark(name, is_favourite, note)
    for tag, is_taken in ((NAME_TAG, name), (FAVOURITE_TAG, is_favourite), (NOTE_TAG, note)):
        if is_taken:
            del tags[tag]
    return replace(record, tags=tags), remark


def write_remark(connection: sqlite3.Connection, game_id: int, remark: Remark) -> None:
    """Put a remark in the place of an earlier one; an empty one leaves nothing."""
    connection.execute("DELETE FROM remarks WHERE game = ?", [game_id])
    if remark != NO_REMARK:
        row = {"name": remark.name, "is_favourite": int(remark.is_favourite), "note": remark.note}
        insert(connection, "remarks", {"game": game_id, **row})


class RemarkMethods(ABC):
    """The part of a store that people change: remarks, deletions, and the profile."""

    _has_remarks: bool

    @abstractmethod
    def _changing(self) -> AbstractContextManager[sqlite3.Connection]: ...

    @abstractmethod
    def _rows(self, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]: ...

    def remarks(self, ids: Sequence[int], on_damage: OnDamage | None = None) -> dict[int, Remark]:
        """Return the remarks on some games, by their ids; most games have none."""
        if not self._has_remarks or not ids:
            return {}
        sql = (
            "SELECT game, name, is_favourite, note, checksum FROM remarks"  # noqa: S608  # question marks
            f" WHERE game IN ({', '.join('?' * len(ids))})"
        )
        return dict(sound(self._rows(sql, ids), _remark_of, on_damage))

    def set_remark(self, game_id: int, remark: Remark) -> None:
        """Put a remark on a game, in the place of an earlier one.

        Raises:
            UnknownRecordError: there is no such game.
        """
        with self._changing() as connection:
            if connection.execute("SELECT 1 FROM games WHERE id = ?", [game_id]).fetchone() is None:
                raise UnknownRecordError(f"there is no game {game_id}")
            write_remark(connection, game_id, remark)

    def delete_game(self, game_id: int) -> None:
        """Delete a game and all that belongs to it alone: its remark, and its event if somebody played it.

        Raises:
            UnknownRecordError: there is no such game.
            RecordError: it is one of a contest or a study, which counts its games.
        """
        sql = (
            "SELECT games.event, events.kind FROM games"
            " LEFT JOIN events ON events.id = games.event WHERE games.id = ?"
        )
        with self._changing() as connection:
            found = connection.execute(sql, [game_id]).fetchone()
            if found is None:
                raise UnknownRecordError(f"there is no game {game_id}")
            event, kind = found
            if event is not None and kind != str(EventKind.PLAY):
                raise RecordError(f"game {game_id} counts in {kind} {event}, and stays there")
            connection.execute("DELETE FROM remarks WHERE game = ?", [game_id])
            connection.execute("DELETE FROM games WHERE id = ?", [game_id])
            if event is not None:
                connection.execute("DELETE FROM measurements WHERE event = ?", [event])
                connection.execute("DELETE FROM events WHERE id = ?", [event])
            _write_profile(connection, _DELETIONS, self.deletions + 1)

    @property
    def deletions(self) -> int:
        """How many games were deleted so far. Those who read games part by part begin again after a deletion.

        The id of a deleted game may be that of a later one.
        """
        return int(self.profile(_DELETIONS) or 0)

    def profile(self, key: str) -> Any:
        """Return what is kept about the person under a key, None if that is nothing."""
        if not self._has_remarks:
            return None
        for value, kept in self._rows("SELECT value, checksum FROM profile WHERE key = ?", [key]):
            return sound_json(f"{shortened(key)} of the profile", value, (key, value), kept)
        return None

    def set_profile(self, key: str, value: Any) -> None:
        """Keep something about the person, a value that JSON has; None removes it."""
        with self._changing() as connection:
            _write_profile(connection, key, value)


def _remark_of(game_id: int, name: str, is_favourite: int, note: str, kept: str) -> tuple[int, Remark]:
    if kept != checksum((game_id, name, is_favourite, note)):
        raise DamagedRowError(f"the remark on game {game_id}", WRONG_CHECKSUM)
    return game_id, Remark(name, bool(is_favourite), note)


def _write_profile(connection: sqlite3.Connection, key: str, value: Any) -> None:
    connection.execute("DELETE FROM profile WHERE key = ?", [key])
    if value is not None:
        insert(connection, "profile", {"key": key, "value": json.dumps(value)})
