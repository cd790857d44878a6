"""Evaluations of Konane, each from the view of the side to move."""

from __future__ import annotations

import numpy as np

from plyground.bits import Word, popcount
from plyground.games.konane import FIVE, FOUR, ONE, SIX, THREE, TWO, Board, line_ends
from plyground.heuristics import heuristic
from plyground.kernel import kernel
from plyground.stones import State


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


@heuristic("konane")
def mobility(board: Board, state: State) -> int:
    """Jumps I have more than you."""
    own = count_jumps(board, state.own, state.opponent)
    return own - count_jumps(board, state.opponent, state.own)
