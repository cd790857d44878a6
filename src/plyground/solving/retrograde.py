"""Retrograde analysis: the exact value of every position that can be reached, from the ends backwards.

First all positions are listed, with the edges between them. Then the ends of games are taken, those with the
largest margins first. A position from which a move leads to a loss of the other side is a win; one from which
all moves lead to wins of the other side is a loss. Each pass takes the positions in the order in which they
were found, so the first win found is the shortest one, and a loss is found by its longest defence. What is
not found is a draw: neither side can force anything.

Where positions can repeat, counters are left out of them (`Rules.repetition_key`): the values are those of a
game that may go on for ever. `textbook_retrograde.py` does the same in plain Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from plyground.errors import OptionError
from plyground.guards import guarded
from plyground.hashing import hash_state, leaves
from plyground.instructions import as_int, at, larger, smaller
from plyground.kernel import kernel
from plyground.position import Position
from plyground.rules import ONGOING, Rules
from plyground.search.memory import check_megabytes
from plyground.solving.rows import find_row, load_state, store_state
from plyground.tables.exact import Found, SolvedPositions

UNKNOWN = -32768
"""The margin of a position that is not solved yet."""

CHUNK = 1024
"""So many positions are expanded between two looks at limits."""

EDGE_CHUNK = 1 << 16
"""So many positions are linked, or taken from the queue, between two looks at limits."""

_POSITIONS, _EXPANDED, _EDGES, _COUNTERS = range(4)
_BYTES_PER_POSITION = 16  # besides its words and slots: out-degree, margin, distance, offset, place in queue
_BYTES_PER_EDGE = 8  # as an edge forwards, and one backwards
_SLOTS_PER_POSITION = 2
_MOST_ROWS = (1 << 32) - 2


class Progress(NamedTuple):
    """How far an analysis is: what it does, how much of it is done, and of how much if that is known."""

    phase: str
    done: int
    total: int | None
    positions: int


class Retrograde(SolvedPositions):
    """The values of all positions that can be reached from one, once `steps` has come to its end."""

    def __init__(self, root: Position, megabytes: int) -> None:
        """Prepare an analysis that takes at most so much memory.

        Raises:
            OptionError: there is not as much memory.
        """
        check_megabytes(megabytes)
        self.game, self.root, self.megabytes = root.game, root, megabytes
        rules, board = self.game.rules, self.game.board
        self._form = root.repetition_key
        self._explore, self._rehash, self._find = _make_kernels(rules, board)
        self._most_moves = rules.most_moves(board)
        self._bytes = megabytes << 20
        words = len(list(leaves(self._form)))
        self._bytes_per_position = 8 * words + _BYTES_PER_POSITION
        room = min(self._bytes // self._bytes_per_position, _MOST_ROWS) + self._most_moves + 1
        self.states = np.empty((room, words), np.uint64)
        self.degrees = np.empty(room, np.uint16)
        self.margins = np.empty(room, np.int16)
        self.edges = np.empty(self._bytes // _BYTES_PER_EDGE + self._most_moves, np.uint32)
        self._reserve = CHUNK + self._most_moves
        self._slots = np.zeros(0, np.uint32)
        self.counts = np.zeros(4, np.int64)
        self._moves = np.empty(self._most_moves, np.int32)
        self.distances = np.empty(0, np.int32)
        self.begin()

    def __len__(self) -> int:
        return int(self.counts[_POSITIONS])

    @property
    def has_counters(self) -> bool:  # type: ignore[override]
        """Whether states hold something that `repetition_key` leaves out."""
        return bool(self.counts[_COUNTERS])

    def steps(self) -> Iterator[Progress]:
        """Analyse, a step at a time.

        Raises:
            OptionError: the positions do not fit into memory.
        """
        yield from self.explore()
        yield from self.solve()

    def explore(self) -> Iterator[Progress]:
        """List all positions and edges, breadth first."""
        counts = self.counts
        while counts[_EXPANDED] < counts[_POSITIONS]:
            self._make_room()
            arrays = (self.states, self._slots, self.degrees, self.margins, self.edges, counts)
            self._explore(self._form, *arrays, int(counts[_EXPANDED]) + CHUNK, self._moves)
            yield Progress("listing", int(counts[_EXPANDED]), None, len(self))

    def solve(self) -> Iterator[Progress]:
        """Work out the values of all positions, once they are listed."""
        count, edges = len(self), int(self.counts[_EDGES])
        offsets = np.zeros(count, np.uint32)
        _count_sources(self.edges, edges, offsets)
        sources = np.empty(edges, np.uint32)
        edge = 0
        for begin in range(0, count, EDGE_CHUNK):
            end = min(begin + EDGE_CHUNK, count)
            edge = _link(self.edges, self.degrees, offsets, sources, begin, end, edge)
            yield Progress("linking", end, count, count)
        self.edges = np.empty(0, np.uint32)
        yield from self._propagate(offsets, sources)

    def _propagate(self, offsets: Any, sources: Any) -> Iterator[Progress]:
        count = len(self)
        self.distances = np.zeros(count, np.int32)
        margins = self.margins[:count]
        queue, ends = np.empty(count, np.uint32), np.zeros(2, np.int64)
        occurs = np.zeros(self._largest_margin + 1, np.uint8)
        _note_sizes(margins, occurs)
        for size in np.flatnonzero(occurs)[::-1].tolist():
            _queue_ends(margins, size, queue, ends)
            while ends[0] < ends[1]:
                _walk_back(margins, self.distances, self.degrees, offsets, sources, queue, ends, EDGE_CHUNK)
                yield Progress("solving", int(ends[0]), count, count)
        margins[margins == UNKNOWN] = 0

    def look_up(self, key: Any) -> Found | None:
        """Return what is known of a state without counters."""
        row = self._find(key, self.states, self._slots, len(self))
        if row < 0:
            return None
        margin = int(self.margins[row])
        has_distance = margin != 0 and self._largest_margin == 1
        return Found(margin, int(self.distances[row]) if has_distance else None)

    def begin(self) -> None:
        """List nothing but the root."""
        self.states[0] = list(leaves(self._form))
        self.resume([1, 0, 0, 0])

    def resume(self, counts: list[int]) -> None:
        """Go on with what is in the arrays: so many positions, expanded positions and edges."""
        self.counts[:] = counts
        self._index()

    def check_room(self, counts: list[int]) -> None:
        """Make sure that so much can be listed.

        Raises:
            OptionError: it does not fit into memory.
        """
        self._check_room(counts[_POSITIONS], counts[_EDGES])

    def listed(self, counts: list[int]) -> dict[str, Any]:
        """Return the arrays that hold what is listed, up to some counts."""
        positions, expanded, edges, _ = counts
        return {
            "states": self.states[:positions],
            "degrees": self.degrees[:expanded],
            "margins": self.margins[:expanded],
            "edges": self.edges[:edges],
        }

    def _make_room(self) -> None:
        self._check_room(len(self), int(self.counts[_EDGES]))
        if 4 * (len(self) + self._reserve) > 3 * len(self._slots):
            self._index()

    def _check_room(self, count: int, edges: int) -> None:
        slots = _SLOTS_PER_POSITION * self._slots.itemsize
        if count * (self._bytes_per_position + slots) + edges * _BYTES_PER_EDGE > self._bytes:
            raise OptionError(
                f"{self.game.name}: more than {count:,} positions can be reached, which do not fit into "
                f"{self.megabytes} MB; give more with --hash, or take a smaller board or a later position"
            )

    def _index(self) -> None:
        """Make a hash table of all rows, with room for half as many more."""
        self._slots = np.zeros(0, np.uint32)  # the old one need not be there while the new one is made
        self._slots = np.zeros(_SLOTS_PER_POSITION * (len(self) + self._reserve), np.uint32)
        self._rehash(self._form, self.states, self._slots, len(self))


def _make_kernels(rules: Rules[Any, Any], board: Any) -> Any:
    """Compile what lists positions around the rules of a game: explore, rehash and find."""
    label = f"retrograde analysis of {rules.name} {board.rows}x{board.columns}"
    rules = guarded(rules, board)
    legal_moves, play, result = rules.legal_moves, rules.play, rules.result
    key_of, has_keys = rules.repetition_key or _same, rules.repetition_key is not None
    largest, most_moves = rules.largest_margin(board), rules.most_moves(board)

    @kernel(label=label)
    def explore(
        form: Any,
        states: Any,
        slots: Any,
        degrees: Any,
        margins: Any,
        edges: Any,
        counts: Any,
        until: int,
        moves: Any,
    ) -> None:
        count, row, edge = counts[_POSITIONS], counts[_EXPANDED], counts[_EDGES]
        most_rows = smaller(len(states) - most_moves, 3 * len(slots) // 4 - most_moves)
        while row < smaller(count, until) and count < most_rows and edge + most_moves <= len(edges):
            state = load_state(form, states, row)
            degree = legal_moves(board, state, moves)
            score = result(board, state, degree)
            margins[at(row)] = UNKNOWN
            if score != ONGOING:
                margins[at(row)] = larger(smaller(score, largest), -largest)
                degree = 0
            for index in range(degree):
                after = play(board, state, as_int(moves[at(index)]))
                child = key_of(board, after)
                key = hash_state(child)
                if has_keys and key != hash_state(after):
                    counts[_COUNTERS] = 1
                store_state(child, states, count)
                found, slot = find_row(states, slots, count, key)
                if found < 0:
                    found = count
                    count += 1
                    slots[at(slot)] = count
                edges[at(edge)] = found
                edge += 1
            degrees[at(row)] = degree
            row += 1
        counts[_POSITIONS], counts[_EXPANDED], counts[_EDGES] = count, row, edge

    @kernel(label=label)
    def rehash(form: Any, states: Any, slots: Any, count: int) -> None:
        for row in range(count):
            _, slot = find_row(states, slots, row, hash_state(load_state(form, states, row)))
            slots[at(slot)] = row + 1

    @kernel(label=label)
    def find(state: Any, states: Any, slots: Any, count: int) -> int:
        store_state(state, states, count)
        found, _ = find_row(states, slots, count, hash_state(state))
        return found

    return explore, rehash, find


@kernel
def _same(board: Any, state: Any) -> Any:
    """Stand in for games whose positions cannot repeat."""
    return state


@kernel(label="retrograde analysis")
def _count_sources(edges: Any, count: int, offsets: Any) -> None:
    """Find out where the sources of each position begin, if those of all positions stand in a row."""
    for edge in range(count):
        offsets[at(edges[at(edge)])] += np.uint32(1)
    begin = np.uint32(0)
    for row in range(len(offsets)):
        degree = offsets[at(row)]
        offsets[at(row)] = begin
        begin += degree


@kernel(label="retrograde analysis")
def _link(edges: Any, degrees: Any, offsets: Any, sources: Any, begin: int, end: int, edge: int) -> int:
    """Turn the edges of some positions round; an offset is where the next source of a position goes."""
    for row in range(begin, end):
        for _ in range(degrees[at(row)]):
            target = edges[at(edge)]
            sources[at(offsets[at(target)])] = row
            offsets[at(target)] += np.uint32(1)
            edge += 1
    return edge


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
