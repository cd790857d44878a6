"""What a study measures at: boards of other sizes, and positions that are the same for all it compares."""

from __future__ import annotations

import random
from collections.abc import Callable

from plyground.core.options import Size
from plyground.core.position import Game, Position
from plyground.errors import OptionError
from plyground.tournament.game_task import seed_for

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


Squares = tuple[int, int]
"""Rows and columns."""


def boards_of(game: Game, sizes: str | None, is_default: Callable[[Squares], bool]) -> dict[str, Game]:
    """Return a game on boards of other sizes, by how these are written: ``{"4x4": ..., "6x5": ...}``.

    Args:
        game: the game, whose other options are kept.
        sizes: the sizes, such as ``4,6x5``; None for all that `is_default` tells.
        is_default: tells whether a board belongs to the study without being asked for.

    Raises:
        OptionError: the game has boards of one size only, or not of these.
    """
    size = next((each for each in game.rules.options if isinstance(each, Size)), None)
    if size is None:
        raise OptionError(f"{game.rules.name} has only one size of board")
    if sizes is not None:
        chosen = [size.read(part) for part in sizes.split(",")]
    else:
        shapes = [(rows, columns) for rows in size.rows for columns in size.columns]
        allowed = [each for each in shapes if each[0] == each[1] or not size.only_square]
        chosen = [each for each in allowed if is_default(each)]
    given = {name: value for name, value in game.options.items() if name != size.name}
    games = [Game.of(game.rules, {**given, size.name: each}) for each in chosen]
    return {f"{each.rows}x{each.columns}": each for each in games}
