"""From a position to entries of tables: what stands on the squares of a pattern, as one number.

A position is seen as *planes*, sets of squares with one kind of thing each. Square `i` of a pattern has
the digit `p + 1` if it is in plane `p`, 0 if it is in none, and counts that many times ``base**i``. So an
entry is a sum over planes and squares, and the entries of all instances of all patterns are summed at once:
four squares of a plane name a row with a number of 16 bits for each instance, and the rows are added up,
as many numbers at a time as the processor's vectors hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.evaluation.learned.patterns import Squares
from plyground.instructions import as_int
from plyground.jit import Operation, instruction, kernel
from plyground.pointers import load_int16, load_int32, load_uint16

WORD_BITS = 64
CHUNK_BITS = 4  # the rows of all chunks fit into the first cache
CHUNK_ROWS = 1 << CHUNK_BITS
CHUNKS_OF_WORD = WORD_BITS // CHUNK_BITS
LANES = 16  # numbers in a vector


def row_length(instances: int) -> int:
    """Return how many numbers a row has: one for each instance, and zeros up to a whole vector."""
    return -(-instances // LANES) * LANES


def digit_rows(instances: Sequence[Squares], squares: int, base: int) -> npt.NDArray[np.uint16]:
    """Return the rows of each chunk of a plane: what its squares add to the entry of each instance."""
    chunks = -(-squares // CHUNK_BITS)
    rows = np.zeros((chunks, CHUNK_ROWS, row_length(len(instances))), np.uint16)
    for lane, pattern in enumerate(instances):
        for place, square in enumerate(pattern):
            chunk, bit = divmod(square, CHUNK_BITS)
            rows[chunk, :, lane] += (np.arange(CHUNK_ROWS) >> bit & 1).astype(np.uint16) * base**place
    return rows


@kernel
def entry_at(planes: Any, rows: Any, length: int, chunks: int, lane: int) -> int:
    """Return the entry of one instance, the way that needs no vectors; `rows` is an address."""
    entry = 0
    for index, plane in enumerate(planes):
        chunk = 0
        for word in plane:
            for step in range(CHUNKS_OF_WORD):
                if chunk < chunks:
                    bits = word >> np.uint64(CHUNK_BITS * step) & np.uint64(CHUNK_ROWS - 1)
                    row = CHUNK_ROWS * chunk + as_int(bits)
                    entry += (index + 1) * load_uint16(rows, row * length + lane)
                chunk += 1
    return entry


@cache
def make_sum_of_weights(instances: int, squares: int) -> Callable[[Any, Any, Any, Any], int]:
    """Make the function that adds up the weights of all instances, for boards with so many squares."""
    chunks, length = -(-squares // CHUNK_BITS), row_length(instances)

    def build() -> Operation:
        from llvmlite import ir
        from numba.core import cgutils, types

        word, half, number = ir.IntType(64), ir.IntType(32), ir.IntType(16)
        vector = ir.VectorType(number, LANES)
        vectors = length // LANES

        def element(llvm: Any, address: Any, index: Any, kind: Any) -> Any:
            return llvm.load(llvm.gep(llvm.inttoptr(address, kind.as_pointer()), [index]))

        def add_plane(llvm: Any, plane: Any, rows: Any) -> list[Any]:
            totals: list[Any] = [None] * vectors
            for chunk in range(chunks):
                bits = llvm.extract_value(plane, chunk // CHUNKS_OF_WORD)
                bits = llvm.lshr(bits, word(CHUNK_BITS * (chunk % CHUNKS_OF_WORD)))
                row = llvm.add(llvm.and_(bits, word(CHUNK_ROWS - 1)), word(CHUNK_ROWS * chunk))
                first = llvm.mul(row, word(vectors))
                for index in range(vectors):
                    found = element(llvm, rows, llvm.add(first, word(index)), vector)
                    totals[index] = found if totals[index] is None else llvm.add(totals[index], found)
            return totals

        def entries_of(llvm: Any, planes: list[Any], rows: Any) -> Any:
            totals: list[Any] = []
            for times, plane in enumerate(planes, start=1):
                factor = ir.Constant(vector, [times] * LANES)
                added = [llvm.mul(each, factor) for each in add_plane(llvm, plane, rows)]
                totals = [llvm.add(*pair) for pair in zip(totals, added, strict=True)] if totals else added
            entries = cgutils.alloca_once(llvm, ir.ArrayType(vector, vectors))
            for index, total in enumerate(totals):
                llvm.store(total, llvm.gep(entries, [word(0), word(index)]))
            return llvm.ptrtoint(entries, word)

        def sum_of_weights(typing_context: Any, planes: Any, rows: Any, offsets: Any, weights: Any) -> Any:
            def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
                tuples, rows, offsets, weights = arguments
                sets = [llvm.extract_value(tuples, plane) for plane in range(planes.count)]
                entries = entries_of(llvm, sets, rows)
                total = half(0)
                for lane in range(instances):
                    entry = llvm.zext(element(llvm, entries, word(lane), number), word)
                    entry = llvm.add(entry, llvm.zext(element(llvm, offsets, word(lane), half), word))
                    total = llvm.add(total, llvm.sext(element(llvm, weights, entry, number), half))
                return llvm.sext(total, word)

            return types.int64(planes, types.uint64, types.uint64, types.uint64), generate

        return sum_of_weights

    @instruction(build)
    def sum_of_weights(planes: Any, rows: Any, offsets: Any, weights: Any) -> int:
        """Return the sum of the weights of all instances; all but the planes are addresses."""
        return sum(
            load_int16(weights, load_int32(offsets, lane) + entry_at(planes, rows, length, chunks, lane))
            for lane in range(instances)
        )

    return sum_of_weights
