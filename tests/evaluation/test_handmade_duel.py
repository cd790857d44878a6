"""The evaluation `handmade` of the duel: what it says, whichever way the board lies, and that it wins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground.core.position import Position, game
from plyground.evaluation import duel_features, known_heuristics
from tests.boards import ALL_BOARDS, board_name
from tests.evaluation import slow_handmade_duel as slow
from tests.evaluation.matches import share_of_points
from tests.search.positions import random_positions

SIZES = [size for name, size in ALL_BOARDS if name == "duel"]
SEEDS = [0, 1]
POSITIONS = 20


def handmade(position: Position) -> float:
    return float(duel_features.handmade(position.game.board, position.state))


def sides_swapped(position: Position) -> Position:
    """Return the same position with the pieces of both sides changed for those of the other."""
    diagram = position.diagram
    swapped = replace(diagram, squares=diagram.squares.swapcase(), player=1 - diagram.player)
    return position.game.position_of(swapped)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("size", SIZES, ids=board_name)
def test_handmade_is_its_slow_twin(size: tuple[int, int], seed: int) -> None:
    for position in random_positions(game("duel", size=size, seed=seed), POSITIONS, seed=5):
        assert handmade(position) == pytest.approx(slow.handmade(position), abs=1e-9), position.text


@pytest.mark.parametrize("size", SIZES, ids=board_name)
def test_handmade_is_the_same_whichever_way_the_board_lies_and_for_both_sides(size: tuple[int, int]) -> None:
    for position in random_positions(game("duel", size=size), POSITIONS, seed=6):
        for symmetry in position.symmetries():
            assert handmade(position.transformed(symmetry)) == handmade(position), position.text
        assert handmade(sides_swapped(position)) == handmade(position), position.text


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("w5/6/6/3H2/6/6", "w5/6/6/6/4H1/6"),  # the prey is nearer
        ("w5/6/2H3/6/6/6", "w5/1*4/2H3/6/6/6"),  # a pit in the way
        ("w5/**4/2H3/6/6/6", "w5/1*4/2H3/6/6/6"),  # a pit that closes a way out
        ("6/6/6/1w1H2/6/6", "6/6/6/1h1H2/6/6"),  # a match-up that wins
        ("3hH1/6/W5/6/6/6", "3h2/4*1/W4H/6/6/6"),  # ahead, two of a kind may go
        ("6/6/2w1H1/6/6/6", "6/6/2w2H/6/6/6"),  # away from the edge, and nearer
    ],
)
def test_what_is_better(better: str, worse: str) -> None:
    assert best_for_adversary(better) > best_for_adversary(worse)


def best_for_adversary(rows: str) -> float:
    return handmade(game("duel").position(f"{rows} adversary"))


@pytest.mark.long
@pytest.mark.parametrize("other", sorted(set(known_heuristics("duel")) - {"handmade", "learned", "best"}))
def test_handmade_wins_a_match(other: str) -> None:
    assert share_of_points("duel", "handmade", other) > 0.5
