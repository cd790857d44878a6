"""Counting the leaves of the game tree: the classic proof that the rules are right.

By the convention of the published Othello tables a pass is a ply, and a finished game stays
one leaf at every greater depth. Draws by repetition depend on the path and are not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.kernel import kernel
from plyground.rules import ONGOING, Rules

DEEPEST = 64


def make_workspace(most_moves: int) -> Any:
    """Make the memory that a perft kernel works in; it travels as one pointer."""
    layout = np.dtype([("moves", np.int32, (DEEPEST + 1, most_moves)), ("stop", np.int64)], align=True)
    return np.zeros(1, layout)[0]


def make_perft(rules: Rules[Any, Any], board: Any) -> Callable[[Any, int, Any], int]:
    """Compile perft around the rules of one game on one board."""
    legal_moves, play, result = rules.legal_moves, rules.play, rules.result

    @kernel(label=f"perft of {rules.name} {board.rows}x{board.columns}")
    def perft(state: Any, depth: int, workspace: Any) -> int:
        if depth == 0:
            return 1
        moves = workspace.moves[depth]
        count = legal_moves(board, state, moves)
        if result(board, state, count) != ONGOING:
            return 1
        leaves = 0
        for index in range(count):
            leaves += perft(play(board, state, moves[index]), depth - 1, workspace)
        return leaves

    return perft
