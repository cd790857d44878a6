"""What a position of Othello is worth by a shallow search, for the order of moves far from the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core.bits import EMPTY, Word, bit, lowest, without_lowest
from plyground.core.stones import State
from plyground.games.othello.few_empties import margin_of
from plyground.games.othello.rules import Board
from plyground.games.othello.vectors import make_enclosed, make_placements
from plyground.jit import kernel

_BLACK = np.uint64(0)
_NOTHING = -1e9


def make_estimate(board: Board, evaluate: Any) -> Callable[..., float]:
    """Make the kernel that searches some plies with an evaluation, in points for the side to move."""
    if evaluate is None:
        return _nothing
    placements, enclosed = make_placements(board), make_enclosed(board)

    @kernel(is_inlined=False)
    def estimate(own: Word, opponent: Word, depth: int, alpha: float, beta: float, workspace: Any) -> float:
        workspace.nodes += 1
        if workspace.nodes > workspace.node_limit:
            workspace.stop = 1
        if workspace.stop != 0:
            return 0.0
        if depth == 0:
            return float(evaluate(board, State(own, opponent, _BLACK), workspace.evaluation))
        moves = placements(own, opponent)
        if moves == EMPTY:
            if placements(opponent, own) == EMPTY:
                return float(margin_of(own, opponent))
            return -estimate(opponent, own, depth - 1, -beta, -alpha, workspace)
        best = _NOTHING
        while moves != EMPTY and best < beta:
            square = lowest(moves)
            moves = without_lowest(moves)
            discs = enclosed(square, own, opponent)
            least = alpha if alpha > best else best
            score = -estimate(
                opponent ^ discs, own | discs | bit(square), depth - 1, -beta, -least, workspace
            )
            best = score if score > best else best
        return best

    return estimate


@kernel
def _nothing(own: Word, opponent: Word, depth: int, alpha: float, beta: float, workspace: Any) -> float:
    return 0.0
