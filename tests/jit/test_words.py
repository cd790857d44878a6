"""Sets of squares as words and as tuples of words, and the hash of a state, compiled and plain.

The reference is a set of square numbers, or a Python int, which has as many bits as it likes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plyground.core import bits, wide
from plyground.core.hashing import hash_state
from plyground.jit import plain_python

Test = Callable[..., None]
Words = wide.Words

FULL = 2**64 - 1
EDGES = [0, 1, 2, 1 << 62, 1 << 63, FULL - 1, FULL]

# Sets at both ends of a word are where such functions go wrong.
words = st.one_of(st.sampled_from(EDGES), st.integers(0, FULL)).map(np.uint64)
not_empty = words.filter(bool)
squares = st.integers(0, 63)
distances = st.integers(1, 63)


def compiled_and_plain(test: Test) -> Test:
    """Run a test of functions twice: compiled, and as the Python that was written."""
    checked = settings(
        max_examples=100,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )(test)
    return pytest.mark.parametrize("mode", [nullcontext, plain_python])(checked)


Mode = Callable[[], AbstractContextManager[None]]


def is_word(value: Any) -> bool:
    return type(value) is np.uint64


def members(word: int) -> set[int]:
    return {square for square in range(64) if word >> square & 1}


@compiled_and_plain
@given(word=words)
def test_popcount_and_lowest(mode: Mode, word: np.uint64) -> None:
    with mode():
        count, first = bits.popcount(word), bits.lowest(word)
    assert type(count) is type(first) is int
    assert count == len(members(int(word)))
    assert first == min(members(int(word)), default=64)


@compiled_and_plain
@given(word=not_empty)
def test_without_lowest(mode: Mode, word: np.uint64) -> None:
    with mode():
        rest = bits.without_lowest(word)
    assert is_word(rest)
    assert members(int(rest)) == members(int(word)) - {min(members(int(word)))}


@compiled_and_plain
@given(word=words, square=squares)
def test_bit_and_has(mode: Mode, word: np.uint64, square: int) -> None:
    with mode():
        alone, found = bits.bit(square), bits.has(word, square)
    assert is_word(alone)
    assert members(int(alone)) == {square}
    assert found is (square in members(int(word)))


class Case(NamedTuple):
    """Two sets of some number of words, and a square on a board of that size."""

    first: Words
    second: Words
    square: int


@st.composite
def cases(draw: st.DrawFn) -> Case:
    count = draw(st.integers(1, 4))
    sets = st.tuples(*[words] * count)
    return Case(draw(sets), draw(sets), draw(st.integers(0, 64 * count - 1)))


def as_int(value: Words) -> int:
    assert isinstance(value, tuple)
    assert all(map(is_word, value))
    return sum(int(word) << 64 * index for index, word in enumerate(value))


def board_of(value: Words) -> int:
    """Return the set of all squares that fit into as many words."""
    return (1 << 64 * len(value)) - 1


@compiled_and_plain
@given(case=cases())
def test_sets_of_many_words(mode: Mode, case: Case) -> None:
    one, other = as_int(case.first), as_int(case.second)
    with mode():
        results = [function(case.first, case.second) for function in (wide.union, wide.common, wide.without)]
        emptiness, count = wide.is_empty(case.first), wide.size(case.first)
    assert [len(result) for result in results] == [len(case.first)] * 3
    assert list(map(as_int, results)) == [one | other, one & other, one & ~other]
    assert emptiness is (one == 0)
    assert type(count) is int
    assert count == one.bit_count()


@compiled_and_plain
@given(case=cases(), distance=distances)
def test_sets_move(mode: Mode, case: Case, distance: int) -> None:
    before = as_int(case.first)
    with mode():
        up = wide.moved_up(case.first, np.uint64(distance))
        down = wide.moved_down(case.first, np.uint64(distance))
    assert as_int(up) == before << distance & board_of(case.first)
    assert as_int(down) == before >> distance


@compiled_and_plain
@given(case=cases(), flag=st.integers(0, 1))
def test_single_squares_of_many_words(mode: Mode, case: Case, flag: int) -> None:
    before, square = as_int(case.first), np.uint64(case.square)
    with mode():
        found = wide.contains(case.first, square)
        more = wide.including(case.first, square, np.uint64(flag))
        less = wide.excluding(case.first, square, np.uint64(flag))
    assert is_word(found)
    assert int(found) == before >> case.square & 1
    assert as_int(more) == before | flag << case.square
    assert as_int(less) == before & ~(flag << case.square)


@given(numbers=st.sets(st.integers(0, 255)))
@settings(max_examples=100, derandomize=True, database=None)
def test_words_of_squares(numbers: set[int]) -> None:
    assert as_int(wide.words_of(numbers, 4)) == sum(1 << number for number in numbers)


class Small(NamedTuple):
    own: np.uint64
    player: np.uint64


class Large(NamedTuple):
    kinds: tuple[tuple[np.uint64, np.uint64], tuple[np.uint64, np.uint64]]
    player: np.uint64
    counter: np.uint64


def random_states(count: int) -> Iterator[Small | Large]:
    """States that look like those of games: few bits, and neighbours that differ in one."""
    source = random.Random(7)

    def word() -> np.uint64:
        return np.uint64(source.getrandbits(64) & source.getrandbits(64))

    for _ in range(count // 2):
        player = np.uint64(source.getrandbits(1))
        own = word()
        yield Small(own, player)
        yield Small(own ^ np.uint64(1 << source.randrange(64)), player)
    for number in range(count // 2):
        kinds = ((word(), word()), (word(), word()))
        yield Large(kinds, np.uint64(number & 1), np.uint64(number))
        yield Large(kinds, np.uint64(number & 1), np.uint64(number + 1))


def test_the_hash_tells_states_apart() -> None:
    states = set(random_states(4000))
    assert len(states) > 7900
    compiled = [hash_state(state) for state in states]
    assert all(map(is_word, compiled))
    with plain_python():
        assert compiled == [hash_state(state) for state in states]
    assert len(set(compiled)) == len(states)
    assert len({int(value) >> 32 for value in compiled}) > len(states) - 40  # either half alone is good
    assert len({int(value) & 0xFFFFFFFF for value in compiled}) > len(states) - 40


@pytest.mark.parametrize("mode", [nullcontext, plain_python])
def test_every_bit_of_every_word_is_hashed(mode: Mode) -> None:
    with mode():
        hashes = {
            int(hash_state(Small(np.uint64(own), np.uint64(player))))
            for own, player in [(1 << bit, 0) for bit in range(64)] + [(0, 1 << bit) for bit in range(64)]
        }
    assert len(hashes) == 128


def test_the_order_of_words_is_hashed() -> None:
    assert hash_state(Small(np.uint64(1), np.uint64(2))) != hash_state(Small(np.uint64(2), np.uint64(1)))
