"""Players that look one ply ahead at most."""

from __future__ import annotations

import pytest

from plyground.players import make_player
from plyground.position import Position, game
from plyground.search.limit import Limit


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
