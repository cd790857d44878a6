"""Which games somebody wants to see, as a condition that the database understands; games as its rows."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from plyground.errors import DamagedRowError, RecordError
from plyground.store.event import EventKind, OnDamage
from plyground.store.records import GameRecord, Termination, record_of_json, record_to_json
from plyground.store.records.quoting import printable

Read = TypeVar("Read")


@dataclass(frozen=True)
class Selection:
    """Those games for which everything is true that is given.

    Names of players may have ``*`` for any characters; of several, any will do. `winner` is the
    number of a player, `won_by` the name of one. `kinds` are those of the events that games belong
    to, None among them for games of no event. `after` and `before` are ids, for those who read part by
    part.
    """

    ids: tuple[int, ...] | None = None
    game: str | None = None
    player: str | tuple[str, ...] | None = None
    winner: int | None = None
    won_by: str | None = None
    is_draw: bool = False
    termination: Termination | None = None
    event: str | None = None
    since: datetime | None = None
    is_over: bool | None = None
    kinds: tuple[EventKind | None, ...] | None = None
    is_favourite: bool = False
    after: int | None = None
    before: int | None = None

    def condition(self) -> tuple[str, list[str | int]]:
        """Return what follows WHERE, and the values for its question marks."""
        parts = list(self._parts())
        values = [value for _, part_values in parts for value in part_values]
        return " AND ".join([f"({sql})" for sql, _ in parts]) or "1", values

    def _parts(self) -> Iterator[tuple[str, list[str | int]]]:
        if self.ids is not None:
            yield f"id IN ({', '.join('?' * len(self.ids))})", list(self.ids)
        compared = {
            "game = ?": self.game and printable(self.game),
            "winner = ?": self.winner,
            "termination = ?": self.termination and str(self.termination),
            "event = ?": self.event and printable(self.event),
            "started >= ?": None if self.since is None else comparable(self.since),
            "id > ?": self.after,
            "id < ?": self.before,
        }
        yield from ((sql, [value]) for sql, value in compared.items() if value is not None)
        if self.player is not None:
            names = (self.player,) if isinstance(self.player, str) else self.player
            patterns = [_pattern(name) for name in names for _ in ("first", "second")]
            yield " OR ".join(["first GLOB ? OR second GLOB ?"] * len(names)), [*patterns]
        if self.won_by is not None:
            name = _pattern(self.won_by)
            yield "(winner = 0 AND first GLOB ?) OR (winner = 1 AND second GLOB ?)", [name, name]
        if self.is_draw:
            yield "winner IS NULL AND termination <> ?", [str(Termination.UNFINISHED)]
        if self.is_over is not None:
            yield f"termination {'<>' if self.is_over else '='} ?", [str(Termination.UNFINISHED)]
        if self.kinds is not None:
            named = [str(kind) for kind in self.kinds if kind is not None]
            marks = ", ".join("?" * len(named))
            of_event = f"event IN (SELECT id FROM events WHERE kind IN ({marks}))"  # noqa: S608
            yield f"{of_event}{' OR event IS NULL' if None in self.kinds else ''}", [*named]
        if self.is_favourite:
            yield "id IN (SELECT game FROM remarks WHERE is_favourite)", []


EVERYTHING = Selection()


def comparable(moment: datetime) -> str:
    """Return a moment so that texts are in the order of time; without a zone it is taken for UTC."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat(timespec="microseconds")


def _pattern(name: str) -> str:
    """Return a name for GLOB, in which ``*`` alone has a meaning."""
    return re.sub(r"[\[?]", lambda special: f"[{special[0]}]", printable(name))


# The columns before the record are what games are selected by.
_OF_GAME = (
    *("event", "number", "game", "size", "first", "second", "winner", "termination", "started", "moves"),
    *("fingerprint", "record"),
)
GAME_COLUMNS = ", ".join(_OF_GAME)
_REPLACED = (*_OF_GAME[2:], "checksum")
REPLACE_RECORD = f"""
    UPDATE games SET {", ".join(f"{name} = :{name}" for name in _REPLACED)} WHERE id = :id
"""  # noqa: S608


def row_of(record: GameRecord, event: str | None = None, number: int | None = None) -> dict[str, Any]:
    """Return what stands in the columns for a game."""
    content = record_to_json(record)
    # The same in whatever order options and tags are, which a text may have changed.
    ordered = json.dumps(content, sort_keys=True).encode()
    row = {
        "event": event,
        "number": number,
        "game": printable(record.game),
        "size": printable(record.options.get("size", "")),
        "first": printable(record.players[0]),
        "second": printable(record.players[1]),
        "winner": record.winner,
        "termination": str(record.termination),
        "started": _moment(record.started),
        "moves": len(record.moves),
        "fingerprint": hashlib.sha256(ordered).hexdigest(),
        "record": json.dumps(content, separators=(",", ":")),
    }
    return {**row, "checksum": checksum(row.values())}


def why_damaged(values: tuple[Any, ...], kept_checksum: str | None) -> str | None:
    """Say what is wrong with the `GAME_COLUMNS` of a game, None if nothing is."""
    if kept_checksum is not None:
        return None if kept_checksum == checksum(values) else WRONG_CHECKSUM
    # Earlier versions kept no checksum, but a fingerprint of the record.
    row = dict(zip(_OF_GAME, values, strict=True))
    try:
        expected = row_of(record_of_json(json.loads(row["record"])), row["event"], row["number"])
    except (RecordError, ValueError, TypeError) as error:
        return str(error)
    is_same = all(expected[name] == value for name, value in row.items() if name != "record")
    return None if is_same else "its fingerprint is wrong"


WRONG_CHECKSUM = "its checksum is wrong"


def checksum(values: Iterable[str | int | None]) -> str:
    """Return a digest of the values of a row, which no change of one of them leaves the same."""
    digest = hashlib.blake2b(digest_size=16)
    for value in values:
        content = str(value).encode("utf-8", "surrogatepass")
        kind = b"text" if isinstance(value, str) else b"number" if isinstance(value, int) else b"null"
        digest.update(b"%s %d " % (kind, len(content)))
        digest.update(content)
    return digest.hexdigest()


def insert(connection: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> sqlite3.Cursor:
    """Add a row with its checksum; change nothing if its key is there already."""
    full = row if "checksum" in row else {**row, "checksum": checksum(row.values())}
    sql = f"INSERT INTO {table} ({', '.join(full)}) VALUES ({', '.join('?' * len(full))})"  # noqa: S608
    return connection.execute(f"{sql} ON CONFLICT DO NOTHING", tuple(full.values()))


def sound(
    rows: Iterable[tuple[Any, ...]], read: Callable[..., Read], on_damage: OnDamage | None
) -> Iterator[Read]:
    """Yield what is read of each row; a damaged one is passed on, or raised if nobody takes it."""
    for row in rows:
        try:
            yield read(*row)
        except DamagedRowError as error:
            if on_damage is None:
                raise
            on_damage(error)


def sound_json(what: str, text: str, values: Iterable[Any], kept: str | None) -> Any:
    """Return what JSON of a row says.

    Raises:
        DamagedRowError: the row has another checksum than the one kept, or this is no JSON.
    """
    if kept is not None and kept != checksum(values):
        raise DamagedRowError(what, WRONG_CHECKSUM)
    try:
        return json.loads(text)
    except (TypeError, ValueError) as error:
        raise DamagedRowError(what, str(error)) from error


def _moment(text: str) -> str:
    """Return a date so that dates can be compared, the empty text if it is none."""
    try:
        return comparable(datetime.fromisoformat(text))
    except (ValueError, OverflowError):
        return ""
