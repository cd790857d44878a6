"""The transposition table as kernels: what was found about a position, in 16 bytes.

``content`` holds score, move, depth, bound and age. ``check`` holds the key of the position
XORed with ``content``: when two threads write one entry at the same time, the halves of two
different writes do not fit together, and the entry is taken for that of another position.

The last entries are no memory of the past: they say which positions are being searched right
now, so that another thread can do something else first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.instructions import as_int, at, larger
from plyground.jit import kernel
from plyground.search.memory import BUCKET, BUSY
from plyground.search.score import LONGEST_LINE, UNIT, WIN

# The layout of `content`, from the lowest bit: 32 bits of score, 16 of move, 8 of depth, 2 of
# bound, 6 of age.
_MOVE_SHIFT = np.uint64(32)
_DEPTH_SHIFT = np.uint64(48)
_BOUND_SHIFT = np.uint64(56)
_AGE_SHIFT = np.uint64(58)
_SCORES = 1 << 32  # how many scores can be told apart
_LOW_32 = np.uint64(_SCORES - 1)
_LOW_16 = np.uint64(0xFFFF)
_LOW_8 = np.uint64(0xFF)
_LOW_6 = np.uint64(0x3F)
_LOW_2 = np.uint64(3)
_ZERO = np.uint64(0)

AT_MOST, AT_LEAST, EXACTLY = 1, 2, 3
NO_MOVE = 0xFFFF

_WON = WIN - LONGEST_LINE * UNIT


@kernel
def first_of_bucket(table: Any, key: Any) -> int:
    """Return where the entries that a key may be in begin."""
    return as_int(key & np.uint64(len(table) - BUSY - 1)) & ~(BUCKET - 1)


@kernel
def find(table: Any, key: Any) -> Any:
    """Return the data stored for a key, 0 if there is none."""
    first = first_of_bucket(table, key)
    for index in range(first, first + BUCKET):
        entry = table[at(index)]
        data = entry.content
        if data != _ZERO and entry.check ^ data == key:
            return data
    return _ZERO


@kernel
def store(table: Any, key: Any, score: int, move: int, depth: int, bound: int, age: Any) -> None:
    """Remember what was found, in place of the least valuable entry of the bucket.

    The entry of the same position is replaced; otherwise an empty one, an old one, or the
    one of the shallowest search.
    """
    first = first_of_bucket(table, key)
    chosen, least = first, 1 << 40
    for index in range(first, first + BUCKET):
        entry = table[at(index)]
        data = entry.content
        if data == _ZERO or entry.check ^ data == key:
            chosen = index
            break
        staleness = as_int((age - (data >> _AGE_SHIFT)) & _LOW_6)
        worth = as_int((data >> _DEPTH_SHIFT) & _LOW_8) - 8 * staleness
        if worth < least:
            chosen, least = index, worth
    data = (
        np.uint64(score & (_SCORES - 1))
        | (np.uint64(move) << _MOVE_SHIFT)
        | (np.uint64(larger(depth, 0)) << _DEPTH_SHIFT)
        | (np.uint64(bound) << _BOUND_SHIFT)
        | ((age & _LOW_6) << _AGE_SHIFT)
    )
    entry = table[at(chosen)]
    entry.check = key ^ data
    entry.content = data


@kernel
def place_of_busy(table: Any, key: Any) -> int:
    """Return the entry that says whether a position is being searched."""
    return len(table) - 1 - as_int(key & np.uint64(BUSY - 1))


@kernel
def is_busy(table: Any, key: Any) -> bool:
    """Tell whether some thread is searching a position."""
    return bool(table[at(place_of_busy(table, key))].check == key)


@kernel
def set_busy(table: Any, key: Any) -> None:
    """Say that a position is being searched."""
    table[at(place_of_busy(table, key))].check = key


@kernel
def set_free(table: Any, key: Any) -> None:
    """Say that a position is no longer being searched."""
    entry = table[at(place_of_busy(table, key))]
    if entry.check == key:
        entry.check = _ZERO


@kernel
def score_of(data: Any) -> int:
    """Read the score; it is signed."""
    score = as_int(data & _LOW_32)
    return score if score < _SCORES // 2 else score - _SCORES


@kernel
def move_of(data: Any) -> int:
    """Read the best move, NO_MOVE if there was none."""
    return as_int((data >> _MOVE_SHIFT) & _LOW_16)


@kernel
def depth_of(data: Any) -> int:
    """Read how deep the search was."""
    return as_int((data >> _DEPTH_SHIFT) & _LOW_8)


@kernel
def bound_of(data: Any) -> int:
    """Read what the score is: a bound, or the value itself."""
    return as_int((data >> _BOUND_SHIFT) & _LOW_2)


@kernel
def settles(bound: int, score: int, alpha: int, beta: int) -> bool:
    """Tell whether a stored score answers the question of a window."""
    return bound == EXACTLY or (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha)


@kernel
def from_node(score: int, ply: int) -> int:
    """Count the plies to a won or lost end from the node, not from the root, for storing."""
    if score > _WON:
        return score + ply * UNIT
    return score - ply * UNIT if score < -_WON else score


@kernel
def from_root(score: int, ply: int) -> int:
    """Undo `from_node` at a node `ply` plies from the root."""
    if score > _WON:
        return score - ply * UNIT
    return score + ply * UNIT if score < -_WON else score
