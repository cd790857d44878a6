"""Positions near the end of random games, and windows to search them with."""

from __future__ import annotations

import random
from collections.abc import Iterator

from plyground.core.position import Game, Position


def late_positions(game: Game, count: int, plies: int, seed: int) -> Iterator[Position]:
    """Yield positions so many plies before the end of random games, without their past."""
    chance = random.Random(seed)
    for _ in range(count):
        position = game.start()
        while position.outcome is None:
            position = position.play(chance.choice(position.moves()))
        line = position.line()
        yield game.position(line[max(0, len(line) - 1 - plies)].text)


def scattered_discs(game: Game, count: int, seed: int) -> Iterator[Position]:
    """Yield Othello positions with few discs anywhere, of which most are black and black is to move.

    Random games hardly ever lead to positions in which one side can lose all its discs.
    """
    chance = random.Random(seed)
    squares = game.rows * game.columns
    for _ in range(count):
        letters = ["."] * squares
        for square in chance.sample(range(squares), chance.randrange(4, 9)):
            letters[square] = "w" if chance.random() < 0.35 else "b"
        rows = ["".join(letters[start : start + game.columns]) for start in range(0, squares, game.columns)]
        yield game.position("/".join(map(with_numbers, rows)) + " black")


def with_numbers(row: str) -> str:
    """Write a row of a position text: a number for each run of empty squares."""
    for length in range(len(row), 0, -1):
        row = row.replace("." * length, str(length))
    return row


def random_windows(largest: int, count: int, seed: int) -> list[tuple[int, int]]:
    """Return windows of all widths, empty ones among them."""
    chance = random.Random(seed)
    bounds = range(-largest - 1, largest + 2)
    wide = [tuple(sorted(chance.sample(bounds, 2))) for _ in range(count)]
    empty = [(low, low + 1) for low in chance.sample(bounds[:-1], min(count, len(bounds) - 1))]
    return [(low, high) for low, high in [*wide, *empty]]
