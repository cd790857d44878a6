"""`handmade` of Othello and its parts: what they say, that it wins, that stable discs are not turned."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground.core.position import Position, game
from plyground.evaluation import known_heuristics, othello
from tests.boards import random_game
from tests.evaluation import slow_handmade_othello as slow
from tests.evaluation.matches import share_of_points
from tests.evaluation.slow import squares_of
from tests.search.positions import random_positions

SIZES = [4, 6, 8]
POSITIONS = 60
LONGEST_GAME = 200  # plies, passes among them


def handmade(position: Position) -> float:
    return float(othello.handmade(position.game.board, position.state))


def stable(position: Position) -> list[int]:
    """Return the stable discs of the side to move and of its opponent, as two sets of bits."""
    board, state = position.game.board, position.state
    return [int(othello.stable(board, discs)) for discs in (state.own, state.opponent)]


def colours_swapped(position: Position) -> Position:
    diagram = position.diagram
    squares = diagram.squares.translate(str.maketrans("bw", "wb"))
    return position.game.position_of(replace(diagram, squares=squares, player=1 - diagram.player))


@pytest.mark.parametrize("size", SIZES)
def test_handmade_is_its_slow_twin(size: int) -> None:
    for position in random_positions(game("othello", size=size), POSITIONS, seed=5):
        assert handmade(position) == pytest.approx(slow.handmade(position), abs=1e-9), position.text


@pytest.mark.parametrize("size", SIZES)
def test_what_is_weighed_beside_the_patterns_is_its_slow_twin(size: int) -> None:
    on = game("othello", size=size)
    assert on.rules.learned_features == ("mobility", "frontier")
    for position in random_positions(on, POSITIONS, seed=7):
        board, state, expected = on.board, position.state, slow.differences(position)
        assert othello.mobility(board, state) == expected["moves"], position.text
        assert othello.frontier(board, state) == expected["frontier"], position.text


@pytest.mark.parametrize("size", SIZES)
def test_handmade_is_the_same_for_all_images_and_for_both_colours(size: int) -> None:
    for position in random_positions(game("othello", size=size), POSITIONS, seed=6):
        for symmetry in position.symmetries():
            assert handmade(position.transformed(symmetry)) == handmade(position)
        assert handmade(colours_swapped(position)) == handmade(position)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", range(10))
def test_stable_discs_are_never_turned(size: int, seed: int) -> None:
    held = [0, 0]
    for position in random_game("othello", (size, size), seed, LONGEST_GAME):
        discs = [int(position.state.own), int(position.state.opponent)]
        found = stable(position)
        if position.player == 1:
            discs, found = discs[::-1], found[::-1]
        for player in (0, 1):
            assert held[player] & ~discs[player] == 0, position.text
            assert found[player] & held[player] == held[player]
        held = found


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("8/8/8/3wb3/3bw3/8/8/8 black", []),
        ("bbb5/8/8/3wb3/3bw3/8/8/8 black", ["a1", "b1", "c1"]),
        ("bbbw4/bb6/b7/3wb3/3bw3/8/8/8 black", ["a1", "a2", "a3", "b1", "b2", "c1"]),
        ("bb6/bb6/2b5/3wb3/3bw3/8/8/8 black", ["a1", "a2", "b1"]),  # b2 is open on one diagonal
        ("1bbbbbb1/8/8/3wb3/3bw3/8/8/8 black", []),  # no corner
        ("bbbb/bbww/bwww/wwww black", ["a1", "a2", "a3", "b1", "b2", "c1", "d1"]),
    ],
)
def test_which_discs_are_stable(text: str, squares: list[str]) -> None:
    position = game("othello").position(text)
    found = stable(position)[0]
    grid = position.game.grid
    assert [name for square, name in enumerate(grid.names) if found >> square & 1] == sorted(
        squares, key=grid.read_square
    )
    own = set(squares_of(position, "b"))
    assert len(slow.stable(own, position.game.rows)) == len(squares)


@pytest.mark.long
@pytest.mark.parametrize("other", sorted(set(known_heuristics("othello")) - {"handmade", "learned", "best"}))
def test_handmade_wins_a_match(other: str) -> None:
    assert share_of_points("othello", "handmade", other) > 0.5
