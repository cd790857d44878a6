"""The second half of retrograde analysis: edges are turned round, and values carried back along them.

To turn edges round, every thread reads all edges and takes those that lead to positions of its own. So a
position has its sources in the same order whatever the number of threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from plyground.core.instructions import as_int, at, larger, smaller
from plyground.jit import kernel
from plyground.solving.retrograde.thread_crew import Crew

UNKNOWN = -32768
"""The margin of a position that is not solved yet."""

LINK_CHUNK = 1 << 18
"""So many positions are linked between two looks at limits."""

QUEUE_CHUNK = 1 << 16
"""So many positions are taken from the queue between two looks at limits."""

_BLOCK_BITS = 10
"""Which thread a position belongs to depends on its number without so many of the lowest bits."""


class Links:
    """Edges turned round: the sources of all positions stand in a row, those of each up to its offset."""

    def __init__(self, edges: Any, degrees: Any) -> None:
        """Take the edges of all positions, in the order of positions, and how many each has."""
        self._edges, self._degrees = edges, degrees
        self.offsets = np.zeros(len(degrees), np.uint32)
        self.sources = np.empty(0, np.uint32)

    def steps(self, crew: Crew) -> Iterator[int]:
        """Turn all edges round; yield how many positions are done, where counting is half of the work."""
        owners = 1 << (crew.size - 1).bit_length()
        count, chunks = len(self._degrees), list(self._chunks())
        for _, end, edge, next_edge in chunks:
            crew.run(partial(_count_sources, self._edges[edge:next_edge], self.offsets, owners), owners)
            yield end // 2
        _accumulate(self.offsets)
        self.sources = np.empty(len(self._edges), np.uint32)
        arrays = (self._edges, self._degrees, self.offsets, self.sources)
        for begin, end, edge, _ in chunks:
            crew.run(partial(_link, *arrays, begin, end, edge, owners), owners)
            yield (count + end) // 2

    def forget_edges(self) -> None:
        """Free the edges: their turned form is all that is needed."""
        self._edges = np.empty(0, np.uint32)

    def _chunks(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield where chunks of positions begin and end, and where their edges do."""
        edge = 0
        for begin in range(0, len(self._degrees), LINK_CHUNK):
            end = min(begin + LINK_CHUNK, len(self._degrees))
            next_edge = edge + int(self._degrees[begin:end].sum(dtype=np.int64))
            yield begin, end, edge, next_edge
            edge = next_edge


def propagate(margins: Any, distances: Any, degrees: Any, links: Links, largest: int) -> Iterator[int]:
    """Carry values from the ends of games back to all positions; yield how many are solved.

    `margins` has those of the ends, and `UNKNOWN` elsewhere; `degrees` are used up.
    """
    queue, ends = np.empty(len(margins), np.uint32), np.zeros(2, np.int64)
    occurs = np.zeros(largest + 1, np.uint8)
    _note_sizes(margins, occurs)
    for size in np.flatnonzero(occurs)[::-1].tolist():
        _queue_ends(margins, size, queue, ends)
        while ends[0] < ends[1]:
            _walk_back(margins, distances, degrees, links.offsets, links.sources, queue, ends, QUEUE_CHUNK)
            yield int(ends[0])


@kernel(label="retrograde analysis")
def _count_sources(edges: Any, offsets: Any, owners: int, owner: int) -> None:
    """Count the sources of the positions of one owner."""
    for edge in range(len(edges)):
        target = as_int(edges[at(edge)])
        if (target >> _BLOCK_BITS) & (owners - 1) == owner:
            offsets[at(target)] += np.uint32(1)


@kernel(label="retrograde analysis")
def _accumulate(offsets: Any) -> None:
    """Turn numbers of sources into the places where they begin."""
    begin = np.uint32(0)
    for row in range(len(offsets)):
        degree = offsets[at(row)]
        offsets[at(row)] = begin
        begin += degree


@kernel(label="retrograde analysis")
def _link(
    edges: Any,
    degrees: Any,
    offsets: Any,
    sources: Any,
    begin: int,
    end: int,
    edge: int,
    owners: int,
    owner: int,
) -> None:
    """Turn the edges of some positions round that lead to those of one owner.

    An offset is where the next source of a position goes.
    """
    for row in range(begin, end):
        for _ in range(degrees[at(row)]):
            target = as_int(edges[at(edge)])
            edge += 1
            if (target >> _BLOCK_BITS) & (owners - 1) == owner:
                sources[at(offsets[at(target)])] = row
                offsets[at(target)] += np.uint32(1)


@kernel(label="retrograde analysis")
def _note_sizes(margins: Any, occurs: Any) -> None:
    """Mark the sizes of the margins with which games end."""
    for row in range(len(margins)):
        margin = as_int(margins[at(row)])
        if margin not in (UNKNOWN, 0):
            occurs[at(larger(margin, -margin))] = 1


@kernel(label="retrograde analysis")
def _queue_ends(margins: Any, size: int, queue: Any, ends: Any) -> None:
    """Put the ends of games with margins of some size into the queue; nothing else has such margins yet."""
    tail = ends[1]
    for row in range(len(margins)):
        margin = as_int(margins[at(row)])
        if margin in (size, -size):
            queue[at(tail)] = row
            tail += 1
    ends[1] = tail


@kernel(label="retrograde analysis")
def _walk_back(
    margins: Any, distances: Any, degrees: Any, offsets: Any, sources: Any, queue: Any, ends: Any, most: int
) -> None:
    """Take some solved positions from the queue, and solve those before them that follow from them.

    `degrees` are the moves of a position that are not known to lose.
    """
    head, tail = ends[0], ends[1]
    last = smaller(tail, head + most)
    while head < last:
        row = as_int(queue[at(head)])
        head += 1
        margin, distance = as_int(margins[at(row)]), as_int(distances[at(row)])
        begin = 0 if row == 0 else as_int(offsets[at(row - 1)])
        for place in range(begin, as_int(offsets[at(row)])):
            before = as_int(sources[at(place)])
            if margins[at(before)] != UNKNOWN:
                continue
            if margin > 0:
                degrees[at(before)] -= np.uint16(1)
                if degrees[at(before)] > 0:
                    continue
            margins[at(before)] = -margin
            distances[at(before)] = distance + 1
            queue[at(tail)] = before
            tail += 1
    ends[0], ends[1] = head, tail
