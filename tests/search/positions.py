"""Random positions to search, the same in every run."""

from __future__ import annotations

import random
from collections.abc import Iterator

from plyground.core.position import Game, Position

LONGEST_WALK = 60


def random_positions(game: Game, count: int, seed: int) -> Iterator[Position]:
    """Yield positions of unfinished games after random moves, without their past."""
    chance = random.Random(seed)
    for _ in range(count):
        position = game.start()
        for _ in range(chance.randrange(LONGEST_WALK)):
            following = position.play(chance.choice(position.moves()))
            if following.outcome is not None:
                break
            position = following
        yield position.game.position(position.text)
