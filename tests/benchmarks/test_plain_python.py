"""The plain Python searches that the engine is compared with find what the textbook finds."""

from __future__ import annotations

import pytest
from benchmarks.plain_games import GAMES, PlainGame
from benchmarks.plain_python import alphabeta, read_board

from plyground.core.position import game
from plyground.evaluation import known_heuristics
from plyground.search import textbook
from plyground.search.score import UNIT
from tests.search.positions import random_positions

POSITIONS = 40


@pytest.mark.parametrize("plain", GAMES, ids=lambda plain: plain.name)
def test_plain_python_finds_the_value_of_the_textbook(plain: PlainGame) -> None:
    on = game(plain.name)
    evaluate = known_heuristics(plain.name)[plain.evaluation].function  # whole points, all four
    for index, position in enumerate([on.start(), *random_positions(on, POSITIONS, seed=5)]):
        depth = 1 + index % 2
        board, player = read_board(position)
        found = textbook.alphabeta(position, depth, lambda each: UNIT * int(evaluate(on.board, each.state)))
        assert alphabeta(plain, board, player, depth) * UNIT == found.score, (position.text, depth)


@pytest.mark.parametrize("plain", GAMES, ids=lambda plain: plain.name)
def test_plain_python_knows_the_moves_of_the_start(plain: PlainGame) -> None:
    position = game(plain.name).start()
    board, player = read_board(position)
    assert len(plain.moves(board, player)) == len(position.moves())
