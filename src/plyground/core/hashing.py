"""A hash for any state, made from its words: no tables, no code in the games.

Every word is mixed with a constant of its own. Then they are multiplied in pairs, and the upper half
of the 128 bits of each product is folded onto the lower one; so is the sum of all, times a constant. The
pairs do not wait for each other, so a state of many words takes hardly longer than one of a few.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from plyground.core.bits import Word
from plyground.jit import instruction

if TYPE_CHECKING:
    from plyground.jit.machine import Code, Value

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


def _hash_state(code: Code, state: Value) -> Value:
    words = [leaf ^ _constant(index) for index, leaf in enumerate(code.leaves(state))]
    last = code.constant(_constant(len(words)))
    total = words.pop() if len(words) % 2 else code.constant(0)
    for first, second in zip(words[::2], words[1::2], strict=True):
        total += _folded_product(code, first, second)
    return _folded_product(code, total, last)


def _folded_product(code: Code, first: Value, second: Value) -> Value:
    lower, upper = code.product(first, second)
    return lower ^ upper


@instruction("any -> uint64", _hash_state)
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
