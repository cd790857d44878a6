"""Evaluations of Othello, each from the view of the side to move."""

from __future__ import annotations

import numpy as np

from plyground.bits import Word, bit, popcount
from plyground.games.othello import Board
from plyground.heuristics import heuristic
from plyground.kernel import kernel
from plyground.stones import State

# What a square is worth by its place, in points. A disc in a corner can never be turned; one
# beside an empty corner gives the corner away, and most of all diagonally beside it.
CORNER = 20
BESIDE_CORNER = -4
DIAGONAL_TO_CORNER = -8
EDGE = 2


@kernel
def corners(board: Board) -> Word:
    """Return the four corners."""
    last = board.rows * board.columns - 1
    return bit(0) | bit(board.columns - 1) | bit(last - board.columns + 1) | bit(last)


@kernel
def diagonal_to_corners(board: Board) -> Word:
    """Return the four squares diagonally beside the corners."""
    columns, last = board.columns, board.rows * board.columns - 1
    return bit(columns + 1) | bit(2 * columns - 2) | bit(last - 2 * columns + 2) | bit(last - columns - 1)


@kernel
def beside_corners(board: Board) -> Word:
    """Return the eight squares of the edge beside the corners."""
    columns, last = board.columns, board.rows * board.columns - 1
    top = bit(1) | bit(columns - 2) | bit(columns) | bit(2 * columns - 1)
    return top | bit(last - 1) | bit(last - columns + 2) | bit(last - columns) | bit(last - 2 * columns + 1)


@kernel
def edges(board: Board) -> Word:
    """Return all squares of the edge."""
    first_row = bit(board.columns) - np.uint64(1)
    last_row = first_row << np.uint64((board.rows - 1) * board.columns)
    return (board.squares & ~board.inner_columns) | first_row | last_row


@kernel
def _worth(board: Board, discs: Word) -> int:
    return (
        CORNER * popcount(discs & corners(board))
        + BESIDE_CORNER * popcount(discs & beside_corners(board))
        + DIAGONAL_TO_CORNER * popcount(discs & diagonal_to_corners(board))
        + EDGE * popcount(discs & edges(board) & ~corners(board) & ~beside_corners(board))
    )


@heuristic("othello")
def squares(board: Board, state: State) -> int:
    """Squares weighted by their place, mine less yours, minus the difference in discs."""
    discs = popcount(state.own) - popcount(state.opponent)
    return _worth(board, state.own) - _worth(board, state.opponent) - discs
