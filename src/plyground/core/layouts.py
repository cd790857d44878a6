"""Boards that chance lays out: the same game on several layouts of its board."""

from __future__ import annotations

import functools
from typing import Any

from plyground.core.options import Number
from plyground.core.position import Game
from plyground.core.rules import Rules

SEED = "seed"
"""The name of the option that decides about chance."""

TRIES = 4
"""Two seeds may give the same layout: this many are tried for each layout that is wanted."""


def layouts_of(game: Game, count: int) -> tuple[Game, ...]:
    """Return the game on up to `count` layouts of its board, its own first: those of the seeds that follow.

    A board that does not depend on an option `seed` has one layout.
    """
    return _layouts(game.rules, game, count)


@functools.lru_cache(maxsize=16)
def _layouts(rules: Rules[Any, Any], game: Game, wanted: int) -> tuple[Game, ...]:
    option = next((each for each in rules.options if each.name == SEED), None)
    if not isinstance(option, Number):
        return (game,)
    found = {game.board: game}
    seeds = option.maximum - option.minimum + 1
    for step in range(1, TRIES * wanted):
        seed = option.minimum + (game.options[SEED] - option.minimum + step) % seeds
        another = Game.of(rules, {**game.options, SEED: seed})
        if (another.rows, another.columns) == (game.rows, game.columns) and len(found) < wanted:
            found.setdefault(another.board, another)
    return tuple(found.values())
