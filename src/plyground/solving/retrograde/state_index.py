"""An index of states that are rows of an array: which row is this state? Several threads fill it at once.

It is a hash table by linear probing, cut into shards by the first bits of the hash. A shard is filled by one
thread at a time, so nothing has to be locked.

States come in batches. Each part of a batch is made by one thread, in a region of its own, and sorted by
shards. Then each shard takes its states from all parts, in their order; a state that is not there yet gets a
provisional number. At last the new states are numbered, part by part. These are the numbers that one thread
would give that takes one state after the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core.hashing import hash_state
from plyground.core.instructions import as_int, at, prefetch
from plyground.jit import kernel
from plyground.solving.retrograde.thread_crew import Crew
from plyground.solving.stored_states import load_state, store_state

SHARDS = 64
_SHARD_BITS = np.uint64(6)
_HALF, _LOWER = np.uint64(32), np.uint64(0xFFFFFFFF)
_SHARD_SHIFT = _HALF - _SHARD_BITS
_SLOTS_PER_ROW = 2
_AHEAD, _NEXT = 16, 8
"""So many states before its turn, the slot of a state is fetched, then the row that it may be equal to."""


class Batch:
    """States that have no numbers yet: in so many parts, each with room for so many."""

    def __init__(self, parts: int, room: int, words: int) -> None:
        self.parts, self.room = parts, room
        self.states = np.empty((parts * room, words), np.uint64)
        self.keys = np.empty(parts * room, np.uint32)
        self.numbers = np.empty(parts * room, np.uint32)
        self.order = np.empty(parts * room, np.uint32)
        self.sizes = np.zeros((parts, SHARDS), np.int64)
        self.begins = np.zeros((parts, SHARDS), np.int64)
        self.news = np.zeros((parts, SHARDS), np.int64)

    @staticmethod
    def bytes_per_state(words: int) -> int:
        """Return the memory that a state takes: its words, key, number and place in the order."""
        return 8 * words + 4 + 4 + 4

    def begin(self) -> None:
        """Forget the states of the batch before."""
        self.sizes[:] = 0
        self.news[:] = 0

    def sort(self, part: int, count: int) -> None:
        """Sort one part, in which so many states are now, by shards."""
        sizes, begins = np.zeros(SHARDS, np.int64), np.zeros(SHARDS, np.int64)
        _sort(self.keys, self.order, part * self.room, count, sizes, begins)
        self.sizes[part], self.begins[part] = sizes, begins


class Index:
    """The numbers of all rows of `states` up to some count, which the caller keeps."""

    BYTES_PER_ROW = 4 * _SLOTS_PER_ROW

    def __init__(self, states: Any, form: Any) -> None:
        """Prepare an empty index; `form` is any state of the game."""
        self._states, self._form = states, form
        self._slots = np.zeros(0, np.uint32)
        self._fills = np.zeros(SHARDS, np.int64)
        self._scratch = np.empty((1, states.shape[1]), np.uint64)

    @property
    def nbytes(self) -> int:
        """The memory of the slots."""
        return int(self._slots.nbytes)

    def find(self, state: Any) -> int:
        """Return the number of a state, -1 if it has none."""
        return int(_find(state, self._scratch, self._states, self._slots))

    def forget(self) -> None:
        """Drop the whole index."""
        self._slots = np.zeros(0, np.uint32)
        self._fills[:] = 0

    def make_room(self, count: int, batch: Batch | None, crew: Crew) -> None:
        """Make sure that a batch can be inserted behind so many rows; index these anew if need be."""
        incoming = np.zeros(SHARDS, np.int64) if batch is None else batch.sizes.sum(axis=0)
        most = int((self._fills + incoming).max())
        if self._slots.size and 4 * SHARDS * most <= 3 * self._slots.size:
            return
        self._slots = np.zeros(0, np.uint32)  # the old ones need not be there while the new ones are made
        room = -(-_SLOTS_PER_ROW * (count + int(incoming.sum())) // SHARDS)
        self._slots = np.zeros(SHARDS * max(room, _SLOTS_PER_ROW * most, 1), np.uint32)
        self._fills[:] = 0
        parts = min(crew.size, SHARDS)
        limits = [SHARDS * part // parts for part in range(parts + 1)]

        def fill(part: int) -> None:
            arrays = (self._form, self._states, self._slots, self._fills)
            _fill(*arrays, count, limits[part], limits[part + 1])

        crew.run(fill, parts)

    def insert(self, batch: Batch, crew: Crew) -> None:
        """Look for all states of a batch, and give those that are new provisional numbers."""
        share = SHARDS // min(SHARDS, 4 * crew.size)
        base = len(self._states)
        addresses = [np.uint64(array.ctypes.data) for array in (self._slots, self._states)]

        def insert(part: int) -> None:
            arrays = (self._states, self._slots, self._fills, batch.states, batch.keys)
            lists = (batch.order, batch.begins, batch.sizes, batch.news)
            for shard in range(part * share, min((part + 1) * share, SHARDS)):
                _insert(*arrays, *lists, base, shard, *addresses)

        crew.run(insert, -(-SHARDS // share))

    def number(self, batch: Batch, count: int, edges: Any, edge: int, crew: Crew) -> None:
        """Append the new states to the rows, and write the numbers of all states of the batch to `edges`."""
        base, totals, news = len(self._states), batch.sizes.sum(axis=1), batch.news.sum(axis=1)
        firsts, places = count + np.cumsum(news) - news, edge + np.cumsum(totals) - totals

        def append(part: int) -> None:
            arrays = (self._states, self._slots, batch.states, batch.keys, batch.numbers, batch.order)
            begin = part * batch.room
            limits = (begin, begin + int(totals[part]), int(firsts[part]))
            _append(*arrays, batch.begins[part].copy(), base, *limits)

        def write(part: int) -> None:
            begin = part * batch.room
            _write(batch.numbers, base, begin, begin + int(totals[part]), edges, int(places[part]))

        crew.run(append, batch.parts)
        crew.run(write, batch.parts)


@kernel
def put_into_batch(state: Any, key: Any, states: Any, keys: Any, place: int) -> None:
    """Put a state with its hash into a place of a batch."""
    store_state(state, states, place)
    keys[at(place)] = key >> _HALF


@kernel(label="index of states")
def _sort(keys: Any, order: Any, begin: int, count: int, sizes: Any, places: Any) -> None:
    """List the states of each shard in their order; `places` are where those of each shard begin."""
    for state in range(begin, begin + count):
        sizes[at(np.uint64(keys[at(state)]) >> _SHARD_SHIFT)] += 1
    place = begin
    for shard in range(SHARDS):
        places[at(shard)] = place
        place += sizes[at(shard)]
    for state in range(begin, begin + count):
        shard = as_int(np.uint64(keys[at(state)]) >> _SHARD_SHIFT)
        order[at(places[at(shard)])] = state
        places[at(shard)] += 1
    for shard in range(SHARDS):
        places[at(shard)] -= sizes[at(shard)]


@kernel
def _home(upper: Any, size: int) -> int:
    """Return the slot where the search for a state begins: the shard, then the other bits of the hash."""
    shard = as_int(upper >> _SHARD_SHIFT)
    inside = (((upper << _SHARD_BITS) & _LOWER) * np.uint64(size)) >> _HALF
    return shard * size + as_int(inside)


@kernel
def _next_slot(slot: int, shard: int, size: int) -> int:
    """Return the slot behind one, inside its shard."""
    return shard * size if slot + 1 == (shard + 1) * size else slot + 1


@kernel
def _is_equal(rows: Any, row: int, others: Any, other: int) -> bool:
    is_equal = True
    for word in range(rows.shape[1]):
        if rows[at(row), at(word)] != others[at(other), at(word)]:
            is_equal = False
            break
    return is_equal


@kernel(label="index of states")
def _find(state: Any, scratch: Any, states: Any, slots: Any) -> int:
    if len(slots) == 0:
        return -1
    store_state(state, scratch, 0)
    size = len(slots) // SHARDS
    upper = hash_state(state) >> _HALF
    slot, shard = _home(upper, size), as_int(upper >> _SHARD_SHIFT)
    while slots[at(slot)] != 0:
        row = as_int(slots[at(slot)]) - 1
        if _is_equal(states, row, scratch, 0):
            return row
        slot = _next_slot(slot, shard, size)
    return -1


@kernel(label="index of states")
def _fill(form: Any, states: Any, slots: Any, fills: Any, count: int, first: int, last: int) -> None:
    """Index all rows that belong to some shards. They differ from each other, so none is compared."""
    size = len(slots) // SHARDS
    for row in range(count):
        upper = hash_state(load_state(form, states, row)) >> _HALF
        shard = as_int(upper >> _SHARD_SHIFT)
        if shard < first or shard >= last:
            continue
        slot = _home(upper, size)
        while slots[at(slot)] != 0:
            slot = _next_slot(slot, shard, size)
        slots[at(slot)] = row + 1
        fills[at(shard)] += 1


@kernel(label="index of states")
def _insert(
    states: Any,
    slots: Any,
    fills: Any,
    fresh: Any,
    keys: Any,
    order: Any,
    begins: Any,
    sizes: Any,
    news: Any,
    base: int,
    shard: int,
    slots_address: Any,
    states_address: Any,
) -> None:
    """Look for the states of one shard; a new one gets the number `base` plus its place in the batch.

    The numbers are written over the places of the states in `order`.
    """
    size = len(slots) // SHARDS
    for part in range(len(begins)):
        begin, found = as_int(begins[at(part), at(shard)]), 0
        end = begin + as_int(sizes[at(part), at(shard)])
        for index in range(begin, end):
            if index + _AHEAD < end:
                later = as_int(order[at(index + _AHEAD)])
                prefetch(slots_address + np.uint64(4 * _home(np.uint64(keys[at(later)]), size)))
            if index + _NEXT < end:
                later = as_int(order[at(index + _NEXT)])
                other = as_int(slots[at(_home(np.uint64(keys[at(later)]), size))])
                prefetch(states_address + np.uint64(8 * states.shape[1] * other))
            state = as_int(order[at(index)])
            slot = _home(np.uint64(keys[at(state)]), size)
            number = base + state
            while slots[at(slot)] != 0:
                other = as_int(slots[at(slot)]) - 1
                if other < base:
                    is_equal = _is_equal(states, other, fresh, state)
                else:
                    is_equal = _is_equal(fresh, other - base, fresh, state)
                if is_equal:
                    number = other
                    break
                slot = _next_slot(slot, shard, size)
            if number == base + state:
                slots[at(slot)] = number + 1
                found += 1
            order[at(index)] = number
        news[at(part), at(shard)] = found
        fills[at(shard)] += found


@kernel(label="index of states")
def _append(
    states: Any,
    slots: Any,
    fresh: Any,
    keys: Any,
    numbers: Any,
    order: Any,
    places: Any,
    base: int,
    begin: int,
    end: int,
    row: int,
) -> None:
    """Append the new states of one part to the rows, and put their numbers into the index.

    `places` are those in `order` where the states of each shard begin; they are moved on.
    """
    size = len(slots) // SHARDS
    for state in range(begin, end):
        upper = np.uint64(keys[at(state)])
        shard = as_int(upper >> _SHARD_SHIFT)
        number = as_int(order[at(places[at(shard)])])
        places[at(shard)] += 1
        if number == base + state:
            slot = _home(upper, size)
            while as_int(slots[at(slot)]) != number + 1:
                slot = _next_slot(slot, shard, size)
            for word in range(states.shape[1]):
                states[at(row), at(word)] = fresh[at(state), at(word)]
            number = row
            row += 1
            slots[at(slot)] = row
        numbers[at(state)] = number


@kernel(label="index of states")
def _write(numbers: Any, base: int, begin: int, end: int, edges: Any, edge: int) -> None:
    """Write the numbers of the states of one part; one that came twice has the number of the first."""
    for state in range(begin, end):
        number = as_int(numbers[at(state)])
        if number >= base:
            number = as_int(numbers[at(number - base)])
        edges[at(edge)] = number
        edge += 1
