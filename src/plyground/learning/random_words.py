"""Random numbers that depend on a seed and a place alone, whoever asks for them: splitmix64."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.bits import Word
from plyground.instructions import as_int
from plyground.jit import Operation, instruction, kernel

_WORD = (1 << 64) - 1
# The increment and the two multipliers of Steele, Lea and Flood's splitmix64.
_STEP = 0x9E3779B97F4A7C15
_FIRST_MULTIPLIER = 0xBF58476D1CE4E5B9
_SECOND_MULTIPLIER = 0x94D049BB133111EB
_HALF = np.uint64(32)


def _build_random_word() -> Operation:
    from llvmlite import ir
    from numba.core import types

    word = ir.IntType(64)

    def constant(value: int) -> Any:
        return ir.Constant(word, value)

    def mix(llvm: Any, value: Any, shift: int, multiplier: int) -> Any:
        return llvm.mul(llvm.xor(value, llvm.lshr(value, constant(shift))), constant(multiplier))

    def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
        stream, index = arguments
        place = llvm.mul(llvm.add(index, constant(1)), constant(_STEP))
        mixed = mix(llvm, llvm.add(stream, place), 30, _FIRST_MULTIPLIER)
        mixed = mix(llvm, mixed, 27, _SECOND_MULTIPLIER)
        return llvm.xor(mixed, llvm.lshr(mixed, constant(31)))

    def random_word(typing_context: Any, stream: Any, index: Any) -> Any:
        return types.uint64(types.uint64, types.uint64), generate

    return random_word


@instruction(_build_random_word)
def random_word(stream: Word, index: Word) -> Word:
    """Return output number `index` of splitmix64 seeded with `stream`."""
    mixed = (int(stream) + (int(index) + 1) * _STEP) & _WORD
    mixed = (mixed ^ (mixed >> 30)) * _FIRST_MULTIPLIER & _WORD
    mixed = (mixed ^ (mixed >> 27)) * _SECOND_MULTIPLIER & _WORD
    return np.uint64(mixed ^ (mixed >> 31))


@kernel
def below(random: Any, bound: int) -> int:
    """Return the next number of a stream, from 0 to `bound` - 1; `random` is the stream and a counter."""
    word = random_word(random[0], random[1])
    random[1] += np.uint64(1)
    return as_int(((word >> _HALF) * np.uint64(bound)) >> _HALF)


def stream_of(seed: int, number: int) -> Any:
    """Return the stream of random numbers of one game, for `below`."""
    first = random_word(np.uint64(seed & _WORD), np.uint64(number & _WORD))
    return np.array([first, 0], np.uint64)
