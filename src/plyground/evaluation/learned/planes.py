"""A position as planes: sets of squares, one for each kind of thing that may stand there.

A game may give its own (`Rules.planes`). Any other game is asked square by square what stands there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core.rules import SCENERY, Rules
from plyground.jit import kernel

Planes = Callable[[Any, Any], tuple[tuple[Any, ...], ...]]

_ONE, _NONE = np.uint64(1), np.uint64(0)
WORD_BITS = 64
_LABEL = "the pieces as sets of squares"


def make_planes(rules: Rules[Any, Any], board: Any) -> Planes:
    """Make the kernel that sees a state as planes, each a tuple of words."""
    if rules.planes is not None:
        return rules.planes
    kinds = range(1, len(rules.pieces) + 1)
    codes = [*kinds, *(-kind for kind in kinds), *(SCENERY + index for index in range(len(rules.scenery)))]
    planes = _last(_make_plane(rules, board, codes[-1]))
    for code in reversed(codes[:-1]):
        planes = _before(_make_plane(rules, board, code), planes)
    return planes


def _last(plane: Any) -> Planes:
    @kernel(label=_LABEL)
    def one(board: Any, state: Any) -> Any:
        return (plane(board, state),)

    return one


def _before(plane: Any, others: Planes) -> Planes:
    @kernel(label=_LABEL)
    def more(board: Any, state: Any) -> Any:
        return (plane(board, state),) + others(board, state)  # noqa: RUF005  # Numba knows this form

    return more


def _make_plane(rules: Rules[Any, Any], board: Any, code: int) -> Any:
    """Make the kernel that finds the squares on which one kind of thing stands."""
    words = -(-board.rows * board.columns // WORD_BITS)
    plane = _last(_make_word(rules, board, code, words - 1))
    for word in reversed(range(words - 1)):
        plane = _before(_make_word(rules, board, code, word), plane)
    return plane


def _make_word(rules: Rules[Any, Any], board: Any, code: int, word: int) -> Any:
    cell, columns = rules.cell, board.columns
    first, end = WORD_BITS * word, min(WORD_BITS * (word + 1), board.rows * board.columns)

    @kernel
    def squares(board: Any, state: Any) -> Any:
        found = _NONE
        for square in range(first, end):
            if cell(board, state, square // columns, square % columns) == code:
                found |= _ONE << np.uint64(square - first)
        return found

    return squares
