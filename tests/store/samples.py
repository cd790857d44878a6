"""Records for the store, which does not play them again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground.store.records import GameRecord, PlayedMove, Termination

RECORD = GameRecord(
    game="breakthrough",
    options={"size": "5x4"},
    start="bbbb/bbbb/4/wwww/wwww black",
    players=("engine:seconds=1", "random"),
    moves=(PlayedMove("d4-c3", 0.5, 1.25, 3, 100), PlayedMove("c2-b3")),
    termination=Termination.RESIGNATION,
    winner=0,
    reason="random resigns",
    opening=1,
    started="2026-07-24T12:30:00+00:00",
    tags={"Event": "club"},
)


def record(**changes: Any) -> GameRecord:
    return replace(RECORD, **changes)


def numbered(number: int, length: int = 2) -> GameRecord:
    """Return a record that can be told from others, of any length."""
    return record(moves=(PlayedMove("d4-c3"),) * length, tags={"number": str(number)})
