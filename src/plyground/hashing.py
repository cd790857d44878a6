"""A hash for any state, made from its words: no tables, no code in the games.

Every word is multiplied by a constant of its own, and the upper half of the 128 bits of the
product is folded onto the lower one. The words do not wait for each other, so a state of
many words takes hardly longer than one of a few.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from plyground.bits import Word
from plyground.kernel import Operation, instruction

_WORD = (1 << 64) - 1
# 2**64 divided by the golden ratio, and the two multipliers of Steele and Vigna's splitmix64.
_STEP = 0x9E3779B97F4A7C15
_FIRST_MULTIPLIER = 0xBF58476D1CE4E5B9
_SECOND_MULTIPLIER = 0x94D049BB133111EB


def _constant(index: int) -> int:
    """Return an odd number with well spread bits, another one for every index."""
    mixed = (index + 1) * _STEP & _WORD
    mixed = (mixed ^ (mixed >> 30)) * _FIRST_MULTIPLIER & _WORD
    mixed = (mixed ^ (mixed >> 27)) * _SECOND_MULTIPLIER & _WORD
    return (mixed ^ (mixed >> 31)) | 1


def _build_hash_state() -> Operation:
    from llvmlite import ir
    from numba.core import types

    word, product = ir.IntType(64), ir.IntType(128)

    def folded(llvm: Any, value: Any, index: int) -> Any:
        masked = llvm.xor(value, ir.Constant(word, _constant(2 * index)))
        whole = llvm.mul(llvm.zext(masked, product), ir.Constant(product, _constant(2 * index + 1)))
        upper = llvm.trunc(llvm.lshr(whole, ir.Constant(product, 64)), word)
        return llvm.xor(llvm.trunc(whole, word), upper)

    def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
        total = ir.Constant(word, 0)
        count = 0
        for leaf in machine_words(llvm, arguments[0]):
            total = llvm.add(total, folded(llvm, leaf, count))
            count += 1
        return folded(llvm, total, count)

    def hash_words(typing_context: Any, state: Any) -> Any:
        return types.uint64(state), generate

    return hash_words


@instruction(_build_hash_state)
def hash_state(state: Any) -> Word:
    """Return 64 bits that depend on every word of a state."""
    words = [int(leaf) for leaf in _leaves(state)]
    total = sum(_folded(word, index) for index, word in enumerate(words)) & _WORD
    return np.uint64(_folded(total, len(words)))


def _folded(word: int, index: int) -> int:
    whole = (word ^ _constant(2 * index)) * _constant(2 * index + 1)
    return (whole & _WORD) ^ (whole >> 64)


def machine_words(llvm: Any, value: Any) -> Iterator[Any]:
    """Go through the words of a tuple of tuples in code that is being generated."""
    if hasattr(value.type, "width"):  # a number
        yield value
        return
    for index in range(len(value.type)):
        yield from machine_words(llvm, llvm.extract_value(value, index))


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for member in value:
            yield from _leaves(member)
    else:
        yield value
