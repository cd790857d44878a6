"""Boards whose values are known, from the literature or by a certificate that was checked."""

from __future__ import annotations

import pytest

import plyground as ply

VALUES = {
    ("konane", "3"): "loss",
    ("konane", "3x4"): "loss",
    ("konane", "3x5"): "loss",
    ("konane", "3x6"): "loss",
    ("konane", "3x7"): "loss",
    ("konane", "4"): "loss",
    ("konane", "5"): "win",
    ("konane", "3x8"): "loss",
    ("konane", "4x5"): "loss",
    ("konane", "4x6"): "loss",
    ("konane", "4x7"): "loss",
    ("konane", "4x8"): "loss",
    ("konane", "5x6"): "loss",
    ("konane", "5x7"): "win",
    ("konane", "6"): "loss",
    ("breakthrough", "4x2"): "loss",
    ("breakthrough", "5x2"): "loss",
    ("breakthrough", "6x2"): "win",
    ("breakthrough", "7x2"): "loss",
    ("breakthrough", "8x2"): "win",
    ("breakthrough", "4x3"): "loss",
    ("breakthrough", "4"): "loss",
    ("breakthrough", "5x3"): "loss",
    ("breakthrough", "6x3"): "win",
    ("breakthrough", "5x4"): "loss",
    ("breakthrough", "4x5"): "loss",
    ("breakthrough", "4x6"): "loss",
    ("breakthrough", "4x7"): "loss",
    ("breakthrough", "4x8"): "loss",
}
SLOW = {
    ("konane", "5x8"): "loss",
    ("konane", "6x7"): "loss",
    ("breakthrough", "7x3"): "loss",
    ("breakthrough", "5"): "loss",
    ("breakthrough", "6x4"): "win",
    ("breakthrough", "8x3"): "win",
}


@pytest.mark.parametrize(("name", "size"), VALUES)
def test_a_solved_board(name: str, size: str) -> None:
    solution = ply.solve(ply.game(name, size=size).start(), megabytes=64)
    assert (solution.value, solution.margin, solution.method) == (VALUES[name, size], None, "dfpn")
    assert_line_is_won_by_the_right_side(solution)


@pytest.mark.long
@pytest.mark.parametrize(("name", "size"), SLOW)
def test_a_solved_board_that_takes_longer(name: str, size: str) -> None:
    solution = ply.solve(ply.game(name, size=size).start(), megabytes=2048, threads=0)
    assert solution.value == SLOW[name, size]
    assert_line_is_won_by_the_right_side(solution)


@pytest.mark.long
def test_othello_on_six_by_six_is_lost_sixteen_to_twenty() -> None:
    solution = ply.solve(ply.game("othello", size=6).start(), megabytes=2048, threads=0)
    assert (solution.value, solution.margin) == ("loss", -4)
    last = assert_line_is_won_by_the_right_side(solution)
    assert sorted(map(last.diagram.squares.count, "bw")) == [16, 20]


def test_konane_with_any_opening() -> None:
    solution = ply.solve(ply.game("konane", size=6, opening="any").start(), megabytes=64)
    assert solution.value == "loss"


@pytest.mark.parametrize("only_winner", [False, True])
def test_othello_on_four_by_four_is_lost_three_to_eleven(only_winner: bool) -> None:
    solution = ply.solve(ply.game("othello", size=4).start(), only_winner=only_winner, megabytes=1)
    assert (solution.value, solution.margin) == ("loss", None if only_winner else -8)
    last = assert_line_is_won_by_the_right_side(solution)
    if not only_winner:
        assert sorted(map(last.diagram.squares.count, "bw")) == [3, 11]


def assert_line_is_won_by_the_right_side(solution: ply.Solution) -> ply.Position:
    position = solution.position
    first = position.to_move
    for move in solution.line:
        position = position.play(move)
    assert position.outcome is not None
    assert (position.outcome.winner == first) == (solution.value == "win")
    return position
