"""Quiescence without pruning, in plain Python: the twin of the compiled one."""

from __future__ import annotations

from typing import Any

from plyground.core.position import Position
from plyground.search.score import UNIT, WIN
from plyground.search.textbook import Evaluation


def quiet_minimax(position: Position, depth: int, evaluate: Evaluation) -> int:
    """Return the minimax value; below the depth, noisy moves or leaving things as they are."""
    return _QuietMinimax(evaluate).value(position, depth, 0)


class _QuietMinimax:
    """Captures in another order lead to the same positions, on some boards millions of times.

    A noisy move cannot be undone: what was on the board before it never comes back, so the value below
    it does not depend on the path and is worked out once.
    """

    def __init__(self, evaluate: Evaluation) -> None:
        self._evaluate = evaluate
        self._known: dict[tuple[Any, int], int] = {}

    def value(self, position: Position, depth: int, ply: int) -> int:
        if depth >= 0:
            return self._work_out(position, depth, ply)
        key = position.state, ply
        if key not in self._known:
            self._known[key] = self._work_out(position, depth, ply)
        return self._known[key]

    def _work_out(self, position: Position, depth: int, ply: int) -> int:
        if position.outcome is not None:
            if position.outcome.winner is None:
                return 0
            sign = 1 if position.outcome.winner == position.to_move else -1
            return sign * (WIN - ply * UNIT)
        moves = position.moves()
        if depth <= 0:
            moves = [move for move in moves if is_noisy(position, move.code)]
        scores = [-self.value(position.play(move), depth - 1, ply + 1) for move in moves]
        if depth <= 0:
            scores.append(self._evaluate(position))
        return max(scores)


def is_noisy(position: Position, code: int) -> bool:
    game = position.game
    assert game.rules.is_noisy is not None
    return bool(game.rules.is_noisy(game.board, position.state, code))
