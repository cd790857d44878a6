"""Players that look one ply ahead at most."""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

import numpy as np
import pytest

from plyground.core.position import Game, Position, game
from plyground.core.rules import Rules
from plyground.jit import plain_python
from plyground.players import make_player
from plyground.players.simple import GreedyPlayer
from plyground.search.limit import Limit
from tests import nim


def chosen(text: str, position: Position, seed: int = 0) -> str:
    player = make_player(text, position.game)
    player.begin(position, seed)
    return str(player.choose(position, Limit()).move)


def test_random_moves_follow_from_the_seed() -> None:
    start = game("othello").start()
    rows = []
    for seed in (1, 1, 2):
        player = make_player("random", start.game)
        player.begin(start, seed)
        rows.append([player.choose(start, Limit()).move for _ in range(20)])
    assert rows[0] == rows[1] != rows[2]
    assert {str(move) for move in rows[0]} == {str(move) for move in start.moves()}


@pytest.mark.parametrize(
    ("evaluation", "text", "expected"),
    [
        # White can take on c4, advance its foremost pawn, or stay at home.
        ("piece", "b5/6/2b3/1w4/3w2/6 white", {"b3xc4"}),
        ("reckless", "b4b/6/3w2/1w4/6/6 white", {"d4-c5", "d4-d5", "d4-e5"}),
    ],
)
def test_evaluations_of_one_side_are_asked_for_the_side_that_moves(
    evaluation: str, text: str, expected: set[str]
) -> None:
    position = game("breakthrough").position(text)
    moves = {chosen(f"greedy:{evaluation}", position, seed) for seed in range(12)}
    assert moves == expected


def test_a_win_is_taken_and_a_loss_avoided() -> None:
    winning = game("breakthrough").position("6/2w3/6/6/b5/6 white")
    for seed in range(6):
        assert chosen("greedy:cautious", winning, seed).endswith("6")


def test_equal_moves_are_chosen_from_at_random() -> None:
    start = game("breakthrough").start()
    assert len({chosen("greedy:piece", start, seed) for seed in range(30)}) > 5


class PileState(NamedTuple):
    """Nim that counts what was taken, too. Its fields are named as those of sides, and are none."""

    own: np.uint64
    opponent: np.uint64
    player: np.uint64


def test_sides_are_not_swapped_by_the_names_of_fields_alone() -> None:
    def as_nim(state: Any) -> nim.State:
        return nim.State(state.own, state.player)

    def play(board: Any, state: Any, move: int) -> PileState:
        taken = np.uint64(move + 1)
        return PileState(state.own - taken, state.opponent + taken, state.player ^ np.uint64(1))

    usual: Any = nim.RULES
    rules: Rules[Any, Any] = dataclasses.replace(
        usual,
        name="piles",
        start=lambda board: PileState(np.uint64(board.columns), np.uint64(0), np.uint64(0)),
        play=play,
        legal_moves=lambda board, state, moves: nim.legal_moves(board, as_nim(state), moves),
        cell=lambda board, state, row, column: nim.cell(board, as_nim(state), row, column),
        move_squares=lambda board, state, move: nim.move_squares(board, as_nim(state), move),
    )

    def near_three(board: Any, state: Any) -> float:
        return (float(state.own) - 3.0) ** 2

    with plain_python():
        on = Game.of(rules, {})
        player = GreedyPlayer(on, near_three)
        player._evaluate = near_three  # type: ignore[assignment]  # uncompiled
        player.begin(on.start(), 0)
        choice = player.choose(on.start(), Limit())
    assert getattr(choice.move, "code", None) == 2, "four tokens are left: the worst for the other side"
