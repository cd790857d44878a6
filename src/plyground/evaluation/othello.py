"""Evaluations of Othello, each from the view of the side to move."""

from __future__ import annotations

import numpy as np

from plyground.core.bits import EMPTY, Word, bit, popcount
from plyground.core.heuristics import heuristic
from plyground.core.stones import State
from plyground.games.othello.rules import ONE, Board, placements
from plyground.jit import kernel

# What a square is worth by its place, in points. A disc in a corner can never be turned; one
# beside an empty corner gives the corner away, and most of all diagonally beside it.
CORNER = 20
BESIDE_CORNER = -4
DIAGONAL_TO_CORNER = -8
EDGE = 2

# Weights of `handmade`, in tenths of a disc: on a board that is nearly empty, and on one that is
# nearly full; in between they go over into each other. Fitted to the results of games.
DISC = (0, 2)  # many discs early on are only more for the opponent to turn
PLACE_TO_GO = (5, 15)  # whoever runs out of good moves must make bad ones
FRONTIER_DISC = (-8, -5)  # a disc beside an empty square gives the opponent places to go
OWN_CORNER = (120, 0)  # late, all it is worth is in the discs that it makes stable
OPEN_CORNER = (40, 25)  # one that can be taken now
STABLE_DISC = (25, 5)  # can never be turned
DIAGONAL_TO_OPEN_CORNER = (-110, -10)  # gives the corner away
BESIDE_OPEN_CORNER = (-10, -10)  # may give it away
LAST_MOVE = (20, 20)  # with an odd number of empty squares the side to move makes the last move
TENTHS = 10


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


@kernel
def left_column(board: Board) -> Word:
    """Return the squares of the left column."""
    first_row = bit(board.columns) - ONE
    return board.squares // first_row  # a full row fits once into every row


@kernel
def with_neighbours(board: Board, squares: Word) -> Word:
    """Return some squares and all that touch them."""
    columns, inner = np.uint64(board.columns), board.inner_columns
    # A step that leaves an inner column or enters one stays in its row.
    band = squares | (((squares & inner) << ONE) | ((squares & inner) >> ONE))
    band |= ((squares << ONE) | (squares >> ONE)) & inner
    return (band | (band << columns) | (band >> columns)) & board.squares


@kernel
def stable(board: Board, discs: Word) -> Word:
    """Return the discs of one side that are held for ever by its corners.

    On each of the four axes they have the rim of the board or another such disc beside them, so
    no line through them can be closed on both sides. Without a corner there are none.
    """
    columns, left = np.uint64(board.columns), left_column(board)
    right = left << (columns - ONE)
    sides, rim = left | right, edges(board)
    ends = (rim & ~sides) | corners(board)
    found, grown = EMPTY, discs & corners(board)
    while grown != found:
        found = grown
        rightward, leftward = (found & ~right) << ONE, (found & ~left) >> ONE
        grown = (
            discs
            & (sides | rightward | leftward)
            & (ends | (found << columns) | (found >> columns))
            & (rim | (rightward << columns) | (leftward >> columns))
            & (rim | (leftward << columns) | (rightward >> columns))
        )
    return found


@kernel
def _more(own: Word, opponent: Word) -> int:
    return popcount(own) - popcount(opponent)


@kernel
def _more_on(squares: Word, state: State) -> int:
    return popcount(state.own & squares) - popcount(state.opponent & squares)


@kernel
def _by_phase(weight: tuple[int, int], empty: int, filled: int) -> int:
    return weight[0] * empty + weight[1] * filled


@heuristic("othello")
def mobility(board: Board, state: State) -> int:
    """My places to go, less yours."""
    own, opponent = state.own, state.opponent
    return _more(placements(board, own, opponent), placements(board, opponent, own))


@heuristic("othello")
def frontier(board: Board, state: State) -> int:
    """My discs beside empty squares, less yours: those that can be turned."""
    empty = board.squares & ~(state.own | state.opponent)
    return _more_on(with_neighbours(board, empty), state)


@heuristic("othello")
def handmade(board: Board, state: State) -> float:
    """Places to go, frontier, corners, stable discs and the last move, weighted by how full the board is."""
    own, opponent, corner = state.own, state.opponent, corners(board)
    empty = board.squares & ~(own | opponent)
    moves, enemy_moves = placements(board, own, opponent), placements(board, opponent, own)
    by_open_corner = with_neighbours(board, empty & corner)
    left = popcount(empty)
    filled = board.rows * board.columns - left
    score = (
        _by_phase(DISC, left, filled) * _more(own, opponent)
        + _by_phase(PLACE_TO_GO, left, filled) * _more(moves, enemy_moves)
        + _by_phase(FRONTIER_DISC, left, filled) * _more_on(with_neighbours(board, empty), state)
        + _by_phase(OWN_CORNER, left, filled) * _more_on(corner, state)
        + _by_phase(OPEN_CORNER, left, filled) * _more(moves & corner, enemy_moves & corner)
        + _by_phase(STABLE_DISC, left, filled) * _more(stable(board, own), stable(board, opponent))
        + _by_phase(DIAGONAL_TO_OPEN_CORNER, left, filled)
        * _more_on(by_open_corner & diagonal_to_corners(board), state)
        + _by_phase(BESIDE_OPEN_CORNER, left, filled)
        * _more_on(by_open_corner & beside_corners(board), state)
        + _by_phase(LAST_MOVE, left, filled) * (1 if left % 2 == 1 else -1)
    )
    return score / (TENTHS * board.rows * board.columns)
