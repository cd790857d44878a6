"""Early decisions and canonical states: never wrong, on every state of small boards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import plyground as ply
from plyground.position import Position
from plyground.rules import ONGOING, set_of
from plyground.solving import Solver
from plyground.stones import State

from .every_state import values_of_every_state
from .late import late_positions

SMALL = [("breakthrough", "4x2"), ("breakthrough", "5x2"), ("breakthrough", "4x3")]
MIDDLE = [("breakthrough", size) for size in ("6x2", "7x2", "5x3", "4x4")]


@pytest.mark.parametrize(
    ("name", "size"), [*SMALL, *(pytest.param(*board, marks=pytest.mark.long) for board in MIDDLE)]
)
def test_every_state_of_a_small_board(name: str, size: str) -> None:
    game = ply.game(name, size=size)
    decided = game.rules.decided
    assert decided is not None
    values, count = values_of_every_state(game), 0
    for state, value in values.items():
        answer = decided(game.board, state)
        assert answer in (ONGOING, value), (state, value)
        count += answer != ONGOING
    assert count > len(values) // 4


def few_pawns(game: ply.Game, count: int, most: int, seed: int) -> Iterator[ply.Position]:
    """Yield positions with a few pawns a side anywhere but on the first and the last row."""
    chance, columns = random.Random(seed), game.columns
    squares = range(columns, (game.rows - 1) * columns)
    for _ in range(count):
        sides = [chance.randint(1, most) for _ in range(2)]
        chosen = iter(chance.sample(squares, sum(sides)))
        own, opponent = (set_of([next(chosen) for _ in range(side)]) for side in sides)
        yield Position(game, State(own, opponent, np.uint64(chance.randrange(2))))


@pytest.mark.parametrize(("size", "most"), [("6x6", 3), ("8x8", 2), ("5x7", 3), ("7x4", 3)])
def test_a_few_pawns_on_large_boards(size: str, most: int) -> None:
    """The oracle is the solver without the knowledge that is tested."""
    game = ply.game("breakthrough", size=size)
    plain = ply.Game.of(replace(game.rules, decided=None, canonical=None), {"size": size})
    solver = Solver(plain, method="dfpn", megabytes=16)
    decided, count = game.rules.decided, 0
    assert decided is not None
    for position in few_pawns(plain, 60, most, seed=6):
        answer = decided(game.board, position.state)
        if answer != ONGOING:
            *_, found = solver.run(position)
            assert answer == found.low == found.high, position.text
            count += 1
    assert count > 20


@pytest.mark.parametrize("size", ["4x3", "6x6", "5x8"])
def test_images_have_one_canonical_state(size: str) -> None:
    game = ply.game("breakthrough", size=size)
    canonical = game.rules.canonical
    assert canonical is not None
    for position in late_positions(game, 20, 10, seed=9):
        images = [position.transformed(symmetry) for symmetry in position.symmetries()]
        assert len({canonical(game.board, image.state) for image in images}) == 1, position.text
