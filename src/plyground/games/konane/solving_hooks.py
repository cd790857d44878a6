"""What Konane lets a solver know: decided positions, first guesses, and images of openings."""

from __future__ import annotations

import numpy as np

from plyground.core.bits import EMPTY, Word, bit, lowest, popcount, without_lowest
from plyground.core.rules import ONGOING
from plyground.core.stones import State
from plyground.games.konane.board import BLACK, Board
from plyground.games.konane.moves import ONE, TWO, count_jumps, has_move, line_ends
from plyground.jit import kernel

MOST_PREVENTED = 4
"""A jump over one stone takes at most so many jumps from the opponent: three of the stone that is taken, and
one over the stone that goes."""


@kernel
def decided(board: Board, state: State) -> int:
    """Tell who wins if the side to move cannot jump, or can take the opponent's last jump away.

    Longer jumps than over one stone are not tried.
    """
    own, over, columns = state.own, state.opponent, np.uint64(board.columns)
    holes = board.squares & ~(own | over)
    if popcount(holes) < 2:
        return ONGOING
    row = (over >> ONE) & board.room_1 & line_ends(own, holes, TWO)
    column = (over >> columns) & line_ends(own, holes, TWO * columns)
    if row | column == EMPTY:
        return -1
    across = (own >> ONE) & board.room_1 & line_ends(over, holes, TWO)
    down = (own >> columns) & line_ends(over, holes, TWO * columns)
    if popcount(across) + popcount(down) > MOST_PREVENTED:
        return ONGOING
    # Of the jumps that the opponent would have, any one tells which moves are worth a try: its stone has to
    # be taken, or the stone that it jumps over has to go.
    is_across = across != EMPTY
    step, threats = ONE if is_across else columns, across if is_across else down
    if threats != EMPTY:
        end = bit(lowest(threats))
        jumped, jumper = end << step, (end | end << TWO * step) & over
        row &= jumped | jumped >> TWO | jumper >> ONE
        column &= jumped | jumped >> TWO * columns | jumper >> columns
    if _leaves_no_jump(board, state, row, ONE) or _leaves_no_jump(board, state, column, columns):
        return 1
    return ONGOING


@kernel
def _leaves_no_jump(board: Board, state: State, ends: Word, step: Word) -> bool:
    """Tell whether the opponent is stuck after a jump over one stone, given by its left or upper end."""
    while ends != EMPTY:
        end = bit(lowest(ends))
        ends ^= end
        own, opponent = state.own ^ (end | end << TWO * step), state.opponent ^ (end << step)
        if not has_move(board, State(opponent, own, state.player)):
            return True
    return False


@kernel
def leaf_numbers(board: Board, state: State, count: int) -> tuple[int, int]:
    """Guess from the jumps of both sides: who has many, while the other one has few, is soon shown to win.

    Of the formulas that were measured, this one led to the fewest positions on 6x6 and 6x7.
    """
    others = count_jumps(board, state.opponent, state.own)
    return 1 + others**3 // (count + 1), 1 + count**3 // (others + 1)


@kernel
def canonical(board: Board, state: State) -> State:
    """Turn or mirror an opening, so that its holes come first; later no image is looked for.

    Once two stones are removed hardly any position is the image of another one that matters.
    """
    holes = board.squares & ~(state.own | state.opponent)
    if holes == EMPTY or popcount(holes) > 2:
        return state
    lowest_holes = holes
    for way in range(8):
        image = _image(board, holes, way)
        if image < lowest_holes and _image(board, ONE, way) & board.black_squares != EMPTY:
            lowest_holes = image
    own = (board.squares ^ board.black_squares) if state.player != BLACK else board.black_squares
    return State(own & ~lowest_holes, board.squares & ~(own | lowest_holes), state.player)


@kernel
def _image(board: Board, squares: Word, way: int) -> Word:
    """Return where squares come to; 1 in `way` mirrors, 2 flips, 4 exchanges rows and columns if it can."""
    image = EMPTY
    while squares != EMPTY:
        row, column = lowest(squares) // board.columns, lowest(squares) % board.columns
        if way & 1 != 0:
            column = board.columns - 1 - column
        if way & 2 != 0:
            row = board.rows - 1 - row
        if way & 4 != 0 and board.rows == board.columns:
            row, column = column, row
        image |= bit(row * board.columns + column)
        squares = without_lowest(squares)
    return image
