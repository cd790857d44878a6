"""Every heuristic of the sources is what a slow reading of its words says."""

from __future__ import annotations

from functools import cache

import pytest

from plyground.core.discovery import known_games
from plyground.core.position import Position, game
from plyground.evaluation import known_heuristics
from tests.evaluation.slow import SLOW
from tests.search.positions import random_positions

SIZES = {
    "breakthrough": ["6x6", "4x2", "8x8"],
    "konane": ["8x8", "5x4"],
    "othello": ["8", "4"],
    "duel": ["6", "9"],
}
POSITIONS = 40


@cache
def positions_on(name: str, size: str) -> list[Position]:
    """Return random positions, the same ones for every heuristic of a game."""
    return list(random_positions(game(name, size=size), POSITIONS, seed=3))


@pytest.mark.parametrize(("name", "heuristic"), SLOW)
def test_a_heuristic_is_its_slow_twin(name: str, heuristic: str) -> None:
    function = known_heuristics(name)[heuristic].function
    for size in SIZES[name]:
        for position in positions_on(name, size):
            if name == "konane" and position.diagram.squares.count(".") < 2:
                continue  # the opening removes stones, which are no jumps
            found = function(position.game.board, position.state)
            assert found == pytest.approx(SLOW[name, heuristic](position), abs=1e-9), position.text


def test_position_counts_the_rows_of_both_sides() -> None:
    # White's pawns are 4 and 1 rows from home, black's 1, 1 and 2.
    position = game("breakthrough").position("4/bb1w/2b1/4/w3/4 white")
    function = known_heuristics("breakthrough")["position"].function
    assert function(position.game.board, position.state) == (4 + 1) - (1 + 1 + 2)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("bb/bb/2/ww/ww black", 0.0),
        ("b1/b1/2/w1/w1 black", -0.5),  # an empty column
        ("b1/b1/2/1w/1w black", -1.0),  # one with an enemy in it counts double
        ("b1/1b/w1/1w black", 1.5),  # in danger, but protected
        ("1b/1b/w1/1w black", -1.0),  # in danger, and alone
    ],
)
def test_what_complete_adds_to_comprehensive(text: str, points: float) -> None:
    assert added_by_complete(text) == pytest.approx(points)


def test_complete_fears_a_pawn_one_step_from_home() -> None:
    assert added_by_complete("4/b1bw/2b1/4/w3/1ww1 black") < -90


def added_by_complete(text: str) -> float:
    position = game("breakthrough").position(text)
    heuristics = known_heuristics("breakthrough")
    board, state = position.game.board, position.state
    return heuristics["complete"].function(board, state) - heuristics["comprehensive"].function(board, state)


def test_every_game_has_heuristics_with_a_summary() -> None:
    for name in known_games():
        found = known_heuristics(name)
        assert found
        assert all(each.summary.endswith(".") for each in found.values())
