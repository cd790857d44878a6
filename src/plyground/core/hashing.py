"""A hash for any state, made from its words, and random numbers that follow from a seed.

Every word is mixed with a constant of its own. Then they are multiplied in pairs, and the upper half
of the 128 bits of each product is folded onto the lower one; so is the sum of all, times a constant. The
pairs do not wait for each other, so a state of many words takes hardly longer than one of a few.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from plyground.core.bits import Word
from plyground.core.instructions import as_int
from plyground.jit import instruction, kernel

if TYPE_CHECKING:
    from plyground.jit.machine import Code, Value


_WORD = (1 << 64) - 1
# Of Steele, Lea and Flood's splitmix64: 2**64 divided by the golden ratio, and its two multipliers.
_STEP = 0x9E3779B97F4A7C15
_FIRST_MULTIPLIER = 0xBF58476D1CE4E5B9
_SECOND_MULTIPLIER = 0x94D049BB133111EB
_HALF = np.uint64(32)


def _constant(index: int) -> int:
    """Return an odd number with well spread bits, another one for every index."""
    return _mixed(0, index) | 1


def _mixed(stream: int, index: int) -> int:
    mixed = (stream + (index + 1) * _STEP) & _WORD
    mixed = (mixed ^ (mixed >> 30)) * _FIRST_MULTIPLIER & _WORD
    mixed = (mixed ^ (mixed >> 27)) * _SECOND_MULTIPLIER & _WORD
    return mixed ^ (mixed >> 31)


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


def _random_word(code: Code, stream: Value, index: Value) -> Value:
    mixed = stream + (index + 1) * _STEP
    mixed = (mixed ^ (mixed >> 30)) * _FIRST_MULTIPLIER
    mixed = (mixed ^ (mixed >> 27)) * _SECOND_MULTIPLIER
    return mixed ^ (mixed >> 31)


@instruction("uint64, uint64 -> uint64", _random_word)
def random_word(stream: Word, index: Word) -> Word:
    """Return output number `index` of splitmix64 seeded with `stream`."""
    return np.uint64(_mixed(int(stream), int(index)))


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
