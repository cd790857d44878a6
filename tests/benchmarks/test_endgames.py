"""The endgames of the FFO test set: the smallest is solved here, all of them by the benchmark."""

from __future__ import annotations

import pytest
from benchmarks.endgames import ENDGAMES, Endgame, solve

from plyground.core.position import game


@pytest.mark.parametrize("endgame", ENDGAMES.values(), ids=map(str, ENDGAMES))
def test_the_best_moves_are_legal(endgame: Endgame) -> None:
    position = game("othello").position(endgame.text)
    assert set(endgame.best_moves) <= {str(move) for move in position.moves()}


def test_the_smallest_is_solved_exactly() -> None:
    solution, _ = solve(ENDGAMES[40])
    assert (solution.value, solution.margin, str(solution.move)) == ("win", 38, "a2")
    assert solution.nodes < 40_000_000, "the order of moves, the table or a cut-off is broken"


@pytest.mark.long
@pytest.mark.parametrize("number", [41, 42, 43, 44])
def test_the_others_are_solved_exactly(number: int) -> None:
    solution, _ = solve(ENDGAMES[number])
    assert solution.margin == ENDGAMES[number].margin
    assert str(solution.move) in ENDGAMES[number].best_moves
