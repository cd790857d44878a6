"""The compiled searches find what the textbook finds."""

from __future__ import annotations

import random

import pytest

import plyground as ply
from plyground.search.tt import make_table
from plyground.solving import Solver
from plyground.solving.exact_alphabeta import make_exact_search, make_general_search
from plyground.solving.solver_conformance import keeps_contract
from plyground.solving.solver_workspace import make_workspace
from plyground.solving.textbook import exact_margin

from .boards import BOARDS, Board
from .late import late_positions, random_windows, scattered_discs

POSITIONS = 12


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.label)
def test_values_and_margins_are_those_of_the_textbook(board: Board) -> None:
    game = board.game
    solver = Solver(game, megabytes=1)
    has_margins = game.rules.largest_margin(game.board) > 1
    for position in late_positions(game, POSITIONS, board.plies, seed=1):
        *_, found = solver.run(position)
        margin = exact_margin(position)
        assert found.value == ("loss", "draw", "win")[(margin > 0) - (margin < 0) + 1], position.text
        assert found.margin == (margin if has_margins else None), position.text
        assert (found.low, found.high) == (margin, margin)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.label)
def test_every_window_gives_a_true_bound(board: Board) -> None:
    game = board.game
    search, table = make_exact_search(game.rules, game.board), make_table(1)
    workspace = make_workspace(game.rules, game.board, table)
    largest = game.rules.largest_margin(game.board)
    for position in late_positions(game, POSITIONS, board.plies, seed=2):
        margin = exact_margin(position)
        for alpha, beta in random_windows(largest, 10, seed=3):
            score = search(position.state, alpha, beta, workspace)
            assert keeps_contract(score, margin, alpha, beta), (position.text, alpha, beta, score, margin)


def test_the_endgame_of_othello_agrees_where_sides_can_lose_all_discs() -> None:
    game = ply.game("othello", size=4)
    search, table = make_exact_search(game.rules, game.board), make_table(1)
    workspace = make_workspace(game.rules, game.board, table)
    for position in scattered_discs(game, 60, seed=3):
        margin = exact_margin(position)
        for alpha, beta in random_windows(16, 5, seed=margin + 16):
            score = search(position.state, alpha, beta, workspace)
            assert keeps_contract(score, margin, alpha, beta), (position.text, alpha, beta, score, margin)


def test_taking_all_discs_at_once_is_not_always_best() -> None:
    position = ply.game("othello").position("3b/1w1b/2wb/b1bb black")
    assert any(position.play(move).outcome for move in position.moves())
    solution = ply.solve(position, megabytes=1)
    assert (solution.margin, exact_margin(position)) == (14, 14)


@pytest.mark.parametrize("empty", [9, 10, 12])
def test_the_endgame_of_othello_agrees_with_the_general_search(empty: int) -> None:
    """Both with the table and stability cut-offs at work, which plain Python is too slow for."""
    game = ply.game("othello")
    searches = [make(game.rules, game.board) for make in (make_exact_search, make_general_search)]
    tables = [make_table(4) for _ in searches]
    workspaces = [make_workspace(game.rules, game.board, table) for table in tables]
    chance = random.Random(empty)
    for position in late_positions(game, 4, empty, seed=empty):
        alpha = chance.randrange(-64, 64)
        for window in ((-65, 65), (alpha, alpha + 1)):
            exact, general = (
                search(position.state, *window, workspace)
                for search, workspace in zip(searches, workspaces, strict=True)
            )
            if window == (-65, 65):
                margin = general
                assert exact == margin, position.text
            assert keeps_contract(exact, margin, *window), (position.text, window, exact, margin)
