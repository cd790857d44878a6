"""Entries of a solver's transposition table on their way out of it and into another one.

An entry leaves as its key and its content, a chunk at a time, so that no copy of the table is ever in
memory. A search under way may leave the halves of two writes for a moment, whose key is that of no position:
so every key is looked up once more when its chunk is copied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.instructions import at
from plyground.jit import kernel
from plyground.search.tt import BUCKET, MARKS, find_entry, first_of_bucket, table_of

Entries = NDArray[np.uint64]
"""One row an entry: key and content."""

CostOf = Callable[[Any], int]

COSTS = 256
"""Costs are below this."""

CHUNK = 1 << 16
"""So many entries are copied at a time: 1 MB."""

_ZERO = np.uint64(0)


def costliest_entries(workspace: Any, cost_of: CostOf, most: int) -> Iterator[Entries]:
    """Yield up to `most` entries of the table behind a workspace, the costliest ones; searches may go on.

    Each chunk is valid until the next one is asked for.
    """
    kernels = _make_kernels(cost_of)
    counts = np.zeros(COSTS, np.int64)
    kernels.count_costs(workspace, counts)
    # Above this cost all entries fit; of those that cost just that, as many as there is room for.
    least = COSTS
    while least > 0 and counts[least - 1 :].sum() <= most:
        least -= 1
    chunk = np.zeros((min(CHUNK, most), 2), np.uint64)
    left = most
    for low, high in ((least, COSTS), (least - 1, least)):
        place, end = 0, int(workspace["table_length"]) - MARKS
        while low >= 0 and place < end and left > 0:
            filled, place = kernels.copy_costs(workspace, low, high, chunk[:left], place)
            kept = int(kernels.confirm(workspace, chunk, filled))
            left -= kept
            yield chunk[:kept]


def insert_entries(workspace: Any, cost_of: CostOf, entries: Entries) -> None:
    """Put entries into the table behind a workspace; in a full bucket the costlier ones stay."""
    _make_kernels(cost_of).insert(workspace, entries)


def can_be_halved(table: Any) -> bool:
    """Tell whether a table is so large that half of it would be a table too."""
    return len(table) - MARKS >= 2 * MARKS


def halve_table(table: Any, cost_of: CostOf) -> Any:
    """Move all entries into the first half of a table of `make_table`, and return that half.

    In a full bucket the costlier entries stay. The memory of the other half goes back to the system, so the
    table that was given must not be used any more.
    """
    length = (len(table) - MARKS) // 2 + MARKS
    half = table[:length]
    _make_kernels(cost_of).fold(table, half)
    half[-MARKS:] = 0
    memory = table.base
    skipped = table.ctypes.data - memory.ctypes.data
    memory.resize(skipped + half.nbytes, refcheck=False)
    return memory[skipped:].view(table.dtype)


class _Kernels(NamedTuple):
    count_costs: Callable[[Any, Any], None]
    copy_costs: Callable[[Any, int, int, Any, int], tuple[int, int]]
    confirm: Callable[[Any, Any, int], int]
    insert: Callable[[Any, Any], None]
    fold: Callable[[Any, Any], None]


@cache
def _make_kernels(cost_of: CostOf) -> _Kernels:
    @kernel
    def count_costs(workspace: Any, counts: Any) -> None:
        table = table_of(workspace)
        for index in range(len(table) - MARKS):
            data = table[at(index)].content
            if data != _ZERO:
                counts[at(cost_of(data))] += 1

    @kernel
    def copy_costs(workspace: Any, low: int, high: int, entries: Any, begin: int) -> tuple[int, int]:
        """Copy the keys of entries that cost `low` or more and less than `high`, from some place on.

        Return the rows filled, and where to go on.
        """
        table, filled = table_of(workspace), 0
        for index in range(begin, len(table) - MARKS):
            if filled >= len(entries):
                return filled, index
            entry = table[at(index)]
            data = entry.content
            if data == _ZERO or not low <= cost_of(data) < high:
                continue
            entries[at(filled), at(0)] = entry.check ^ data
            filled += 1
        return filled, len(table) - MARKS

    @kernel
    def confirm(workspace: Any, entries: Any, filled: int) -> int:
        """Keep the entries that are still there, as they are now; return how many rows are filled."""
        table, kept = table_of(workspace), 0
        for row in range(filled):
            key = entries[at(row), at(0)]
            data = find_entry(table, key)
            if data != _ZERO:
                entries[at(kept), at(0)], entries[at(kept), at(1)] = key, data
                kept += 1
        return kept

    @kernel
    def insert_one(table: Any, key: Any, data: Any) -> None:
        first = first_of_bucket(table, key)
        chosen, cheapest = -1, cost_of(data)
        for index in range(first, first + BUCKET):
            entry = table[at(index)]
            kept = entry.content
            if kept == _ZERO or entry.check ^ kept == key:
                chosen = index
                break
            if cost_of(kept) < cheapest:
                chosen, cheapest = index, cost_of(kept)
        if chosen >= 0:
            entry = table[at(chosen)]
            entry.check, entry.content = key ^ data, data

    @kernel
    def insert(workspace: Any, entries: Any) -> None:
        for row in range(len(entries)):
            insert_one(table_of(workspace), entries[at(row), at(0)], entries[at(row), at(1)])

    @kernel
    def fold(table: Any, half: Any) -> None:
        for index in range(len(half) - MARKS, len(table) - MARKS):
            entry = table[at(index)]
            if entry.content != _ZERO:
                insert_one(half, entry.check ^ entry.content, entry.content)

    return _Kernels(count_costs, copy_costs, confirm, insert, fold)
