"""Rows of the database: what games are selected by, the whole as JSON, and checksums over both."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from plyground.errors import RecordError
from plyground.store.records import GameRecord, record_of_json, record_to_json
from plyground.store.records.quoting import printable
from plyground.store.selection import comparable

# The columns before the record are what games are selected by.
_OF_GAME = (
    *("event", "number", "game", "size", "first", "second", "winner", "termination", "started", "moves"),
    *("fingerprint", "record"),
)
GAME_COLUMNS = ", ".join(_OF_GAME)
INSERT = f"""
    INSERT INTO games ({GAME_COLUMNS}, checksum)
    VALUES ({", ".join(f":{name}" for name in _OF_GAME)}, :checksum)
"""  # noqa: S608  # names of ours
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


def _moment(text: str) -> str:
    """Return a date so that dates can be compared, the empty text if it is none."""
    try:
        return comparable(datetime.fromisoformat(text))
    except (ValueError, OverflowError):
        return ""
