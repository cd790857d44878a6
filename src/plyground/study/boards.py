"""The boards of a game that a study is about."""

from __future__ import annotations

from collections.abc import Callable

from plyground.core.options import Size
from plyground.core.position import Game
from plyground.errors import OptionError

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
