"""Sets of squares on boards of more than 64 squares: a tuple of words, the lowest first.

How many words is known when a function is compiled. So each has a machine form without a loop,
which compiles much sooner, and with one word is what `plyground.bits` would do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from plyground.bits import EMPTY, Word, popcount
from plyground.jit import Operation, instruction

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


def _build_union() -> Operation:
    return _of_two_sets(lambda llvm, one, other: llvm.or_(one, other))


@instruction(_build_union)
def union(first: Words, second: Words) -> Words:
    """Return the squares in either set."""
    return tuple([one | other for one, other in zip(first, second, strict=True)])


def _build_common() -> Operation:
    return _of_two_sets(lambda llvm, one, other: llvm.and_(one, other))


@instruction(_build_common)
def common(first: Words, second: Words) -> Words:
    """Return the squares in both sets."""
    return tuple([one & other for one, other in zip(first, second, strict=True)])


def _build_without() -> Operation:
    return _of_two_sets(lambda llvm, one, other: llvm.and_(one, llvm.not_(other)))


@instruction(_build_without)
def without(first: Words, second: Words) -> Words:
    """Return the squares of the first set that are not in the second."""
    return tuple([one & ~other for one, other in zip(first, second, strict=True)])


def _build_moved_up() -> Operation:
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


def _build_moved_down() -> Operation:
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


def _build_contains() -> Operation:
    def is_in(llvm: Any, words: list[Any], square: Any) -> Any:
        word = words[0]
        for index, other in enumerate(words[1:], start=1):
            word = llvm.select(_is_in_word(llvm, square, index), other, word)
        return llvm.and_(llvm.lshr(word, _place_in_word(llvm, square)), square.type(1))

    return _of_a_set_and_a_square(is_in)


@instruction(_build_contains)
def contains(words: Words, square: Word) -> Word:
    """Return 1 if a square is in a set and 0 if it is not, as a word."""
    return (words[int(square >> _SIX)] >> (square & _LOW_SIX_BITS)) & _ONE


def _build_including() -> Operation:
    return _with_a_square_changed(lambda llvm, word, changed: llvm.or_(word, changed))


@instruction(_build_including)
def including(words: Words, square: Word, is_in: Word) -> Words:
    """Return a set with a square added if `is_in` is 1, and as it is if that is 0."""
    index = int(square >> _SIX)
    changed = words[index] | (is_in << (square & _LOW_SIX_BITS))
    return (*words[:index], changed, *words[index + 1 :])


def _build_excluding() -> Operation:
    return _with_a_square_changed(lambda llvm, word, changed: llvm.and_(word, llvm.not_(changed)))


@instruction(_build_excluding)
def excluding(words: Words, square: Word, is_out: Word) -> Words:
    """Return a set with a square removed if `is_out` is 1, and as it is if that is 0."""
    index = int(square >> _SIX)
    changed = words[index] & ~(is_out << (square & _LOW_SIX_BITS))
    return (*words[:index], changed, *words[index + 1 :])


def _build_is_empty() -> Operation:
    def is_none(llvm: Any, words: list[Any]) -> Any:
        total = words[0]
        for word in words[1:]:
            total = llvm.or_(total, word)
        return llvm.icmp_unsigned("==", total, total.type(0))

    return _of_a_set("boolean", is_none)


@instruction(_build_is_empty)
def is_empty(words: Words) -> bool:
    """Tell whether a set has no squares."""
    return not any(words)


def _build_size() -> Operation:
    def count(llvm: Any, words: list[Any]) -> Any:
        total = llvm.ctpop(words[0])
        for word in words[1:]:
            total = llvm.add(total, llvm.ctpop(word))
        return total

    return _of_a_set("int64", count)


@instruction(_build_size)
def size(words: Words) -> int:
    """Count the squares in a set."""
    return sum(map(popcount, words))


def _is_in_word(llvm: Any, square: Any, index: int) -> Any:
    """Generate what tells whether a square is in one of the words."""
    return llvm.icmp_unsigned("==", llvm.lshr(square, square.type(6)), square.type(index))


def _place_in_word(llvm: Any, square: Any) -> Any:
    """Generate the number of a square's bit in its word."""
    return llvm.and_(square, square.type(WORD_BITS - 1))


def _of_a_set(result: str, told: Callable[[Any, list[Any]], Any]) -> Operation:
    """Make the machine form of a function that tells something about a set."""
    from numba.core import types
    from numba.core.cgutils import unpack_tuple

    def operation(typing_context: Any, words: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            return told(llvm, unpack_tuple(llvm, arguments[0]))

        return getattr(types, result)(words), generate

    return operation


def _of_a_set_and_a_square(told: Callable[[Any, list[Any], Any], Any]) -> Operation:
    """Make the machine form of a function that tells something about a square of a set."""
    from numba.core import types
    from numba.core.cgutils import unpack_tuple

    def operation(typing_context: Any, words: Any, square: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            return told(llvm, unpack_tuple(llvm, arguments[0]), arguments[1])

        return types.uint64(words, types.uint64), generate

    return operation


def _with_a_square_changed(changed: Callable[[Any, Any, Any], Any]) -> Operation:
    """Make the machine form of a change of one square, from what it does to the word of that square."""
    from numba.core import types
    from numba.core.cgutils import unpack_tuple

    def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
        words, square = unpack_tuple(llvm, arguments[0]), arguments[1]
        mask = llvm.shl(arguments[2], _place_in_word(llvm, square))
        for index, word in enumerate(words):
            words[index] = changed(llvm, word, mask)
            if len(words) > 1:
                words[index] = llvm.select(_is_in_word(llvm, square, index), words[index], word)
        return context.make_tuple(llvm, signature.return_type, words)

    def operation(typing_context: Any, words: Any, square: Any, is_changed: Any) -> Any:
        return words(words, types.uint64, types.uint64), generate

    return operation


def _of_two_sets(combined: Callable[[Any, Any, Any], Any]) -> Operation:
    """Make the machine form of a function of two sets from what is done with each pair of words."""
    from numba.core.cgutils import unpack_tuple

    def generate(context: Any, llvm: Any, signature: Any, sets: Any) -> Any:
        first, second = (unpack_tuple(llvm, each) for each in sets)
        words = [combined(llvm, one, other) for one, other in zip(first, second, strict=True)]
        return context.make_tuple(llvm, signature.return_type, words)

    def operation(typing_context: Any, first: Any, second: Any) -> Any:
        return first(first, first), generate

    return operation


def _of_a_set_and_a_distance(moved: Callable[[Any, list[Any], Any, Any], list[Any]]) -> Operation:
    """Make the machine form of a move of all squares, by a distance and what it leaves of a word."""
    from numba.core import types
    from numba.core.cgutils import unpack_tuple

    def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
        words, distance = unpack_tuple(llvm, arguments[0]), arguments[1]
        rest = llvm.sub(distance.type(WORD_BITS), distance)
        return context.make_tuple(llvm, signature.return_type, moved(llvm, words, distance, rest))

    def operation(typing_context: Any, words: Any, distance: Any) -> Any:
        return words(words, types.uint64), generate

    return operation
