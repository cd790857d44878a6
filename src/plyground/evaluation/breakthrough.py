"""Evaluations of Breakthrough, each from the view of the side to move.

Those of one side only (`reckless`, `defensive`, `cautious`) are meant that way: taken as
differences, a reckless and a defensive player would be the same.
"""

from __future__ import annotations

import numpy as np

from plyground.core.bits import EMPTY, Word, popcount
from plyground.core.heuristics import heuristic
from plyground.core.stones import State
from plyground.games.breakthrough import BLACK, ONE, Board
from plyground.jit import kernel

# Weights of `complete`. Losing next move outweighs everything that pawns can add up to.
NEARLY_HOME_PENALTY = 100.0
PROTECTION_BONUS = 1.5  # more than the point that danger costs
EMPTY_COLUMN_PENALTY = 0.5


@kernel
def attacked(board: Board, pawns: Word, player: Word) -> Word:
    """Return the squares diagonally ahead of a player's pawns."""
    columns = np.uint64(board.columns)
    left, right = pawns & ~board.left_column, pawns & ~board.right_column
    if player == BLACK:
        return ((left << (columns - ONE)) | (right << (columns + ONE))) & board.squares
    return (left >> (columns + ONE)) | (right >> (columns - ONE))


@kernel
def steps(board: Board, pawns: Word, enemies: Word, player: Word) -> int:
    """Count the moves of a player's pawns."""
    columns = np.uint64(board.columns)
    free = board.squares & ~(pawns | enemies)
    ahead = pawns << columns if player == BLACK else pawns >> columns
    left, right = pawns & ~board.left_column, pawns & ~board.right_column
    if player == BLACK:
        left, right = left << (columns - ONE), right << (columns + ONE)
    else:
        left, right = left >> (columns + ONE), right >> (columns - ONE)
    open_diagonally = board.squares & ~pawns
    return popcount(ahead & free) + popcount(left & open_diagonally) + popcount(right & open_diagonally)


@kernel
def row_of(board: Board, row: int) -> Word:
    """Return the squares of a row, counted from the top."""
    return board.top_row << np.uint64(row * board.columns)


@kernel
def rows_advanced(board: Board, pawns: Word, player: Word) -> int:
    """Return how many rows all pawns of a player have behind them together."""
    total = 0
    for advanced in range(1, board.rows):
        row = advanced if player == BLACK else board.rows - 1 - advanced
        total += advanced * popcount(pawns & row_of(board, row))
    return total


@kernel
def farthest(board: Board, pawns: Word, player: Word) -> int:
    """Return how many rows the most advanced of a player's pawns has behind it."""
    for advanced in range(board.rows - 1, 0, -1):
        row = advanced if player == BLACK else board.rows - 1 - advanced
        if pawns & row_of(board, row) != EMPTY:
            return advanced
    return 0


@heuristic("breakthrough")
def piece(board: Board, state: State) -> int:
    """Pawns I have more than you."""
    return popcount(state.own) - popcount(state.opponent)


@heuristic("breakthrough")
def mobility(board: Board, state: State) -> int:
    """Moves I have more than you."""
    own = steps(board, state.own, state.opponent, state.player)
    return own - steps(board, state.opponent, state.own, state.player ^ ONE)


@heuristic("breakthrough")
def position(board: Board, state: State) -> int:
    """Rows that my pawns have advanced together, less those of yours."""
    own = rows_advanced(board, state.own, state.player)
    return own - rows_advanced(board, state.opponent, state.player ^ ONE)


@heuristic("breakthrough")
def reckless(board: Board, state: State) -> int:
    """How many rows my farthest pawn has advanced."""
    return farthest(board, state.own, state.player)


@heuristic("breakthrough")
def defensive(board: Board, state: State) -> int:
    """How many rows your nearest pawn still is from my home row."""
    return board.rows - 1 - farthest(board, state.opponent, state.player ^ ONE)


@heuristic("breakthrough")
def cautious(board: Board, state: State) -> int:
    """One point off for each of my pawns that you can take next."""
    return -popcount(state.own & attacked(board, state.opponent, state.player ^ ONE))


@heuristic("breakthrough")
def comprehensive(board: Board, state: State) -> float:
    """All of these: piece + position + 2 x defensive + 0.5 x reckless + cautious."""
    return (
        piece(board, state)
        + position(board, state)
        + 2 * defensive(board, state)
        + 0.5 * reckless(board, state)
        + cautious(board, state)
    )


@heuristic("breakthrough")
def complete(board: Board, state: State) -> float:
    """Like comprehensive, and also: pawns about to arrive, pawns that protect each other, open columns."""
    enemy = state.player ^ ONE
    own_attacks = attacked(board, state.own, state.player)
    in_danger = state.own & attacked(board, state.opponent, enemy)
    home = 1 if state.player == BLACK else board.rows - 2
    nearly_home = state.opponent & row_of(board, home)
    score = comprehensive(board, state)
    score += PROTECTION_BONUS * popcount(in_danger & own_attacks)
    if nearly_home != EMPTY:
        score -= NEARLY_HOME_PENALTY
    for column in range(board.columns):
        squares = board.left_column << np.uint64(column)
        if state.own & squares == EMPTY:
            score -= EMPTY_COLUMN_PENALTY * (2.0 if state.opponent & squares != EMPTY else 1.0)
    return score
