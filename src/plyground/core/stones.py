"""What games with one kind of piece per side share: two sets of squares, and the side to move."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.core.bits import Word, has
from plyground.core.notation import Diagram
from plyground.core.rules import set_of
from plyground.jit import kernel


class State(NamedTuple):
    """The pieces of the side to move and of its opponent, and who is to move."""

    own: Word
    opponent: Word
    player: Word


@kernel
def cell(board: Any, state: State, row: int, column: int) -> int:
    """Tell what stands on a square: 1 for an own piece, -1 for an enemy's."""
    square = row * board.columns + column
    if has(state.own, square):
        return 1
    return -1 if has(state.opponent, square) else 0


@kernel
def planes(board: Any, state: State) -> tuple[tuple[Word], tuple[Word]]:
    """See a state as two sets: own pieces and the opponent's."""
    return (state.own,), (state.opponent,)


def state_of(diagram: Diagram, letters: tuple[str, str]) -> State:
    """Return the state that a diagram shows; `letters` are those of the first and second player."""
    pieces = [set_of(diagram.where(letter)) for letter in letters]
    return State(pieces[diagram.player], pieces[1 - diagram.player], np.uint64(diagram.player))
