"""Games by chance, as records and as text."""

from __future__ import annotations

import random
from dataclasses import replace

import plyground as ply
from plyground.core.position import Position
from plyground.match.judging import by_the_rules
from plyground.store.records import GameRecord, PlayedMove, Termination, write_game

STARTED = "2026-07-24T12:30:00+00:00"

HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def finished_position(game: str, size: str, seed: int) -> Position:
    """Play random moves until the game is over."""
    rng = random.Random(seed)
    position = ply.game(game, size=size).start()
    while position.outcome is None:
        position = position.play(rng.choice(position.moves()))
    return position


def made_up_game(
    *players: str, game: str = "breakthrough", size: str = "4x4", seed: int = 0, **tags: str
) -> GameRecord:
    """Return a whole game that two players might have played."""
    last = finished_position(game, size, seed)
    line = last.line()
    moves = [PlayedMove(str(each.last_move), 0.5, 1.25) for each in line[1:]]
    first, second = players
    ended = vars(by_the_rules(last))
    return GameRecord.of(line[0], (first, second), moves, started=STARTED, tags=tags, **ended)


def unfinished(record: GameRecord, moves: int) -> GameRecord:
    """Return the beginning of a game."""
    return replace(
        record, moves=record.moves[:moves], termination=Termination.UNFINISHED, winner=None, reason=""
    )


def text_of(*records: GameRecord) -> str:
    """Return a file of games."""
    return "\n".join(map(write_game, records))
