"""Sets of squares on boards of more than 64 squares: a tuple of words, the lowest first.

How many words is known when a function is compiled: the loops here are unrolled then, and
with one word, where no word has to be chosen, each function is what `plyground.bits` would do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from plyground.bits import EMPTY, Word, popcount
from plyground.kernel import instruction, kernel

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


def _build_with_word() -> Callable[..., Any]:
    from numba.cpython.unsafe.tuple import tuple_setitem

    def with_word(words: Any, index: Any, word: Any) -> Any:
        return tuple_setitem(words, index, word)

    return with_word


@instruction(_build_with_word)
def with_word(words: Words, index: int, word: Word) -> Words:
    """Return `words` with one of them replaced."""
    return (*words[:index], word, *words[index + 1 :])


@kernel
def union(first: Words, second: Words) -> Words:
    """Return the squares in either set."""
    for index in range(len(first)):
        first = with_word(first, index, first[index] | second[index])
    return first


@kernel
def common(first: Words, second: Words) -> Words:
    """Return the squares in both sets."""
    for index in range(len(first)):
        first = with_word(first, index, first[index] & second[index])
    return first


@kernel
def without(first: Words, second: Words) -> Words:
    """Return the squares of the first set that are not in the second."""
    for index in range(len(first)):
        first = with_word(first, index, first[index] & ~second[index])
    return first


@kernel
def moved_up(words: Words, distance: Word) -> Words:
    """Return a set with every square number `distance` larger; 0 < distance < 64."""
    moved = words
    for index in range(len(words)):
        carried = words[index - 1] >> (_WORD_BITS - distance) if index > 0 else EMPTY
        moved = with_word(moved, index, (words[index] << distance) | carried)
    return moved


@kernel
def moved_down(words: Words, distance: Word) -> Words:
    """Return a set with every square number `distance` smaller; 0 < distance < 64."""
    moved = words
    last = len(words) - 1
    for index in range(len(words)):
        carried = words[index + 1] << (_WORD_BITS - distance) if index < last else EMPTY
        moved = with_word(moved, index, (words[index] >> distance) | carried)
    return moved


@kernel
def contains(words: Words, square: Word) -> Word:
    """Return 1 if a square is in a set and 0 if it is not, as a word."""
    word = words[0]
    for index in range(1, len(words)):
        if square >> _SIX == np.uint64(index):
            word = words[index]
    return (word >> (square & _LOW_SIX_BITS)) & _ONE


@kernel
def including(words: Words, square: Word, is_in: Word) -> Words:
    """Return a set with a square added if `is_in` is 1, and as it is if that is 0."""
    for index in range(len(words)):
        if len(words) == 1 or square >> _SIX == np.uint64(index):
            words = with_word(words, index, words[index] | (is_in << (square & _LOW_SIX_BITS)))
    return words


@kernel
def excluding(words: Words, square: Word, is_out: Word) -> Words:
    """Return a set with a square removed if `is_out` is 1, and as it is if that is 0."""
    for index in range(len(words)):
        if len(words) == 1 or square >> _SIX == np.uint64(index):
            words = with_word(words, index, words[index] & ~(is_out << (square & _LOW_SIX_BITS)))
    return words


@kernel
def is_empty(words: Words) -> bool:
    """Tell whether a set has no squares."""
    total = EMPTY
    for index in range(len(words)):
        total |= words[index]
    return bool(total == EMPTY)


@kernel
def size(words: Words) -> int:
    """Count the squares in a set."""
    total = 0
    for index in range(len(words)):
        total += popcount(words[index])
    return total
