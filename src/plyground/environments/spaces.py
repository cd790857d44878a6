"""What agents see of a position: planes of zeros and ones, and a mask of the legal moves."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from plyground.batch import Batch
from plyground.core.position import Game, Move, Position
from plyground.errors import IllegalMoveError

Observation = dict[str, npt.NDArray[Any]]

WON, DRAWN, LOST = 1.0, 0.0, -1.0


def action_space(game: Game) -> spaces.Discrete:
    """Return the codes of all moves: legal ones are marked in ``action_mask``."""
    return spaces.Discrete(game.rules.move_codes(game.board))


def observation_space(game: Game) -> spaces.Dict:
    """Return the space of what `observe` returns."""
    codes, planes = int(action_space(game).n), Batch.start(game, 1, threads=1).observations().shape[1:]
    return spaces.Dict(
        observation=spaces.Box(0, 1, planes, np.uint8), action_mask=spaces.Box(0, 1, (codes,), np.int8)
    )


def observe(position: Position, *, is_mine: bool) -> Observation:
    """Return the planes of a position and the mask of its moves.

    The planes are those of `Batch.observations`, for the side to move. Nobody else has legal moves.
    """
    game = position.game
    mask = np.zeros(game.rules.move_codes(game.board), np.int8)
    if is_mine and position.outcome is None:
        mask[[move.code for move in position.moves()]] = 1
    return {"observation": Batch.of([position], threads=1).observations()[0], "action_mask": mask}


def move_of(position: Position, action: Any) -> Move:
    """Return the move that an action stands for.

    Raises:
        IllegalMoveError: it is not legal.
    """
    for move in position.moves():
        if move.code == operator.index(action):
            return move
    raise IllegalMoveError(f"action {action} is not a legal move here; action_mask marks those that are")


def result_of(position: Position, player: int) -> float:
    """Return what a finished game is worth for a player."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return DRAWN
    return WON if outcome.winner == position.game.players[player] else LOST
