"""Jumps and removals of Konane, compiled."""

from __future__ import annotations

import numpy as np

from plyground.core.bits import EMPTY, Word, bit, has, lowest, popcount, without_lowest
from plyground.core.rules import NO_SQUARE, ONGOING, Moves
from plyground.core.stones import State
from plyground.games.konane.board import Board
from plyground.jit import kernel

ONE, TWO, THREE, FOUR, FIVE, SIX = map(np.uint64, range(1, 7))
# A move's code is 8 * square + axis + jumps. The square is the left or upper end of the jump,
# whichever way it goes: a stone of the mover's on one end and a hole on the other tell that.
# So one loop finds the jumps of both directions, and `play` need not ask for the direction.
# The opening removes the stone on the square: no jumps.
ROW, COLUMN = 0, 4


@kernel
def legal_moves(board: Board, state: State, moves: Moves) -> int:
    """Fill `moves` with the jumps, or with the stones that may be removed in the opening."""
    holes = board.squares & ~(state.own | state.opponent)
    if popcount(holes) < 2:
        return _write_moves(moves, 0, _removals(board, state, holes), 0)
    own, over, columns = state.own, state.opponent, np.uint64(board.columns)

    # Down a column the edge needs no mask: beyond it there is neither a stone nor a hole.
    row, column = (over >> ONE) & board.room_1, over >> columns
    count = _write_moves(moves, 0, row & line_ends(own, holes, TWO), ROW + 1)
    count = _write_moves(moves, count, column & line_ends(own, holes, TWO * columns), COLUMN + 1)

    row &= (holes >> TWO) & (over >> THREE) & board.room_2
    column &= (holes >> TWO * columns) & (over >> THREE * columns)
    twice_in_row = row & line_ends(own, holes, FOUR)
    twice_in_column = column & line_ends(own, holes, FOUR * columns)
    # Longer jumps are rare: one branch around them all is cheaper than four loops.
    if twice_in_row | twice_in_column == EMPTY:
        return count
    count = _write_moves(moves, count, twice_in_row, ROW + 2)
    count = _write_moves(moves, count, twice_in_column, COLUMN + 2)

    row &= (holes >> FOUR) & (over >> FIVE) & board.room_3
    column &= (holes >> FOUR * columns) & (over >> FIVE * columns)
    count = _write_moves(moves, count, row & line_ends(own, holes, SIX), ROW + 3)
    return _write_moves(moves, count, column & line_ends(own, holes, SIX * columns), COLUMN + 3)


@kernel
def line_ends(own: Word, holes: Word, distance: Word) -> Word:
    """Return the left or upper ends of all lines from an own stone to a hole, or back."""
    return (own & (holes >> distance)) | (holes & (own >> distance))


@kernel
def _write_moves(moves: Moves, count: int, squares: Word, way: int) -> int:
    while squares != EMPTY:
        moves[count] = 8 * lowest(squares) + way
        squares = without_lowest(squares)
        count += 1
    return count


@kernel
def _removals(board: Board, state: State, holes: Word) -> Word:
    """Black opens where the rules allow it; white removes a stone next to the hole."""
    return state.own & (board.openings if holes == EMPTY else _beside(board, holes))


@kernel
def _beside(board: Board, squares: Word) -> Word:
    """Return the squares next to some squares, in rows and columns."""
    columns = np.uint64(board.columns)
    in_row = ((squares & ~board.left_column) >> ONE) | ((squares & ~board.right_column) << ONE)
    return in_row | (squares >> columns) | ((squares << columns) & board.squares)


@kernel
def _distance(board: Board, move: int) -> int:
    """Return how far apart the two ends of a jump are; 0 in the opening."""
    return 2 * (move & 3) * (1 if move & COLUMN == 0 else board.columns)


@kernel
def play(board: Board, state: State, move: int) -> State:
    """Jump, removing every stone jumped over, or remove a stone in the opening.

    A jump changes both ends, whichever is its origin. In the opening they are one square,
    and nothing lies between them.
    """
    square, other_end = np.uint64(move >> 3), bit(_distance(board, move))
    crossed = board.crossed_in_row if move & COLUMN == 0 else board.crossed_in_column
    taken = (crossed & (other_end - ONE)) << square
    moved = (ONE | other_end) << square
    return State(state.opponent ^ taken, state.own ^ moved, state.player ^ ONE)


@kernel
def result(board: Board, state: State, count: int) -> int:
    """Who cannot move loses."""
    return ONGOING if count > 0 else -1


@kernel
def has_move(board: Board, state: State) -> bool:
    """Tell whether a stone can jump; in the opening there is always one to remove."""
    own, over, columns = state.own, state.opponent, np.uint64(board.columns)
    holes = board.squares & ~(own | over)
    in_row = (over >> ONE) & board.room_1 & line_ends(own, holes, TWO)
    in_column = (over >> columns) & line_ends(own, holes, TWO * columns)
    return bool(in_row | in_column != EMPTY) or popcount(holes) < 2


@kernel
def is_legal(board: Board, state: State, move: int) -> bool:
    """Tell whether a stone can jump along a line, or may be removed in the opening."""
    holes = board.squares & ~(state.own | state.opponent)
    if popcount(holes) < 2:
        return move & 7 == 0 and has(_removals(board, state, holes), move >> 3)
    return move & 3 > 0 and _has_room(board, move) and _is_open(board, state, holes, move)


@kernel
def _has_room(board: Board, move: int) -> bool:
    """Tell whether a jump ends on the board."""
    square, jumps = move >> 3, move & 3
    if move & COLUMN != 0:
        return square + _distance(board, move) < board.rows * board.columns
    return has(board.room_1 if jumps == 1 else board.room_2 if jumps == 2 else board.room_3, square)


@kernel
def _is_open(board: Board, state: State, holes: Word, move: int) -> bool:
    """Tell whether stones and holes lie along a line as a jump needs them."""
    square, distance = np.uint64(move >> 3), _distance(board, move)
    step, crossed = ONE, board.crossed_in_row
    if move & COLUMN != 0:
        step, crossed = np.uint64(board.columns), board.crossed_in_column
    before_end = bit(distance) - ONE
    crossed &= before_end
    landings = (crossed << step) & before_end
    missing = (crossed & ~(state.opponent >> square)) | (landings & ~(holes >> square))
    return bool(missing == EMPTY) and has(line_ends(state.own, holes, np.uint64(distance)), move >> 3)


@kernel
def move_squares(board: Board, state: State, move: int) -> tuple[int, int]:
    """Return where a stone comes from and lands; a removed stone has no origin."""
    square, distance = move >> 3, _distance(board, move)
    if distance == 0:
        return NO_SQUARE, square
    other_end = square + distance
    return (square, other_end) if has(state.own, square) else (other_end, square)


@kernel
def count_jumps(board: Board, own: Word, over: Word) -> int:
    """Count the jumps of the stones `own` over the stones `over`; each landing is one."""
    columns = np.uint64(board.columns)
    holes = board.squares & ~(own | over)
    row, column = (over >> ONE) & board.room_1, over >> columns
    count = popcount(row & line_ends(own, holes, TWO))
    count += popcount(column & line_ends(own, holes, TWO * columns))
    row &= (holes >> TWO) & (over >> THREE) & board.room_2
    column &= (holes >> TWO * columns) & (over >> THREE * columns)
    count += popcount(row & line_ends(own, holes, FOUR))
    count += popcount(column & line_ends(own, holes, FOUR * columns))
    row &= (holes >> FOUR) & (over >> FIVE) & board.room_3
    column &= (holes >> FOUR * columns) & (over >> FIVE * columns)
    count += popcount(row & line_ends(own, holes, SIX))
    return count + popcount(column & line_ends(own, holes, SIX * columns))
