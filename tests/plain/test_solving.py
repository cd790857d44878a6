"""The solver finds what the textbook finds, compiled or not."""

from __future__ import annotations

import pytest

from plyground.position import game
from plyground.solving import Solver
from plyground.solving.textbook import exact_margin
from tests.solving.late import late_positions


@pytest.mark.parametrize(("name", "size", "plies"), [("othello", "4", 5), ("konane", "4", 5)])
def test_it_agrees_with_the_textbook(name: str, size: str, plies: int) -> None:
    on = game(name, size=size)
    solver = Solver(on, megabytes=1)
    for position in late_positions(on, 4, plies, seed=1):
        *_, last = solver.run(position)
        assert (last.low, last.high) == (exact_margin(position),) * 2, position.text


def test_the_endgame_of_othello_in_plain_python() -> None:
    """With enough empty squares for all of its steps; the value of 4x4 is published."""
    on = game("othello", size=4)
    *_, last = Solver(on, megabytes=1).run(on.start().play("b1").play("a1"))
    assert last.margin == -8
    assert len(last.line) >= 8
