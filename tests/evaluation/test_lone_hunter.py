"""Whether a lone hunter catches its prey, and what that makes of the pieces that are left."""

from __future__ import annotations

import pytest

from plyground.core.position import Game, game
from plyground.evaluation.duel import material
from plyground.games.duel.hunting import hunter_catches
from tests.evaluation.slow import SLOW
from tests.search.positions import random_positions

CAUGHT = {1, 2, 4, 5, 6, 7}
"""The layouts of these seeds, of the first eight."""


def free_squares(board: Game) -> set[tuple[int, int]]:
    """Return the squares that are no pits, by row and column."""
    squares = board.start().diagram.squares
    return {divmod(place, board.columns) for place, each in enumerate(squares) if each != "*"}


def lost_everywhere(free: set[tuple[int, int]]) -> bool:
    """Play all positions of two pieces backwards, one at a time."""
    near = {
        one: [
            other
            for other in free
            if other != one and max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1
        ]
        for one in free
    }
    pairs = {(hunter, prey) for hunter in free for prey in free if hunter != prey}
    hunter_wins = {(hunter, prey) for hunter, prey in pairs if prey in near[hunter]}
    while True:
        prey_loses = {
            (hunter, prey)
            for hunter, prey in pairs
            if all(step == hunter or (hunter, step) in hunter_wins for step in near[prey])
        }
        more = {
            (hunter, prey)
            for hunter, prey in pairs - hunter_wins
            if any((step, prey) in prey_loses for step in near[hunter])
        }
        if not more:
            return hunter_wins == pairs
        hunter_wins |= more


@pytest.mark.parametrize("seed", range(8))
def test_it_is_caught_where_all_positions_of_two_pieces_are_won(seed: int) -> None:
    board = game("duel", seed=seed)
    assert board.board.hunter_catches == lost_everywhere(free_squares(board)) == (seed in CAUGHT)


def test_boards_without_pits_and_with_walls() -> None:
    assert hunter_catches(3, 3, ())
    assert not hunter_catches(6, 6, tuple(range(12, 18))), "the prey is on the other side of a wall"
    assert not game("duel", size=15).board.hunter_catches


def test_what_is_left_is_worth_more_to_hunters_there() -> None:
    for seed in (0, 2):
        for position in random_positions(game("duel", seed=seed), 40, seed=seed):
            board, state = position.game.board, position.state
            assert material(board, state) == SLOW["duel", "material"](position), position.text
    values = []
    for pits in ("5w/3*2/3*2/*5/2*3/H5", "5w/*5/*5/*5/2*3/H5"):
        position = game("duel").position(f"{pits} adversary")
        values.append(material(position.game.board, position.state))
    assert values == [2, 20]
