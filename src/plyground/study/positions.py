"""Positions to measure at, the same for everything that is compared."""

from __future__ import annotations

import random

from plyground.core.position import Position
from plyground.tournament.seeds import seed_for

LONGEST_GAME = 400


def sample_position(start: Position, number: int, count: int, seed: int) -> Position:
    """Return one of `count` positions, spread from the beginning to the end of random games.

    It is the same whichever others are asked for, and no game is over there.
    """
    rng = random.Random(seed_for(seed, "position", number))
    line = random_game(start, rng)[:-1]
    return line[int(len(line) * number / count)]


def random_game(start: Position, rng: random.Random) -> list[Position]:
    """Return the positions of a game of random moves, with the last one, in which it is over."""
    line = [start]
    while line[-1].outcome is None and len(line) < LONGEST_GAME:
        line.append(line[-1].play(rng.choice(line[-1].moves())))
    return line
