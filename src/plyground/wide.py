"""Sets of squares on boards of more than 64 squares: a tuple of words, the lowest first.

How many words is known when a function is compiled: the loops here are unrolled then, and
with one word, where no word has to be chosen, each function is what `plyground.bits` would do.
Those that every rule calls have a machine form without a loop, which compiles much sooner.
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


def _build_union() -> Callable[..., Any]:
    return _of_two_sets(lambda llvm, one, other: llvm.or_(one, other))


@instruction(_build_union)
def union(first: Words, second: Words) -> Words:
    """Return the squares in either set."""
    return tuple([one | other for one, other in zip(first, second, strict=True)])


def _build_common() -> Callable[..., Any]:
    return _of_two_sets(lambda llvm, one, other: llvm.and_(one, other))


@instruction(_build_common)
def common(first: Words, second: Words) -> Words:
    """Return the squares in both sets."""
    return tuple([one & other for one, other in zip(first, second, strict=True)])


def _build_without() -> Callable[..., Any]:
    return _of_two_sets(lambda llvm, one, other: llvm.and_(one, llvm.not_(other)))


@instruction(_build_without)
def without(first: Words, second: Words) -> Words:
    """Return the squares of the first set that are not in the second."""
    return tuple([one & ~other for one, other in zip(first, second, strict=True)])


def _build_moved_up() -> Callable[..., Any]:
    def moved(llvm: Any, words: list[Any], distance: Any, rest: Any) -> list[Any]:
        carried = [llvm.lshr(word, rest) for word in words[:-1]]
        shifted = [llvm.shl(word, distance) for word in words]
        return [shifted[0], *map(llvm.or_, shifted[1:], carried)]

    return _of_a_set_and_a_distance(moved)


@instruction(_build_moved_up)
def moved_up(words: Words, distance: Word) -> Words:
    """Return a set with every square number `distance` larger; 0 < distance < 64."""
    carried = [EMPTY, *[word >> (_WORD_BITS - distance) for word in words[:-1]]]
    return tuple([(word << distance) | more for word, more in zip(words, carried, strict=True)])


def _build_moved_down() -> Callable[..., Any]:
    def moved(llvm: Any, words: list[Any], distance: Any, rest: Any) -> list[Any]:
        carried = [llvm.shl(word, rest) for word in words[1:]]
        shifted = [llvm.lshr(word, distance) for word in words]
        return [*map(llvm.or_, shifted[:-1], carried), shifted[-1]]

    return _of_a_set_and_a_distance(moved)


@instruction(_build_moved_down)
def moved_down(words: Words, distance: Word) -> Words:
    """Return a set with every square number `distance` smaller; 0 < distance < 64."""
    carried = [*[word << (_WORD_BITS - distance) for word in words[1:]], EMPTY]
    return tuple([(word >> distance) | more for word, more in zip(words, carried, strict=True)])


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


def _of_two_sets(combined: Callable[[Any, Any, Any], Any]) -> Callable[..., Any]:
    """Make the machine form of a function of two sets from what is done with each pair of words."""
    from numba.core.cgutils import unpack_tuple
    from numba.extending import intrinsic

    def generate(context: Any, llvm: Any, signature: Any, sets: Any) -> Any:
        first, second = (unpack_tuple(llvm, each) for each in sets)
        words = [combined(llvm, one, other) for one, other in zip(first, second, strict=True)]
        return context.make_tuple(llvm, signature.return_type, words)

    def operation(typing_context: Any, first: Any, second: Any) -> Any:
        return first(first, first), generate

    machine_form = intrinsic(operation)

    def of_two_sets(first: Any, second: Any) -> Any:
        return machine_form(first, second)

    return of_two_sets


def _of_a_set_and_a_distance(moved: Callable[[Any, list[Any], Any, Any], list[Any]]) -> Callable[..., Any]:
    """Make the machine form of a move of all squares, by a distance and what it leaves of a word."""
    from numba.core import types
    from numba.core.cgutils import unpack_tuple
    from numba.extending import intrinsic

    def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
        words, distance = unpack_tuple(llvm, arguments[0]), arguments[1]
        rest = llvm.sub(distance.type(WORD_BITS), distance)
        return context.make_tuple(llvm, signature.return_type, moved(llvm, words, distance, rest))

    def operation(typing_context: Any, words: Any, distance: Any) -> Any:
        return words(words, types.uint64), generate

    machine_form = intrinsic(operation)

    def of_a_set(words: Any, distance: Any) -> Any:
        return machine_form(words, distance)

    return of_a_set
