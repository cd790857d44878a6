"""The solver's transposition table as kernels: bounds on a position's margin, and its best move.

``content`` holds, from the lowest bit, 16 bits of the lower bound, 16 of the upper one, 16 of the move, 8 of
the cost and 8 of the age. ``check`` holds the key XORed with it, so that halves of two writes never fit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from plyground.core.hashing import hash_state
from plyground.core.instructions import as_int, at, larger, smaller
from plyground.jit import kernel
from plyground.search.tt import BUCKET, clear_mark, first_of_bucket, is_marked, set_mark, table_of

NO_MOVE = 0xFFFF
LAYOUT = 1
"""The version of an entry's layout and meaning: a checkpoint of another one is not loaded."""

LARGEST_BOUND = 0x7FFF
"""Nothing is known beyond these bounds."""

_ZERO = np.uint64(0)
_LOW_16 = np.uint64(0xFFFF)
_LOW_8 = np.uint64(0xFF)
_HIGH_SHIFT, _MOVE_SHIFT, _COST_SHIFT, _AGE_SHIFT = (np.uint64(shift) for shift in (16, 32, 48, 56))
_OFFSET = 1 << 15
_LARGEST_COST = 255
# The cost that an entry of an earlier search is discounted by when a bucket is full.
_STALENESS = 32


class BoundsTable(NamedTuple):
    """The kernels that read and write the table of a workspace.

    ``probe(state, workspace)`` returns lower bound, upper bound and best move, `NO_MOVE` for none.
    ``store(state, low, high, move, cost, workspace)`` keeps them; `cost` is larger for what took longer.

    Where ``workspace.is_shared`` is not 0, other threads search the same tree. ``enter(state, workspace)``
    and ``leave(state, workspace)`` tell them which position this one is searching, and
    ``is_busy(state, workspace)`` whether another one is: a move to it is best deferred, as ABDADA does.
    """

    probe: Callable[[Any, Any], tuple[int, int, int]]
    store: Callable[[Any, int, int, int, int, Any], None]
    is_busy: Callable[[Any, Any], bool]
    enter: Callable[[Any, Any], None]
    leave: Callable[[Any, Any], None]


@kernel
def probe(state: Any, workspace: Any) -> tuple[int, int, int]:
    """Return the bounds and the best move that are known of a state."""
    table, key = table_of(workspace), hash_state(state)
    first = first_of_bucket(table, key)
    for index in range(first, first + BUCKET):
        entry = table[at(index)]
        data = entry.content
        if data != _ZERO and entry.check ^ data == key:
            return _low(data), _high(data), as_int((data >> _MOVE_SHIFT) & _LOW_16)
    return -LARGEST_BOUND, LARGEST_BOUND, NO_MOVE


@kernel
def store(state: Any, low: int, high: int, move: int, cost: int, workspace: Any) -> None:
    """Keep bounds; in a full bucket they replace the entry that is cheapest to find again."""
    table, key = table_of(workspace), hash_state(state)
    first = first_of_bucket(table, key)
    chosen, cheapest = first, 1 << 40
    for index in range(first, first + BUCKET):
        entry = table[at(index)]
        data = entry.content
        if data == _ZERO:
            chosen = index
            break
        if entry.check ^ data == key:
            chosen = index
            low, high = larger(low, _low(data)), smaller(high, _high(data))
            break
        lost = cost_of(data)
        if data >> _AGE_SHIFT != workspace.age & _LOW_8:
            lost -= _STALENESS
        if lost < cheapest:
            chosen, cheapest = index, lost
    data = (
        np.uint64(low + _OFFSET)
        | (np.uint64(high + _OFFSET) << _HIGH_SHIFT)
        | (np.uint64(move & NO_MOVE) << _MOVE_SHIFT)
        | (np.uint64(smaller(cost, _LARGEST_COST)) << _COST_SHIFT)
        | ((workspace.age & _LOW_8) << _AGE_SHIFT)
    )
    entry = table[at(chosen)]
    entry.check = key ^ data
    entry.content = data


@kernel
def cost_of(data: Any) -> int:
    """Return the cost in an entry's content."""
    return as_int((data >> _COST_SHIFT) & _LOW_8)


@kernel
def _low(data: Any) -> int:
    return as_int(data & _LOW_16) - _OFFSET


@kernel
def _high(data: Any) -> int:
    return as_int((data >> _HIGH_SHIFT) & _LOW_16) - _OFFSET


@kernel
def is_busy(state: Any, workspace: Any) -> bool:
    """Tell whether another thread is searching a state."""
    return bool(workspace.is_shared != 0) and is_marked(table_of(workspace), hash_state(state))


@kernel
def enter(state: Any, workspace: Any) -> None:
    """Tell other threads that this one is searching a state."""
    if workspace.is_shared != 0:
        set_mark(table_of(workspace), hash_state(state))


@kernel
def leave(state: Any, workspace: Any) -> None:
    """Tell other threads that this one has searched a state."""
    if workspace.is_shared != 0:
        clear_mark(table_of(workspace), hash_state(state))


TT = BoundsTable(probe, store, is_busy, enter, leave)
