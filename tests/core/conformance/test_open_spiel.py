"""Othello and Breakthrough against OpenSpiel, move by move over random games."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pyspiel
import pytest

from plyground.core.position import Position, game

GAMES = 1000
BREAKTHROUGH_SIZES = [(6, 6), (8, 8), (6, 4), (7, 5), (8, 6)]  # below six rows OpenSpiel sets up one row only


def play_beside(position: Position, state: Any, chance: random.Random) -> int:
    """Play one random game on both sides; return its length in plies."""
    plies = 0
    while not state.is_terminal():
        theirs = {_written(state.action_to_string(action)): action for action in state.legal_actions()}
        ours = {_without_mark(str(move)): move for move in position.moves()}
        assert theirs.keys() == ours.keys(), position.text
        assert state.current_player() == position.player
        chosen = chance.choice(sorted(ours))
        state.apply_action(theirs[chosen])
        position = position.play(ours[chosen])
        plies += 1
    assert position.outcome is not None
    winner = position.outcome.winner
    expected = 0 if winner is None else 1 - 2 * position.game.players.index(winner)
    assert state.player_return(0) == expected
    return plies


@cache
def _written(action: str) -> str:
    """Write OpenSpiel's ``b5c4*`` or ``d3 (x)`` as we do, without the marks."""
    return action.partition(" ")[0].removesuffix("*").lower()


@cache
def _without_mark(move: str) -> str:
    return move.replace("-", "").replace("x", "")


def test_othello_is_that_of_open_spiel() -> None:
    chance = random.Random(8)
    start, other = game("othello").start(), pyspiel.load_game("othello")
    plies = sum(play_beside(start, other.new_initial_state(), chance) for _ in range(GAMES))
    assert plies > 50 * GAMES


@pytest.mark.parametrize(("rows", "columns"), BREAKTHROUGH_SIZES)
def test_breakthrough_is_that_of_open_spiel(rows: int, columns: int) -> None:
    chance = random.Random(rows * columns)
    start = game("breakthrough", size=(rows, columns)).start()
    other = pyspiel.load_game("breakthrough", {"rows": rows, "columns": columns})
    for _ in range(GAMES // len(BREAKTHROUGH_SIZES)):
        play_beside(start, other.new_initial_state(), chance)
