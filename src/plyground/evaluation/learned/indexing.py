"""From a position to entries of tables: what stands on the squares of a pattern, as one number.

A position is seen as *planes*, sets of squares with one kind of thing each. Square `i` of a pattern has
the digit `p + 1` if it is in plane `p`, 0 if it is in none, and counts that many times ``base**i``. So an
entry is a sum over planes and squares, and the entries of all instances of all patterns are summed at once:
a chunk of four to six squares of a plane names a row with a number of 16 bits for each instance, and the rows
are added up, as many numbers at a time as the processor's vectors hold. Instances are sorted by where they
are, so that chunks far away from all instances of a vector can be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.instructions import as_int
from plyground.core.pointers import load_int16, load_int32, load_uint16
from plyground.evaluation.learned.patterns import Squares, Table
from plyground.jit import instruction, kernel

if TYPE_CHECKING:  # it is imported when something is compiled
    from plyground.jit.machine import Code, Value

WORD_BITS = 64
LANES = 16  # numbers in a vector
QUARTER = 8  # numbers of 32 bits in a vector
SMALLEST_CHUNK, LARGEST_CHUNK = 4, 6
MOST_ROW_BYTES = 2**14
"""Chunks have more squares where all rows still fit into half of the first cache."""


class Chunks(NamedTuple):
    """How the squares of a plane are cut into chunks, and which of them each vector of instances looks at.

    Rows are as long as a vector: for each vector there are the rows of its chunks, one after the other.
    """

    bits: int  # squares of a chunk; the last one of a word may have fewer
    of_vectors: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, sides: Sequence[Sequence[Squares]]) -> Chunks:
        """Return the largest chunks whose rows are not too large, for the instances of both sides."""
        for bits in range(LARGEST_CHUNK, SMALLEST_CHUNK - 1, -1):
            found = cls(
                bits, tuple(_chunks_of(sides, first, bits) for first in range(0, len(sides[0]), LANES))
            )
            if 2 * LANES * found.rows <= MOST_ROW_BYTES:
                break
        return found

    @classmethod
    def all_of(cls, instances: int, squares: int) -> Chunks:
        """Return all chunks of a board for each vector, wherever the instances are."""
        chunks = tuple(sorted({chunk_of(square, SMALLEST_CHUNK) for square in range(squares)}))
        return cls(SMALLEST_CHUNK, (chunks,) * -(-instances // LANES))

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return sum(map(len, self.of_vectors)) << self.bits


def chunk_of(square: int, bits: int) -> int:
    """Return the number of the chunk of a square; a chunk is in one word."""
    word, bit = divmod(square, WORD_BITS)
    return word * -(-WORD_BITS // bits) + bit // bits


def _chunks_of(sides: Sequence[Sequence[Squares]], first: int, bits: int) -> tuple[int, ...]:
    vector = [squares for side in sides for squares in side[first : first + LANES]]
    return tuple(sorted({chunk_of(square, bits) for squares in vector for square in squares}))


def in_order(instances: Iterable[tuple[Table, Squares]]) -> list[tuple[Table, Squares]]:
    """Sort instances from the top of the board to its bottom, so that a vector looks at few chunks."""
    return sorted(instances, key=lambda each: min(each[1]) + max(each[1]))


def digit_rows(instances: Sequence[Squares], chunks: Chunks, base: int) -> npt.NDArray[np.uint16]:
    """Return the rows of all chunks of a plane: what the squares add to the entries of some instances."""
    bits, place = chunks.bits, 0
    digits = np.zeros((chunks.rows >> bits, bits, LANES), np.uint16)
    for vector, numbers in enumerate(chunks.of_vectors):
        for lane, squares in enumerate(instances[vector * LANES : (vector + 1) * LANES]):
            for power, square in enumerate(squares):
                chunk = place + numbers.index(chunk_of(square, bits))
                digits[chunk, square % WORD_BITS % bits, lane] = base**power
        place += len(numbers)
    rows = np.zeros((len(digits), 1 << bits, LANES), np.uint16)
    for bit in range(bits):
        rows.reshape(len(digits), -1, 2, 1 << bit, LANES)[:, :, 1] += digits[:, None, None, bit]
    return rows


@kernel
def entry_at(planes: Any, rows: Any, lane: int, squares: int) -> int:
    """Return the entry of one instance where each vector has all chunks; `rows` is an address."""
    chunks = (squares + SMALLEST_CHUNK - 1) // SMALLEST_CHUNK
    first = lane // LANES * chunks
    entry = 0
    for index, plane in enumerate(planes):
        chunk = 0
        for word in plane:
            for shift in range(0, WORD_BITS, SMALLEST_CHUNK):
                if chunk < chunks:
                    bits = word >> np.uint64(shift) & np.uint64((1 << SMALLEST_CHUNK) - 1)
                    row = ((first + chunk) << SMALLEST_CHUNK) + as_int(bits)
                    entry += (index + 1) * load_uint16(rows, row * LANES + lane % LANES)
                chunk += 1
    return entry


def plain_entry(planes: Any, rows: Any, chunks: Chunks, lane: int) -> int:
    """Return the entry of one instance, in plain Python."""
    vector, entry = lane // LANES, 0
    first = sum(map(len, chunks.of_vectors[:vector]))
    for digit, plane in enumerate(planes, start=1):
        for place, chunk in enumerate(chunks.of_vectors[vector], start=first):
            word, step = divmod(chunk, -(-WORD_BITS // chunks.bits))
            bits = int(plane[word]) >> chunks.bits * step & (1 << chunks.bits) - 1
            entry += digit * load_uint16(rows, ((place << chunks.bits) + bits) * LANES + lane % LANES)
    return entry


@cache
def make_sum_of_weights(instances: int, chunks: Chunks) -> Callable[[Any, Any, Any, Any], int]:
    """Make the function that adds up the weights of all instances."""
    mask, of_word = (1 << chunks.bits) - 1, -(-WORD_BITS // chunks.bits)

    def add_plane(code: Code, plane: Value, rows: Value) -> list[Value]:
        words, totals, first = code.members(plane), [], 0
        for numbers in chunks.of_vectors:
            added = []
            for chunk in numbers:
                bits = words[chunk // of_word] >> chunks.bits * (chunk % of_word) & mask
                added.append(code.load_vector(rows, LANES, "int16", bits + first))
                first += mask + 1
            totals.append(sum(added[1:], start=added[0]))
        return totals

    def entries_of(code: Code, planes: Value, rows: Value) -> list[Value]:
        totals: list[Value] = []
        for digit, plane in enumerate(code.members(planes), start=1):
            added = [each * digit for each in add_plane(code, plane, rows)]
            totals = [one + other for one, other in zip(totals, added, strict=True)] if totals else added
        return totals

    def places_of(code: Code, entries: list[Value], offsets: Value) -> list[Value]:
        """Add the offsets as vectors; then take two numbers of 32 bits at a time out of them."""
        places = []
        for lane in range(0, instances, QUARTER):
            some = code.part_of(entries[lane // LANES], lane % LANES, QUARTER)
            offset = code.load_vector(offsets, QUARTER, "int32", lane // QUARTER)
            for pair in code.lanes(code.as_words(code.widened(some, "int32") + offset)):
                places += [pair & 2**32 - 1, pair >> 32]
        return places[:instances]

    def emit(code: Code, planes: Value, rows: Value, offsets: Value, weights: Value) -> Value:
        places = places_of(code, entries_of(code, planes, rows), offsets)
        worths = [code.cast(code.load(weights, place, "int16"), "int64") for place in places]
        return sum(worths[1:], start=worths[0])

    @instruction("any, uint64, uint64, uint64 -> int64", emit)
    def sum_of_weights(planes: Any, rows: Any, offsets: Any, weights: Any) -> int:
        """Return the sum of the weights of all instances; all but the planes are addresses."""
        return sum(
            load_int16(weights, load_int32(offsets, lane) + plain_entry(planes, rows, chunks, lane))
            for lane in range(instances)
        )

    return sum_of_weights
