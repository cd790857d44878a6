"""What a game declares for learned evaluations is checked as all its promises are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import plyground as ply
from plyground.core.bits import without_lowest
from plyground.core.conformance import ConformanceError, check_game
from plyground.core.position import Game
from plyground.core.stones import State
from plyground.core.symmetry import Symmetry
from plyground.games.breakthrough import moves
from plyground.jit import kernel


@kernel
def overlapping(board: Any, state: Any) -> Any:
    return (state.own,), (state.own | state.opponent,)


@kernel
def too_long(board: Any, state: Any) -> Any:
    return (state.own, state.own), (state.opponent, state.own)


@kernel
def keep_turn(board: Any, state: Any) -> Any:
    return state


@kernel
def lose_a_piece(board: Any, state: Any) -> Any:
    after = moves.pass_turn(board, state)
    return State(without_lowest(after.own), after.opponent, after.player)


def checked(name: str, **declared: Any) -> int:
    game = ply.game(name, size=6)
    rules = replace(game.rules, **declared)
    return check_game(Game.of(rules, {"size": 6}), range(1, 41))


@pytest.mark.parametrize(
    ("name", "symmetry"),
    [("breakthrough", Symmetry.IDENTITY), ("breakthrough", Symmetry.MIRROR), ("konane", Symmetry.HALF_TURN)],
)
def test_a_wrong_swap_of_sides_is_found(name: str, symmetry: Symmetry) -> None:
    with pytest.raises(ConformanceError, match="sides exchanged"):
        checked(name, side_swap=lambda board: symmetry)


@pytest.mark.parametrize(("planes", "problem"), [(overlapping, "overlap"), (too_long, "not 1 words")])
def test_wrong_planes_are_found(planes: Any, problem: str) -> None:
    with pytest.raises(ConformanceError, match=problem):
        checked("othello", planes=planes)


@pytest.mark.parametrize(("pass_turn", "problem"), [(keep_turn, "same side"), (lose_a_piece, "changes the")])
def test_a_wrong_pass_is_found(pass_turn: Any, problem: str) -> None:
    with pytest.raises(ConformanceError, match=problem):
        checked("breakthrough", pass_turn=pass_turn)


def test_what_the_games_declare_is_right() -> None:
    for name in ("othello", "konane", "breakthrough", "duel"):
        assert checked(name) == 40
