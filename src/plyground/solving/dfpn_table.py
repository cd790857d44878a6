"""The transposition table of df-pn as kernels: the numbers of a position, and the effort they took.

``content`` holds, from the lowest bit, 21 bits of phi, 21 of delta, 16 of the move and 6 of the logarithm of
the effort, which is the number of positions visited below. ``check`` holds the key XORed with it, so that
halves of two writes never fit.

The table never grows. In a full bucket a new entry replaces that of the least effort. When as many entries
have been replaced as the table holds, garbage is collected, as SmallTreeGC does: the entries with the
smallest trees are discarded, wherever they are.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core.instructions import as_int, at
from plyground.jit import kernel
from plyground.search.tt import BUCKET, MARKS, first_of_bucket, table_of

INFINITE = (1 << 21) - 1
"""What the number of an answer is that cannot be; every other number is below it."""

LAYOUT = 1
"""The version of an entry's layout and meaning: a checkpoint of another one is not loaded."""

DISCARDED_SHARE = 16
"""One part in so many of the table is free after a collection. Larger parts cost more than they saved."""

EFFORTS = 64
"""Logarithms of efforts are below this; that of an entry is at least 1."""

_DELTA_SHIFT, _MOVE_SHIFT, _EFFORT_SHIFT = np.uint64(21), np.uint64(42), np.uint64(58)
_LOW_21 = np.uint64(INFINITE)
_ZERO = np.uint64(0)


@kernel
def keep(key: Any, phi: int, delta: int, move: int, effort: int, workspace: Any) -> None:
    """Store the numbers of a node, in place of the entry of the bucket that took the least effort."""
    table = table_of(workspace)
    first = first_of_bucket(table, key)
    chosen, least = first, EFFORTS
    for index in range(first, first + BUCKET):
        entry = table[at(index)]
        data = entry.content
        if data == _ZERO or entry.check ^ data == key:
            chosen, least = index, 0
            break
        if effort_of(data) < least:
            chosen, least = index, effort_of(data)
    if least > 0:
        workspace.replaced += 1
        if workspace.replaced >= len(table) - MARKS:
            collect_garbage(workspace)
    logarithm = 1
    while effort > 1 and logarithm < EFFORTS - 1:
        effort >>= 1
        logarithm += 1
    data = (
        np.uint64(phi)
        | (np.uint64(delta) << _DELTA_SHIFT)
        | (np.uint64(move) << _MOVE_SHIFT)
        | (np.uint64(logarithm) << _EFFORT_SHIFT)
    )
    entry = table[at(chosen)]
    entry.check = key ^ data
    entry.content = data


@kernel(is_inlined=False)
def collect_garbage(workspace: Any) -> None:
    """Discard the entries of the least effort, until a share of the table is free.

    Other threads may search meanwhile: what they have written by halves is an entry of no position. A search
    that is stopped does not wait for the end.
    """
    table, counts = table_of(workspace), workspace.counts
    length = len(table) - MARKS
    workspace.replaced, workspace.collections = 0, workspace.collections + 1
    for effort in range(EFFORTS):
        counts[at(effort)] = 0
    for index in range(length):
        counts[at(effort_of(table[at(index)].content))] += 1  # that of an empty entry is 0
        if workspace.stop != 0:
            return
    limit, free = 0, as_int(counts[at(0)])
    while free * DISCARDED_SHARE < length:
        limit += 1
        free += as_int(counts[at(limit)])
    for index in range(length):
        entry = table[at(index)]
        if effort_of(entry.content) <= limit:
            entry.content = _ZERO
        if workspace.stop != 0:
            return


@kernel
def effort_of(data: Any) -> int:
    """Return the logarithm of the effort in an entry's content."""
    return as_int(data >> _EFFORT_SHIFT)


@kernel
def phi_of(data: Any) -> int:
    """Return the proof number for the side to move."""
    return as_int(data & _LOW_21)


@kernel
def delta_of(data: Any) -> int:
    """Return the disproof number for the side to move."""
    return as_int((data >> _DELTA_SHIFT) & _LOW_21)
