"""Plain minimax over every state that can be reached, with the rules' own kernels and nothing else."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from plyground.core.position import Game
from plyground.core.rules import ONGOING

_MOST_PLIES = 400


def values_of_every_state(game: Game, state: Any = None) -> dict[Any, int]:
    """Return what each state that can be reached is worth to the side to move: 1, 0 or -1."""
    rules, board = game.rules, game.board
    buffers = np.zeros((_MOST_PLIES, rules.most_moves(board)), np.int32)
    values: dict[Any, int] = {}

    def value(state: Any, ply: int) -> int:
        if state in values:
            return values[state]
        count = rules.legal_moves(board, state, buffers[ply])
        outcome = rules.result(board, state, count)
        best = (outcome > 0) - (outcome < 0)
        if outcome == ONGOING:
            codes = buffers[ply][:count].tolist()
            best = max(-value(rules.play(board, state, code), ply + 1) for code in codes)
        values[state] = best
        return best

    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10 * _MOST_PLIES))
    value(game.start().state if state is None else state, 0)
    return values
