"""What Konane puzzles are about: safe moves, which the other side cannot take away, and long jumps."""

from __future__ import annotations

import numpy as np

from plyground.core.stones import State
from plyground.games.konane.board import MOST_JUMPS, Board
from plyground.games.konane.moves import legal_moves, play

SAFE_MOVE, LONG_JUMP = "safe move", "long jump"


def puzzle_tags(board: Board, states: tuple[State, ...], moves: tuple[int, ...]) -> tuple[str, ...]:
    """Name what the first move does: it leaves more safe moves than any other, or jumps several times."""
    kept = {move: count_safe_moves(board, play(board, states[0], move)) for move in _moves(board, states[0])}
    others = [count for move, count in kept.items() if move != moves[0]]
    found = [SAFE_MOVE] if kept[moves[0]] > max(others, default=0) else []
    return (*found, LONG_JUMP) if moves[0] & 3 > 1 else tuple(found)


def count_safe_moves(board: Board, state: State) -> int:
    """Count the jumps that the side that has just moved still has after every reply."""
    replies = _moves(board, state)
    if not replies:
        return 0
    return len(set.intersection(*(set(_moves(board, play(board, state, reply))) for reply in replies)))


def _moves(board: Board, state: State) -> list[int]:
    moves = np.empty(4 * MOST_JUMPS * board.rows * board.columns // 2, np.int32)
    return [int(move) for move in moves[: legal_moves(board, state, moves)]]
