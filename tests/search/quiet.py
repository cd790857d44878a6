"""Quiescence without pruning, in plain Python: the twin of the compiled one."""

from __future__ import annotations

from plyground.position import Position
from plyground.search.score import UNIT, WIN
from plyground.search.textbook import Evaluation


def quiet_minimax(position: Position, depth: int, evaluate: Evaluation, ply: int = 0) -> int:
    """Return the minimax value; below the depth, noisy moves or leaving things as they are."""
    if position.outcome is not None:
        if position.outcome.winner is None:
            return 0
        sign = 1 if position.outcome.winner == position.to_move else -1
        return sign * (WIN - ply * UNIT)
    moves = (
        position.moves()
        if depth > 0
        else [move for move in position.moves() if is_noisy(position, move.code)]
    )
    scores = [-quiet_minimax(position.play(move), depth - 1, evaluate, ply + 1) for move in moves]
    if depth <= 0:
        scores.append(evaluate(position))
    return max(scores)


def is_noisy(position: Position, code: int) -> bool:
    game = position.game
    assert game.rules.is_noisy is not None
    return bool(game.rules.is_noisy(game.board, position.state, code))
