"""The evaluation `handmade` of Konane: what it says, whichever way the board lies, and that it wins."""

from __future__ import annotations

import pytest

from plyground.core.position import Position, game
from plyground.evaluation import known_heuristics
from plyground.evaluation import konane as heuristics
from tests.boards import ALL_BOARDS, board_name
from tests.evaluation import slow_handmade_konane as slow
from tests.evaluation.matches import share_of_points
from tests.search.positions import random_positions

SIZES = [size for name, size in ALL_BOARDS if name == "konane"]
POSITIONS = 20

# A hole, a safe one, one jump, a stone that can move, prey and contact; for white the contact alone.
SAFE_JUMP = 1.0 + 0.3 - 0.4 + 0.55 + 1.15 + 0.7 - 0.7


def handmade(position: Position) -> float:
    return float(heuristics.handmade(position.game.board, position.state))


@pytest.mark.parametrize("size", SIZES, ids=board_name)
def test_handmade_is_its_slow_twin(size: tuple[int, int]) -> None:
    for position in random_positions(game("konane", size=size), POSITIONS, seed=5):
        assert handmade(position) == pytest.approx(slow.handmade(position), abs=1e-9), position.text


@pytest.mark.parametrize("size", [(8, 8), (7, 5), (4, 3), (3, 3)], ids=board_name)
def test_handmade_is_the_same_whichever_way_the_board_lies(size: tuple[int, int]) -> None:
    for position in random_positions(game("konane", size=size), POSITIONS, seed=6):
        for symmetry in position.symmetries():
            assert handmade(position.transformed(symmetry)) == handmade(position), position.text


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ("4/4/b3/4", 0.0),  # nothing to jump over
        ("bw2/4/4/4", SAFE_JUMP),
        ("bw1w/4/4/4", SAFE_JUMP),  # the second stone has no square behind it
        ("bw1w1/5/5/5", SAFE_JUMP + 0.55),  # now it has, and the jump goes on
        ("4/1bw1/4/4", 0.0),  # both can jump over each other
        # The left black stone will jump to where the right one is now; only white's own prey is new.
        ("bwbw1/5/5/5", SAFE_JUMP + (1.15 + 0.7 - 0.7) + 0.35 - 1.15),
    ],
)
def test_what_handmade_counts(rows: str, points: float) -> None:
    size = (4, 5 if "5" in rows else 4)
    position = game("konane", size=size).position(f"{rows} black")
    assert handmade(position) == pytest.approx(points - 0.9)  # less what it costs to have to move


@pytest.mark.long
@pytest.mark.parametrize("other", sorted(set(known_heuristics("konane")) - {"handmade", "learned", "best"}))
def test_handmade_wins_a_match(other: str) -> None:
    assert share_of_points("konane", "handmade", other) > 0.5
