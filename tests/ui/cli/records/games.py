"""Games to list, show, replay, export and import."""

from __future__ import annotations

from dataclasses import replace

from plyground.store.records import GameRecord, Termination
from tests.store.records.games import line_of, record_of, small_record
from tests.ui.cli.running import json_of

WON = small_record()
OTHELLO = replace(
    record_of(line_of("othello", (4, 4), 2)), players=("level:3", "Ann"), started="2026-07-20T08:00:00Z"
)
STOPPED = replace(
    record_of(line_of("breakthrough", (5, 4), 3)[:5]), players=("Ann", "level:10"), reason="", started=""
)
LOST = replace(
    STOPPED,
    termination=Termination.RESIGNATION,
    winner=1,
    reason="Ann resigns",
    players=("Ann", "[red]\n\x1b[31m"),
)
DUEL = record_of(line_of("duel", (3, 3), 1))

GAMES: list[GameRecord] = [WON, OTHELLO, STOPPED, LOST, DUEL]
"""What the fixture `games` puts into the store, in this order; the ids count from 1."""


def listed(*words: str) -> list[int]:
    """Return the ids of the games that `plyground records` lists."""
    return [each["id"] for each in json_of("records", *words)["games"]]
