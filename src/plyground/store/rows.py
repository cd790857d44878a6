"""A record as a row of the database: what games are selected by, and the whole as JSON."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from typing import Any

from plyground.records import GameRecord, record_to_json
from plyground.records.quoting import printable
from plyground.store.selection import comparable

INSERT = """
    INSERT INTO games (
        event, number, game, size, first, second,
        winner, termination, started, moves, fingerprint, record
    ) VALUES (
        :event, :number, :game, :size, :first, :second,
        :winner, :termination, :started, :moves, :fingerprint, :record
    )
"""
REPLACE_RECORD = """
    UPDATE games SET
        game = :game, size = :size, first = :first, second = :second,
        winner = :winner, termination = :termination, started = :started,
        moves = :moves, fingerprint = :fingerprint, record = :record
    WHERE id = :id
"""


def row_of(record: GameRecord, event: str | None = None, number: int | None = None) -> dict[str, Any]:
    """Return what stands in the columns for a game."""
    content = record_to_json(record)
    # The same in whatever order options and tags are, which a text may have changed.
    ordered = json.dumps(content, sort_keys=True).encode()
    return {
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


def _moment(text: str) -> str:
    """Return a date so that dates can be compared, the empty text if it is none."""
    try:
        return comparable(datetime.fromisoformat(text))
    except (ValueError, OverflowError):
        return ""
