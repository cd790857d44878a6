"""A hash for any state, made from its words: no tables, no code in the games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from plyground.bits import Word
from plyground.kernel import instruction

# Odd constants with well spread bits: 2**64 divided by the golden ratio, and a multiplier
# found by search for good avalanche (the one of Steele and Vigna's splitmix64).
_START = 0x9E3779B97F4A7C15
_MULTIPLIER = 0xBF58476D1CE4E5B9
_SHIFTS = (32, 29)
_WORD = (1 << 64) - 1


def _build_hash_state() -> Callable[..., Any]:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    word = ir.IntType(64)

    def leaves(llvm: Any, value: Any) -> Iterator[Any]:
        if isinstance(value.type, ir.IntType):
            yield value
            return
        for index in range(len(value.type)):
            yield from leaves(llvm, llvm.extract_value(value, index))

    def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
        mixed = ir.Constant(word, _START)
        for leaf in leaves(llvm, arguments[0]):
            mixed = llvm.mul(llvm.xor(mixed, leaf), ir.Constant(word, _MULTIPLIER))
            for shift in _SHIFTS:
                mixed = llvm.xor(mixed, llvm.lshr(mixed, ir.Constant(word, shift)))
                mixed = llvm.mul(mixed, ir.Constant(word, _START))
        return llvm.xor(mixed, llvm.lshr(mixed, ir.Constant(word, _SHIFTS[0])))

    def hash_words(typing_context: Any, state: Any) -> Any:
        return types.uint64(state), generate

    machine_form = intrinsic(hash_words)

    def hash_state(state: Any) -> Any:
        return machine_form(state)

    return hash_state


@instruction(_build_hash_state)
def hash_state(state: Any) -> Word:
    """Return 64 bits that depend on every word of a state."""
    mixed = _START
    for leaf in _leaves(state):
        mixed = ((mixed ^ int(leaf)) * _MULTIPLIER) & _WORD
        for shift in _SHIFTS:
            mixed = ((mixed ^ (mixed >> shift)) * _START) & _WORD
    return np.uint64(mixed ^ (mixed >> _SHIFTS[0]))


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for member in value:
            yield from _leaves(member)
    else:
        yield value
