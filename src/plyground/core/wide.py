"""Sets of squares on boards of more than 64 squares: a tuple of words, the lowest first.

How many words is known when a function is compiled. So each has a machine form without a loop,
which compiles much sooner, and with one word is what `plyground.core.bits` would do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from plyground.core.bits import EMPTY, Word, popcount
from plyground.jit import instruction

if TYPE_CHECKING:
    from plyground.jit.machine import Code, Value

Words = tuple[Word, ...]

WORD_BITS = 64
_ONE = np.uint64(1)
_SIX = np.uint64(6)
_LOW_SIX_BITS = np.uint64(63)
_WORD_BITS = np.uint64(WORD_BITS)


def words_of(squares: Iterable[int], count: int) -> Words:
    """Return the set of the given square numbers in `count` words."""
    words = [0] * count
    for square in squares:
        words[square // WORD_BITS] |= 1 << square % WORD_BITS
    return tuple(map(np.uint64, words))


@instruction("any, any -> first")
def union(first: Words, second: Words) -> Words:
    """Return the squares in either set."""
    return tuple([one | other for one, other in zip(first, second, strict=True)])


@instruction("any, any -> first")
def common(first: Words, second: Words) -> Words:
    """Return the squares in both sets."""
    return tuple([one & other for one, other in zip(first, second, strict=True)])


@instruction("any, any -> first")
def without(first: Words, second: Words) -> Words:
    """Return the squares of the first set that are not in the second."""
    return tuple([one & ~other for one, other in zip(first, second, strict=True)])


@instruction("any, uint64 -> first")
def moved_up(words: Words, distance: Word) -> Words:
    """Return a set with every square number `distance` larger; 0 < distance < 64."""
    carried = [EMPTY, *[word >> (_WORD_BITS - distance) for word in words[:-1]]]
    return tuple([(word << distance) | more for word, more in zip(words, carried, strict=True)])


@instruction("any, uint64 -> first")
def moved_down(words: Words, distance: Word) -> Words:
    """Return a set with every square number `distance` smaller; 0 < distance < 64."""
    carried = [*[word << (_WORD_BITS - distance) for word in words[1:]], EMPTY]
    return tuple([(word >> distance) | more for word, more in zip(words, carried, strict=True)])


def _contains(code: Code, words: Value, square: Value) -> Value:
    word, *others = code.members(words)
    for index, other in enumerate(others, start=1):
        word = code.choose(_is_in_word(code, square, index), other, word)
    return (word >> _place_in_word(square)) & 1


@instruction("any, uint64 -> uint64", _contains)
def contains(words: Words, square: Word) -> Word:
    """Return 1 if a square is in a set and 0 if it is not, as a word."""
    return (words[int(square >> _SIX)] >> (square & _LOW_SIX_BITS)) & _ONE


def _including(code: Code, words: Value, square: Value, is_in: Value) -> Value:
    return _with_word_changed(code, words, square, lambda word: word | (is_in << _place_in_word(square)))


@instruction("any, uint64, uint64 -> first", _including)
def including(words: Words, square: Word, is_in: Word) -> Words:
    """Return a set with a square added if `is_in` is 1, and as it is if that is 0."""
    index = int(square >> _SIX)
    changed = words[index] | (is_in << (square & _LOW_SIX_BITS))
    return (*words[:index], changed, *words[index + 1 :])


def _excluding(code: Code, words: Value, square: Value, is_out: Value) -> Value:
    return _with_word_changed(code, words, square, lambda word: word & ~(is_out << _place_in_word(square)))


@instruction("any, uint64, uint64 -> first", _excluding)
def excluding(words: Words, square: Word, is_out: Word) -> Words:
    """Return a set with a square removed if `is_out` is 1, and as it is if that is 0."""
    index = int(square >> _SIX)
    changed = words[index] & ~(is_out << (square & _LOW_SIX_BITS))
    return (*words[:index], changed, *words[index + 1 :])


def _is_empty(code: Code, words: Value) -> Value:
    total, *others = code.members(words)
    for word in others:
        total |= word
    return code.is_equal(total, 0)


@instruction("any -> boolean", _is_empty)
def is_empty(words: Words) -> bool:
    """Tell whether a set has no squares."""
    return not any(words)


def _size(code: Code, words: Value) -> Value:
    total, *others = map(code.popcount, code.members(words))
    for count in others:
        total += count
    return total


@instruction("any -> int64", _size)
def size(words: Words) -> int:
    """Count the squares in a set."""
    return sum(map(popcount, words))


def _with_word_changed(code: Code, words: Value, square: Value, change: Callable[[Value], Value]) -> Value:
    """Write the change of that word of a set which a square is in."""
    members = code.members(words)
    changed = [change(word) for word in members]
    if len(members) > 1:
        pairs = enumerate(zip(changed, members, strict=True))
        changed = [code.choose(_is_in_word(code, square, index), *pair) for index, pair in pairs]
    return code.tuple_like(words, iter(changed))


def _is_in_word(code: Code, square: Value, index: int) -> Value:
    """Emit the test whether a square is in one of the words."""
    return code.is_equal(square >> 6, index)


def _place_in_word(square: Value) -> Value:
    """Write the number of a square's bit in its word."""
    return square & (WORD_BITS - 1)
