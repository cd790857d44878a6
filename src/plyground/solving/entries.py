"""Entries of a solver's transposition table on their way out of it and into another one.

An entry leaves as its key and its content. A search under way may leave the halves of two writes for a
moment, whose key is that of no position: so every key is looked up once more when all are copied.
"""

from __future__ import annotations

from collections.abc import Callable
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

_ZERO = np.uint64(0)


def costliest_entries(workspace: Any, cost_of: CostOf, most: int) -> Entries:
    """Copy up to `most` entries of the table behind a workspace, the costliest ones; searches may go on."""
    kernels = _make_kernels(cost_of)
    counts = np.zeros(COSTS, np.int64)
    kernels.count_costs(workspace, counts)
    # Above this cost all entries fit; of those that cost just that, as many as there is room for.
    least = COSTS
    while least > 0 and counts[least - 1 :].sum() <= most:
        least -= 1
    entries = np.zeros((min(int(counts.sum()), most), 2), np.uint64)
    filled = kernels.copy_costs(workspace, least, COSTS, entries, 0)
    if least > 0:
        filled = kernels.copy_costs(workspace, least - 1, least, entries, filled)
    return entries[: int(kernels.confirm(workspace, entries, filled))]


def insert_entries(workspace: Any, cost_of: CostOf, entries: Entries) -> None:
    """Put entries into the table behind a workspace; in a full bucket the costlier ones stay."""
    _make_kernels(cost_of).insert(workspace, entries)


class _Kernels(NamedTuple):
    count_costs: Callable[[Any, Any], None]
    copy_costs: Callable[[Any, int, int, Any, int], int]
    confirm: Callable[[Any, Any, int], int]
    insert: Callable[[Any, Any], None]


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
    def copy_costs(workspace: Any, low: int, high: int, entries: Any, filled: int) -> int:
        """Copy the keys of entries that cost `low` or more and less than `high`; return the rows filled."""
        table = table_of(workspace)
        for index in range(len(table) - MARKS):
            if filled >= len(entries):
                break
            entry = table[at(index)]
            data = entry.content
            if data == _ZERO or not low <= cost_of(data) < high:
                continue
            entries[at(filled), at(0)] = entry.check ^ data
            filled += 1
        return filled

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
    def insert(workspace: Any, entries: Any) -> None:
        table = table_of(workspace)
        for row in range(len(entries)):
            key, data = entries[at(row), at(0)], entries[at(row), at(1)]
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

    return _Kernels(count_costs, copy_costs, confirm, insert)
