"""`is_legal` against the list of legal moves, for every code that a move could have."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from plyground.core.conformance import ConformanceError, check_game
from plyground.core.discovery import known_games
from plyground.core.position import Game, Position, game

BOARDS = [
    ("breakthrough", "6x6"),
    ("breakthrough", "8x8"),
    ("breakthrough", "5x2"),
    ("konane", "8x8"),
    ("konane", "4x6"),
    ("duel", "6"),
    ("duel", "9"),
]
GAMES = 3
EVERY = 4  # positions of a game are looked at; their neighbours are much alike


def listed(position: Position) -> set[int]:
    rules, board = position.game.rules, position.game.board
    codes = np.zeros(rules.most_moves(board), np.int32)
    return set(codes[: rules.legal_moves(board, position.state, codes)].tolist())


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_is_legal_knows_every_code(name: str, size: str) -> None:
    on = game(name, size=size)
    assert on.rules.is_legal is not None
    rng = random.Random(7)
    for number in range(GAMES):
        position, ply = on.start(), number
        while position.outcome is None:
            if ply % EVERY == 0:
                codes = range(on.rules.move_codes(on.board))
                legal = {code for code in codes if on.rules.is_legal(on.board, position.state, code)}
                assert legal == listed(position), position.text
            position, ply = position.play(rng.choice(position.moves())), ply + 1


@pytest.mark.parametrize("answer", [True, False])
def test_a_game_that_does_not_know_its_moves_is_found_out(answer: bool) -> None:
    rules = replace(known_games()["breakthrough"], is_legal=lambda board, state, move: answer)
    with pytest.raises(ConformanceError, match="is_legal and legal_moves disagree about the code"):
        check_game(Game.of(rules, {}), iter([0] * 10))
