"""Early decisions and canonical states: never wrong, on every state of small boards."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import plyground as ply
from plyground.rules import ONGOING
from plyground.solving import Solver
from plyground.solving.solution import final_margin

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


@pytest.mark.parametrize(
    ("name", "size", "plies"),
    [("breakthrough", "6x6", 7), ("breakthrough", "8x8", 5), ("breakthrough", "5x7", 7)],
)
def test_late_positions_of_large_boards(name: str, size: str, plies: int) -> None:
    """The oracle is the solver without the knowledge that is tested."""
    game = ply.game(name, size=size)
    plain = ply.Game.of(replace(game.rules, decided=None, canonical=None), {"size": size})
    solver = Solver(plain, method="dfpn", megabytes=16)
    decided, chance, count = game.rules.decided, random.Random(size), 0
    assert decided is not None
    for late in late_positions(game, 40, plies, seed=6):
        position = late
        while position.outcome is None:
            answer = decided(game.board, position.state)
            if answer != ONGOING:
                *_, found = solver.run(plain.position(position.text), only_winner=True)
                assert answer == found.low == found.high, position.text
                count += 1
            position = position.play(chance.choice(position.moves()))
        assert decided(game.board, position.state) in (ONGOING, final_margin(position)), position.text
    assert count > 40


@pytest.mark.parametrize("size", ["4x3", "6x6", "5x8"])
def test_images_have_one_canonical_state(size: str) -> None:
    game = ply.game("breakthrough", size=size)
    canonical = game.rules.canonical
    assert canonical is not None
    for position in late_positions(game, 20, 10, seed=9):
        images = [position.transformed(symmetry) for symmetry in position.symmetries()]
        assert len({canonical(game.board, image.state) for image in images}) == 1, position.text
