"""From a position to entries of tables: what stands on the squares of a pattern, as one number.

A position is seen as *planes*, sets of squares with one kind of thing each. Square `i` of a pattern has
the digit `p + 1` if it is in plane `p`, 0 if it is in none, and counts that many times ``base**i``. So an
entry is a sum over planes and squares, and the entries of all instances of all patterns are summed at once:
a chunk of four to six squares of a plane names a row with a number of 16 bits for each instance, and the rows
are added up, as many numbers at a time as the processor's vectors hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.evaluation.learned.patterns import Squares
from plyground.instructions import as_int
from plyground.kernel import Operation, instruction, kernel
from plyground.pointers import load_int16, load_int32, load_uint16

WORD_BITS = 64
LANES = 16  # numbers in a vector
QUARTER = 8  # numbers of 32 bits in a vector
SMALLEST_CHUNK, LARGEST_CHUNK = 4, 6
MOST_ROW_BYTES = 2**14
"""Chunks have more squares where all rows still fit into half of the first cache."""


class Chunks(NamedTuple):
    """How the squares of a plane are cut into chunks, and what all their rows look like."""

    total: int
    bits: int  # squares of a chunk; the last one of a word may have fewer
    length: int  # numbers in a row: one for each instance, and zeros up to a whole vector

    @classmethod
    def of(cls, instances: int, squares: int) -> Chunks:
        """Return the largest chunks whose rows are not too large for so many instances."""
        length = -(-instances // LANES) * LANES
        for bits in range(LARGEST_CHUNK, SMALLEST_CHUNK - 1, -1):
            words, rest = divmod(squares, WORD_BITS)
            total = words * -(-WORD_BITS // bits) + -(-rest // bits)
            if 2 * length * total << bits <= MOST_ROW_BYTES:
                break
        return cls(total, bits, length)

    @property
    def of_word(self) -> int:
        """How many chunks a word has."""
        return -(-WORD_BITS // self.bits)

    def place(self, square: int) -> tuple[int, int]:
        """Return the chunk of a square, and its bit in there."""
        word, bit = divmod(square, WORD_BITS)
        return word * self.of_word + bit // self.bits, bit % self.bits


def digit_rows(instances: Sequence[Squares], chunks: Chunks, base: int) -> npt.NDArray[np.uint16]:
    """Return the rows of each chunk of a plane: what its squares add to the entry of each instance."""
    digits = np.zeros((chunks.total, chunks.bits, chunks.length), np.uint16)
    for lane, pattern in enumerate(instances):
        for power, square in enumerate(pattern):
            digits[*chunks.place(square), lane] = base**power
    rows = np.zeros((chunks.total, 1 << chunks.bits, chunks.length), np.uint16)
    for bit in range(chunks.bits):
        rows.reshape(chunks.total, -1, 2, 1 << bit, chunks.length)[:, :, 1] += digits[:, None, None, bit]
    return rows


@kernel
def entry_at(planes: Any, rows: Any, chunks: Any, lane: int) -> int:
    """Return the entry of one instance, the way that needs no vectors; `rows` is an address."""
    total, bits, length = chunks
    entry = 0
    for index, plane in enumerate(planes):
        chunk = 0
        for word in plane:
            for shift in range(0, WORD_BITS, bits):
                if chunk < total:
                    squares = word >> np.uint64(shift) & np.uint64((1 << bits) - 1)
                    row = (chunk << bits) + as_int(squares)
                    entry += (index + 1) * load_uint16(rows, row * length + lane)
                chunk += 1
    return entry


@cache
def make_sum_of_weights(instances: int, chunks: Chunks) -> Callable[[Any, Any, Any, Any], int]:
    """Make the function that adds up the weights of all instances."""

    def build() -> Operation:
        from llvmlite import ir
        from numba.core import types

        word, half, number = ir.IntType(64), ir.IntType(32), ir.IntType(16)
        vector, quarter = ir.VectorType(number, LANES), ir.VectorType(half, QUARTER)
        vectors = chunks.length // LANES

        def at(llvm: Any, address: Any, index: Any, kind: Any) -> Any:
            return llvm.gep(llvm.inttoptr(address, kind.as_pointer()), [index])

        def add_plane(llvm: Any, plane: Any, rows: Any) -> list[Any]:
            totals: list[Any] = [None] * vectors
            for chunk in range(chunks.total):
                bits = llvm.extract_value(plane, chunk // chunks.of_word)
                bits = llvm.lshr(bits, word(chunks.bits * (chunk % chunks.of_word)))
                row = llvm.add(llvm.and_(bits, word((1 << chunks.bits) - 1)), word(chunk << chunks.bits))
                first = llvm.mul(row, word(vectors))
                for index in range(vectors):
                    found = llvm.load(at(llvm, rows, llvm.add(first, word(index)), vector))
                    totals[index] = found if totals[index] is None else llvm.add(totals[index], found)
            return totals

        def entries_of(llvm: Any, planes: list[Any], rows: Any) -> list[Any]:
            totals: list[Any] = []
            for times, plane in enumerate(planes, start=1):
                factor = ir.Constant(vector, [times] * LANES)
                added = [llvm.mul(each, factor) for each in add_plane(llvm, plane, rows)]
                totals = [llvm.add(*pair) for pair in zip(totals, added, strict=True)] if totals else added
            return totals

        def places_of(llvm: Any, entries: list[Any], offsets: Any) -> Iterator[Any]:
            """Add the offsets as vectors; then take two numbers of 32 bits at a time out of them."""
            for lane in range(0, instances, QUARTER):
                lanes = [half(lane % LANES + index) for index in range(QUARTER)]
                some = entries[lane // LANES]
                some = llvm.shuffle_vector(some, some, ir.Constant(ir.VectorType(half, QUARTER), lanes))
                offset = llvm.load(at(llvm, offsets, word(lane // QUARTER), quarter))
                places = llvm.add(llvm.zext(some, quarter), offset)
                pairs = llvm.bitcast(places, ir.VectorType(word, QUARTER // 2))
                for index in range(min(QUARTER, instances - lane)):
                    pair = llvm.extract_element(pairs, half(index // 2))
                    is_upper = index % 2 == 1
                    yield llvm.lshr(pair, word(32)) if is_upper else llvm.and_(pair, word(2**32 - 1))

        def sum_of_weights(typing_context: Any, planes: Any, rows: Any, offsets: Any, weights: Any) -> Any:
            def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
                tuples, rows, offsets, weights = arguments
                sets = [llvm.extract_value(tuples, plane) for plane in range(planes.count)]
                total = half(0)
                for place in places_of(llvm, entries_of(llvm, sets, rows), offsets):
                    total = llvm.add(total, llvm.sext(llvm.load(at(llvm, weights, place, number)), half))
                return llvm.sext(total, word)

            return types.int64(planes, types.uint64, types.uint64, types.uint64), generate

        return sum_of_weights

    @instruction(build)
    def sum_of_weights(planes: Any, rows: Any, offsets: Any, weights: Any) -> int:
        """Return the sum of the weights of all instances; all but the planes are addresses."""
        return sum(
            load_int16(weights, load_int32(offsets, lane) + entry_at(planes, rows, chunks, lane))
            for lane in range(instances)
        )

    return sum_of_weights
