"""Evaluations of Konane, each from the view of the side to move."""

from __future__ import annotations

import numpy as np

from plyground.core.bits import Word, popcount
from plyground.core.heuristics import heuristic
from plyground.core.stones import State
from plyground.games.konane import ONE, Board, count_jumps
from plyground.jit import kernel

Ways = tuple[Word, Word, Word, Word]
"""A set of squares for each way to jump: to the right, to the left, down and up."""

# Weights of `handmade`, in thousandths of a point: a hole to jump into is one. They were fitted to the
# outcomes of 12,000 games of the engine against itself on 8x8 and 6x6, and then rounded.
LANDING = 1000
SAFE_LANDING = 300
JUMP = -400  # of several jumps into one hole, only one is ever made
PREY = 1150
CONTACT = 700  # without enemies beside its stones, a side will never jump again
MOVER = 550
GOING_ON = 550
WAKING = 350
TURN = -900  # who has to move uses up one of the moves it had in reserve


@kernel
def prey_of(board: Board, own: Word, others: Word) -> Ways:
    """Return which of the others stand beside an own stone and before a square to land on, empty or not."""
    columns = np.uint64(board.columns)
    in_row = others & ~(board.left_column | board.right_column)
    in_column = others & (board.squares << columns) & (board.squares >> columns)
    return (
        in_row & (own << ONE),
        in_row & (own >> ONE),
        in_column & (own << columns),
        in_column & (own >> columns),
    )


@kernel
def ahead(board: Board, jumped: Ways) -> Word:
    """Return where the jumps over some stones lead."""
    columns = np.uint64(board.columns)
    right, left, down, up = jumped
    return (right << ONE) | (left >> ONE) | (down << columns) | (up >> columns)


@kernel
def behind(board: Board, jumped: Ways) -> Word:
    """Return where the jumps over some stones come from."""
    columns = np.uint64(board.columns)
    right, left, down, up = jumped
    return (right >> ONE) | (left << ONE) | (down >> columns) | (up << columns)


@kernel
def leading_to(board: Board, jumped: Ways, targets: Word) -> Ways:
    """Keep the jumps that lead to some squares."""
    columns = np.uint64(board.columns)
    right, left, down, up = jumped
    return (
        right & (targets >> ONE),
        left & (targets << ONE),
        down & (targets >> columns),
        up & (targets << columns),
    )


@kernel
def that_stay(board: Board, jumped: Ways, movers: Word, victims: Word) -> Ways:
    """Keep the jumps that no enemy can prevent now, by moving away or by taking the stone that jumps."""
    columns = np.uint64(board.columns)
    right, left, down, up = jumped
    return (
        right & ~(movers | (victims << ONE)),
        left & ~(movers | (victims >> ONE)),
        down & ~(movers | (victims << columns)),
        up & ~(movers | (victims >> columns)),
    )


@kernel
def any_way(jumped: Ways) -> Word:
    """Return what is in any of the four sets."""
    return jumped[0] | jumped[1] | jumped[2] | jumped[3]


@kernel
def beside(board: Board, stones: Word) -> Word:
    """Return the squares next to some stones, and some beyond the board."""
    columns = np.uint64(board.columns)
    in_row = ((stones & ~board.right_column) << ONE) | ((stones & ~board.left_column) >> ONE)
    return in_row | (stones << columns) | (stones >> columns)


@kernel
def prospects(board: Board, own: Word, others: Word) -> int:
    """Score what a side can do, now and after some jumps of its own, in thousandths of a point."""
    holes = board.squares & ~(own | others)
    prey = prey_of(board, own, others)
    jumped = leading_to(board, prey, holes)
    threatened = leading_to(board, prey_of(board, others, own), holes)
    movers = behind(board, jumped)

    landings = ahead(board, jumped)
    safe_jumps = that_stay(board, jumped, behind(board, threatened), any_way(threatened))
    score = LANDING * popcount(landings) + SAFE_LANDING * popcount(ahead(board, safe_jumps))
    right, left, down, up = jumped
    score += JUMP * (popcount(right) + popcount(left) + popcount(down) + popcount(up))

    score += PREY * popcount(any_way(prey)) + CONTACT * popcount(others & beside(board, own))

    # The region that a jump opens: the stone goes on, or another one jumps to where it was.
    going_on = ahead(board, prey_of(board, landings, others)) & holes & ~landings
    waking = behind(board, leading_to(board, prey, movers)) & ~movers
    score += MOVER * popcount(movers) + GOING_ON * popcount(going_on)
    return score + WAKING * popcount(waking)


@heuristic("konane")
def mobility(board: Board, state: State) -> int:
    """Jumps I have more than you."""
    own = count_jumps(board, state.own, state.opponent)
    return own - count_jumps(board, state.opponent, state.own)


@heuristic("konane")
def handmade(board: Board, state: State) -> float:
    """Holes I can jump into, safely or not, stones I may still take, and where that leads; less yours."""
    own = prospects(board, state.own, state.opponent)
    return (own - prospects(board, state.opponent, state.own) + TURN) / 1000
