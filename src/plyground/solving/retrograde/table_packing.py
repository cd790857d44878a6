"""Packing solved positions into the sections of a table, in the form of `plyground.tables.format`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from plyground.core.hashing import leaves
from plyground.core.instructions import as_int, at
from plyground.errors import TableError
from plyground.jit import kernel
from plyground.solving.retrograde.thread_crew import Crew
from plyground.tables.format import BLOCK

MOST_BITS = 64
_SLICE = 1 << 18
_PARTS_PER_THREAD, _SAMPLES_PER_PART = 4, 64
_ONE, _SEVEN, _MORE = np.uint64(1), np.uint64(7), np.uint8(8)
_THREE = np.uint64(3)


class Layout(NamedTuple):
    """Which bits of a state's words make up its number, from the lowest on, and what the others are."""

    bits: list[tuple[int, int]]
    base: list[int]


def find_layout(states: Any, form: Any, crew: Crew) -> Layout:
    """Find the bits that differ between states.

    The number of a square's bits stand together and the player's bit comes last: neighbours are alike then.

    Raises:
        TableError: there are more than 64.
    """
    slices = list(_slices(len(states)))
    found = np.empty((2, len(slices), states.shape[1]), np.uint64)

    def look(part: int) -> None:
        np.bitwise_or.reduce(states[slices[part]], out=found[0, part])
        np.bitwise_and.reduce(states[slices[part]], out=found[1, part])

    crew.run(look, len(slices))
    some, all_of_them = np.bitwise_or.reduce(found[0]), np.bitwise_and.reduce(found[1])
    player = _word_of_player(form)
    bits = [
        (word, bit)
        for word in range(states.shape[1])
        for bit in range(64)
        if (int(some[word]) ^ int(all_of_them[word])) >> bit & 1
    ]
    if len(bits) > MOST_BITS:
        raise TableError(f"the positions differ in {len(bits)} bits, and a table has room for {MOST_BITS}")
    bits.sort(key=lambda place: (place[0] == player, place[1], place[0]))
    return Layout(bits, [int(word) for word in all_of_them])


def _word_of_player(form: Any) -> int:
    before = [len(list(leaves(field))) for field in form[: form._fields.index("player")]]
    return sum(before)


def numbers_of(states: Any, layout: Layout, crew: Crew) -> Any:
    """Return the numbers of states."""
    words, places = layout_arrays(layout)
    numbers = np.empty(len(states), np.uint64)
    slices = list(_slices(len(states)))
    crew.run(lambda part: _encode(states[slices[part]], words, places, numbers[slices[part]]), len(slices))
    return numbers


def layout_arrays(layout: Layout) -> tuple[Any, Any]:
    """Return the words and bits of a layout as arrays, for compiled code."""
    words, places = zip(*layout.bits, strict=True) if layout.bits else ((), ())
    return np.array(words, np.int64), np.array(places, np.uint64)


@kernel(label="tables")
def _encode(states: Any, words: Any, places: Any, numbers: Any) -> None:
    for row in range(len(states)):
        number = np.uint64(0)
        for index in range(len(words)):
            bit = (states[at(row), at(words[at(index)])] >> places[at(index)]) & _ONE
            number |= bit << np.uint64(index)
        numbers[at(row)] = number


def sort_by_number(numbers: Any, arrays: Sequence[Any], crew: Crew) -> tuple[Any, list[Any]]:
    """Return numbers that all differ in increasing order, and arrays with one entry a number in that order.

    The range of numbers is cut into parts with about as many of them each, which are sorted one by one.
    """
    parts = _PARTS_PER_THREAD * crew.size
    sample = np.sort(numbers[:: max(1, len(numbers) // (parts * _SAMPLES_PER_PART))])
    cuts = [int(sample[len(sample) * part // parts]) for part in range(1, parts)]
    bounds = np.array([0, *cuts, int(numbers.max())], np.uint64)
    sizes = np.zeros(parts, np.int64)

    def count(part: int) -> None:
        sizes[part] = _list_between(numbers, bounds, part, np.empty(0, np.uint32))

    crew.run(count, parts)
    ends = np.cumsum(sizes).tolist()
    results = [np.empty(len(numbers), array.dtype) for array in (numbers, *arrays)]

    def sort(part: int) -> None:
        places = np.empty(sizes[part], np.uint32)
        _list_between(numbers, bounds, part, places)
        places = places[np.argsort(numbers[places])]
        for result, array in zip(results, (numbers, *arrays), strict=True):
            result[ends[part] - len(places) : ends[part]] = array[places]

    crew.run(sort, parts)
    return results[0], results[1:]


@kernel(label="tables")
def _list_between(numbers: Any, bounds: Any, part: int, places: Any) -> int:
    """Write where the numbers of one part are, if there is room for it; return how many there are."""
    low, high, is_last = bounds[at(part)], bounds[at(part + 1)], part == len(bounds) - 2
    count = 0
    for place in range(len(numbers)):
        number = numbers[at(place)]
        if low <= number and (number < high or is_last):
            if len(places) > 0:
                places[at(count)] = place
            count += 1
    return count


def pack_numbers(numbers: Any) -> dict[str, Any]:
    """Pack sorted numbers into the sections `firsts`, `places` and `gaps`."""
    places = np.zeros(-(-len(numbers) // BLOCK), np.uint64)
    nibbles = _pack_gaps(numbers, places, np.empty(0, np.uint8))
    gaps = np.zeros((nibbles + 1) // 2, np.uint8)
    _pack_gaps(numbers, places, gaps)
    return {"firsts": numbers[::BLOCK].astype("<u8"), "places": places.astype("<u8"), "gaps": gaps}


@kernel(label="tables")
def _pack_gaps(numbers: Any, places: Any, gaps: Any) -> int:
    """Write the gaps of all blocks, or only count their nibbles if there is no room for them."""
    nibbles = 0
    for index in range(len(numbers)):
        if index % BLOCK == 0:
            places[at(index // BLOCK)] = nibbles
            continue
        gap = numbers[at(index)] - numbers[at(index - 1)] - _ONE
        while True:
            nibble = np.uint8(gap & _SEVEN)
            gap >>= _THREE
            has_more = gap != np.uint64(0)
            if len(gaps) > 0:
                if has_more:
                    nibble |= _MORE
                if nibbles % 2 == 1:
                    nibble <<= np.uint8(4)
                gaps[at(nibbles // 2)] |= nibble
            nibbles += 1
            if not has_more:
                break
    return nibbles


def list_kinds(margins: Any, distances: Any) -> tuple[list[tuple[int, int | None]], Any]:
    """Return the pairs of margin and distance that occur, and each position's place in that list."""
    lowest, width = int(margins.min()), int(distances.max()) + 1
    counted = np.zeros((int(margins.max()) - lowest + 1) * width, np.int64)
    for part in _slices(len(margins)):
        combined = (margins[part].astype(np.int64) - lowest) * width + distances[part]
        counted += np.bincount(combined, minlength=len(counted))
    pairs = np.flatnonzero(counted)
    place_of = np.zeros(len(counted), np.uint32)
    place_of[pairs] = np.arange(len(pairs))
    places = np.empty(len(margins), np.uint32)
    for part in _slices(len(margins)):
        places[part] = place_of[(margins[part].astype(np.int64) - lowest) * width + distances[part]]
    return [(int(pair) // width + lowest, int(pair) % width) for pair in pairs], places


def _slices(count: int) -> Iterator[slice]:
    return (slice(begin, begin + _SLICE) for begin in range(0, count, _SLICE))


def pack_entries(places: Any, width: int, crew: Crew) -> Any:
    """Pack numbers of `width` bits one behind the other."""
    packed = np.zeros((len(places) * width + 7) // 8, np.uint8)
    slices = list(_slices(len(places)))

    def pack(part: int) -> None:
        first = slices[part].start * width // 8  # a slice begins with a byte of its own
        _pack(places[slices[part]], width, packed[first:])

    crew.run(pack, len(slices))
    return packed


@kernel(label="tables")
def _pack(places: Any, width: int, packed: Any) -> None:
    for index in range(len(places)):
        value = as_int(places[at(index)])
        for bit in range(width):
            if (value >> bit) & 1:
                place = index * width + bit
                packed[at(place >> 3)] |= np.uint8(1 << (place & 7))
