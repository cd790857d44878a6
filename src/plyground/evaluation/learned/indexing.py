"""From a position to entries of tables: what stands on the squares of a pattern, as one number.

A position is seen as *planes*, sets of squares with one kind of thing each. Square `i` of a pattern has
the digit `p + 1` if it is in plane `p`, 0 if it is in none. To read a pattern, the bits of its squares are
extracted from each plane by one instruction (`pext`), and a small table spreads them to digits. Where a
processor has no fast `pext`, the bits are moved together in six steps, prepared for each pattern.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from plyground.evaluation.learned.patterns import Squares
from plyground.kernel import Operation, instruction, is_compiling_enabled
from plyground.pointers import load_int32, load_uint16, load_word

WORD_BITS = 64
STEPS = 6  # 2**6 bits are moved by up to 63 places

# Processors of these families run `pext` as a long microprogram.
_SLOW = ("znver1", "znver2", "bdver4")


def _has_fast_pext() -> bool:
    """Tell whether this processor extracts bits by one instruction.

    ``PLYGROUND_PEXT=0`` says that it does not.
    """
    if os.environ.get("PLYGROUND_PEXT", "1") == "0" or not is_compiling_enabled():
        return False
    from llvmlite import binding

    return bool(binding.get_host_cpu_features().get("bmi2")) and binding.get_host_cpu_name() not in _SLOW


# A constant, so that it is part of the content under which compiled kernels are kept.
HAS_PEXT: Final = _has_fast_pext()


def record_words(words: int) -> int:
    """Return how many words the record of an instance takes.

    For each word of a plane a mask and how its bits are moved together, then two numbers of 32 bits.
    """
    return words * (1 if HAS_PEXT else 1 + STEPS) + 1


def instance_record(squares: Squares, words: int, spread: int, table: int) -> list[int]:
    """Return the words of an instance: where its squares are, its spread table and its table of weights."""
    record: list[int] = []
    for word in range(words):
        mask = sum(1 << square % WORD_BITS for square in squares if square // WORD_BITS == word)
        record.append(mask)
        if not HAS_PEXT:
            record += compress_steps(mask)
    return [*record, spread | table << 32]


def compress_steps(mask: int) -> list[int]:
    """Return which bits move by 1, 2, 4, ... places when those of a mask are moved together."""
    everything = (1 << WORD_BITS) - 1
    steps, counted = [], ~mask << 1 & everything  # the bits below each one that are not in the mask
    left = mask
    for step in range(STEPS):
        parity = counted
        for distance in (1, 2, 4, 8, 16, 32):
            parity ^= parity << distance & everything
        moved = parity & left
        steps.append(moved)
        left = (left ^ moved) | moved >> (1 << step)
        counted &= ~parity
    return steps


def spread_table(order: Sequence[int], base: int) -> npt.NDArray[np.uint16]:
    """Return the digits of extracted bits as a number: bit `i` counts `base ** order[i]`."""
    numbers = np.zeros(1, np.int64)
    for place in order:
        numbers = np.concatenate([numbers, numbers + base**place])
    return numbers.astype(np.uint16)


def order_of(squares: Squares) -> tuple[int, ...]:
    """Return the digit that each extracted bit belongs to: bits come in the order of square numbers."""
    return tuple(sorted(range(len(squares)), key=squares.__getitem__))


def _build_entry_at() -> Operation:
    from llvmlite import ir
    from numba.core import types

    word, half, number = ir.IntType(64), ir.IntType(32), ir.IntType(16)

    def load(llvm: Any, address: Any, index: Any, kind: Any) -> Any:
        return llvm.load(llvm.gep(llvm.inttoptr(address, kind.as_pointer()), [index]))

    def extract(llvm: Any, value: Any, mask: Any, steps: list[Any]) -> Any:
        if HAS_PEXT:
            kind = ir.FunctionType(word, [word, word])
            pext = llvm.module.declare_intrinsic("llvm.x86.bmi.pext.64", (), kind)
            return llvm.call(pext, [value, mask])
        value = llvm.and_(value, mask)
        for step, moved in enumerate(steps):
            bits = llvm.and_(value, moved)
            value = llvm.or_(llvm.xor(value, bits), llvm.lshr(bits, word(1 << step)))
        return value

    def counted(llvm: Any, mask: Any) -> Any:
        return llvm.call(llvm.module.declare_intrinsic("llvm.ctpop", [word]), [mask])

    def entry_at(typing_context: Any, planes: Any, record: Any, spreads: Any) -> Any:
        words = planes.dtype.count

        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            tuples, record, spreads = arguments
            sets = [llvm.extract_value(tuples, plane) for plane in range(planes.count)]
            bits, place, shift = [word(0)] * planes.count, 0, word(0)
            for index in range(words):
                mask = load(llvm, record, word(place), word)
                steps = (
                    []
                    if HAS_PEXT
                    else [load(llvm, record, word(place + 1 + step), word) for step in range(STEPS)]
                )
                place += 1 + len(steps)
                for plane, words_of_plane in enumerate(sets):
                    found = extract(llvm, llvm.extract_value(words_of_plane, index), mask, steps)
                    bits[plane] = llvm.or_(bits[plane], llvm.shl(found, shift)) if index else found
                if index + 1 < words:
                    shift = llvm.add(shift, counted(llvm, mask))
            spread = llvm.zext(load(llvm, record, word(2 * place), half), word)
            entry = llvm.zext(load(llvm, record, word(2 * place + 1), half), word)
            for plane in range(planes.count):
                digits = load(llvm, spreads, llvm.add(spread, bits[plane]), number)
                digits = llvm.mul(llvm.zext(digits, word), word(plane + 1))
                entry = llvm.add(entry, digits)
            return entry

        return types.int64(planes, types.uint64, types.uint64), generate

    return entry_at


@instruction(_build_entry_at)
def entry_at(planes: Any, record: Any, spreads: Any) -> int:
    """Return the entry of an instance, of which `record` is the address, in a position seen as planes.

    `planes` is a tuple with a tuple of words each, `spreads` the address of all spread tables.
    """
    place, shift, bits = 0, 0, [0] * len(planes)
    for index in range(len(planes[0])):
        mask = int(load_word(record, place))
        place += 1 if HAS_PEXT else 1 + STEPS
        for plane, words in enumerate(planes):
            bits[plane] |= _extracted(int(words[index]), mask) << shift
        shift += mask.bit_count()
    spread, entry = load_int32(record, 2 * place), load_int32(record, 2 * place + 1)
    return entry + sum((plane + 1) * load_uint16(spreads, spread + found) for plane, found in enumerate(bits))


def _extracted(word: int, mask: int) -> int:
    """Return the bits of a word that are in a mask, moved together."""
    found, place = 0, 0
    while mask:
        lowest = mask & -mask
        found |= (1 << place) if word & lowest else 0
        place, mask = place + 1, mask ^ lowest
    return found
