"""A hash for any state, made from its words: no tables, no code in the games.

Every word is mixed with a constant of its own. Then they are multiplied in pairs, and the upper half
of the 128 bits of each product is folded onto the lower one; so is the sum of all, times a constant. The
pairs do not wait for each other, so a state of many words takes hardly longer than one of a few.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from plyground.bits import Word
from plyground.jit import Operation, instruction

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

    def masked(llvm: Any, value: Any, index: int) -> Any:
        return llvm.xor(value, ir.Constant(word, _constant(index)))

    def folded(llvm: Any, first: Any, second: Any) -> Any:
        whole = llvm.mul(llvm.zext(first, product), llvm.zext(second, product))
        upper = llvm.trunc(llvm.lshr(whole, ir.Constant(product, 64)), word)
        return llvm.xor(llvm.trunc(whole, word), upper)

    def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
        words = [masked(llvm, each, index) for index, each in enumerate(machine_words(llvm, arguments[0]))]
        last = ir.Constant(word, _constant(len(words)))
        total = words.pop() if len(words) % 2 else ir.Constant(word, 0)
        for first, second in zip(words[::2], words[1::2], strict=True):
            total = llvm.add(total, folded(llvm, first, second))
        return folded(llvm, total, last)

    def hash_words(typing_context: Any, state: Any) -> Any:
        return types.uint64(state), generate

    return hash_words


@instruction(_build_hash_state)
def hash_state(state: Any) -> Word:
    """Return 64 bits that depend on every word of a state."""
    words = [int(leaf) ^ _constant(index) for index, leaf in enumerate(leaves(state))]
    last = _constant(len(words))
    total = words.pop() if len(words) % 2 else 0
    for first, second in zip(words[::2], words[1::2], strict=True):
        total += _folded(first, second)
    return np.uint64(_folded(total & _WORD, last))


def _folded(first: int, second: int) -> int:
    whole = first * second
    return (whole & _WORD) ^ (whole >> 64)


def machine_words(llvm: Any, value: Any) -> Iterator[Any]:
    """Go through the words of a tuple of tuples in code that is being generated."""
    if hasattr(value.type, "width"):  # a number
        yield value
        return
    for index in range(len(value.type)):
        yield from machine_words(llvm, llvm.extract_value(value, index))


def leaves(value: Any) -> Iterator[Any]:
    """Go through the words of a state, and of the tuples in it."""
    if isinstance(value, tuple):
        for member in value:
            yield from leaves(member)
    else:
        yield value


def formed(form: Any, words: Iterator[int]) -> Any:
    """Put words together as they are in `form`: a state, or tuples of words inside one."""
    if not isinstance(form, tuple):
        return np.uint64(next(words))
    members = [formed(each, words) for each in form]
    return type(form)._make(members) if hasattr(form, "_make") else tuple(members)
