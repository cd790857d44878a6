"""The evaluation `handmade` of Breakthrough: what it says, that its races are won, and that it wins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground.core.position import Position, game
from plyground.core.symmetry import Symmetry
from plyground.evaluation import breakthrough, known_heuristics
from plyground.search.score import WIN
from plyground.search.textbook import alphabeta
from tests.boards import ALL_BOARDS, board_name
from tests.evaluation import slow_handmade_breakthrough as slow
from tests.evaluation.matches import share_of_points
from tests.search.positions import random_positions

SIZES = [size for name, size in ALL_BOARDS if name == "breakthrough"]
POSITIONS = 40
LONGEST_PROOF = 3  # moves of a race that the textbook search can follow


def handmade(position: Position) -> float:
    return float(breakthrough.handmade(position.game.board, position.state))


def race(position: Position) -> int:
    return int(breakthrough.race(position.game.board, position.state))


def colours_swapped(position: Position) -> Position:
    """Return the same position with black and white in each other's place, upside down."""
    diagram = position.diagram.transformed(Symmetry.FLIP)
    squares = diagram.squares.translate(str.maketrans("bw", "wb"))
    return position.game.position_of(replace(diagram, squares=squares, player=1 - diagram.player))


@pytest.mark.parametrize("size", SIZES, ids=board_name)
def test_handmade_is_its_slow_twin(size: tuple[int, int]) -> None:
    for position in random_positions(game("breakthrough", size=size), POSITIONS, seed=5):
        assert race(position) == slow.race(position), position.text
        assert handmade(position) == pytest.approx(slow.handmade(position), abs=1e-9), position.text


@pytest.mark.parametrize("size", [(6, 6), (5, 4), (8, 8)], ids=board_name)
def test_handmade_is_the_same_for_mirror_images_and_for_both_colours(size: tuple[int, int]) -> None:
    for position in random_positions(game("breakthrough", size=size), POSITIONS, seed=6):
        for symmetry in position.symmetries():
            assert handmade(position.transformed(symmetry)) == handmade(position)
        assert handmade(colours_swapped(position)) == handmade(position)


@pytest.mark.parametrize("size", [(6, 6), (5, 4), (4, 4), (8, 3)], ids=board_name)
def test_a_race_that_is_told_is_won(size: tuple[int, int]) -> None:
    told = 0
    for position in random_positions(game("breakthrough", size=size), 4 * POSITIONS, seed=7):
        moves = race(position)
        if moves == 0 or abs(moves) > LONGEST_PROOF:
            continue
        told += 1
        depth = 2 * moves - 1 if moves > 0 else -2 * moves
        score = alphabeta(position, depth, lambda position: 0).score
        assert (score if moves > 0 else -score) > WIN / 2, position.text
    assert told > POSITIONS


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("6/4b1/6/6/6/w5 black", 4),  # too far away to be caught
        ("6/1b4/6/6/6/w5 black", 4),  # nearer, but it can swerve
        ("6/2b3/6/6/6/2w3 black", 0),  # the defender is in the way
        ("6/4b1/6/6/6/w5 white", -4),  # still too far away with white to move
        ("6/4b1/6/w5/6/w5 black", -3),  # white is faster
        ("6/6/6/6/4b1/w5 white", -1),
        ("6/b5/6/6/4b1/w4w white", 0),  # it can be taken
    ],
)
def test_who_wins_a_race(text: str, moves: int) -> None:
    assert race(game("breakthrough").position(text)) == moves


@pytest.mark.long
@pytest.mark.parametrize(
    "other", sorted(set(known_heuristics("breakthrough")) - {"handmade", "learned", "best"})
)
def test_handmade_wins_a_match(other: str) -> None:
    assert share_of_points("breakthrough", "handmade", other) > 0.5
