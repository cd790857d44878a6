"""What comes back from a kernel can go into a kernel again, as the same types."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
import pytest

from plyground.jit import Kernel, kernel
from plyground.jit.results import look_at_versions


class Pieces(NamedTuple):
    own: np.uint64
    opponent: np.uint64


class Mixed(NamedTuple):
    pieces: Pieces
    words: tuple[np.uint64, ...]
    turns: int
    score: float
    is_over: bool


@kernel
def passed_on(value: Any) -> Any:
    return value


@kernel
def turned(state: Mixed) -> Mixed:
    pieces = Pieces(state.pieces.opponent, state.pieces.own)
    return Mixed(pieces, (state.words[1], state.words[0]), state.turns + 1, -state.score, not state.is_over)


@kernel
def with_default(word: Any, step: int = 2) -> tuple[Any, int]:
    return word, step


@kernel
def found(word: np.uint64) -> np.uint64 | None:
    if word == np.uint64(0):
        return None
    return word


def versions_of(function: Any) -> int:
    return len(cast("Kernel", function).dispatcher.signatures)


def same(one: Any, other: Any) -> bool:
    """Tell whether two values are equal and of the same types, all the way down."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


LARGEST = np.uint64(2**64 - 1)
STATE = Mixed(Pieces(LARGEST, np.uint64(2)), (np.uint64(3), np.uint64(4)), 5, 6.5, False)


def test_a_state_keeps_its_types_and_compiles_once() -> None:
    expected = Mixed(Pieces(np.uint64(2), LARGEST), (np.uint64(4), np.uint64(3)), 6, -6.5, True)
    result = turned(STATE)
    assert same(result, expected)
    assert same(turned(result), Mixed(STATE.pieces, STATE.words, 7, 6.5, False))
    assert versions_of(turned) == 1


@pytest.mark.parametrize("first", [0, 4])
def test_every_version_of_a_kernel_has_its_own_types(first: int) -> None:
    """The first version must not decide what the others return."""
    values: list[Any] = [LARGEST, -3, 1.5, True, Pieces(LARGEST, np.uint64(2)), (1, np.uint64(2)), None]
    fresh = kernel(cast("Kernel", passed_on).python)
    order = [*values[first:], *values[:first]]
    for value in (*order, *order):
        result = fresh(value)
        assert same(result, value), (result, value)
    assert versions_of(fresh) == len(values)


def test_arguments_that_are_left_out_or_named() -> None:
    assert same(with_default(np.uint64(1)), (np.uint64(1), 2))
    assert same(with_default(np.uint64(1), 3), (np.uint64(1), 3))
    assert same(with_default(word=np.uint64(1), step=4), (np.uint64(1), 4))
    assert same(with_default(5), (5, 2))
    assert same(with_default(np.uint64(1)), (np.uint64(1), 2))
    assert same(with_default(np.uint64(1), step=3), (np.uint64(1), 3))


def test_something_or_nothing() -> None:
    assert found(np.uint64(0)) is None
    assert same(found(np.uint64(7)), np.uint64(7))


def test_arrays_are_left_alone() -> None:
    table = np.arange(3, dtype=np.uint64)
    assert passed_on(table) is not None
    assert passed_on(table).dtype == np.uint64


def test_nothing_is_done_where_nothing_has_to_be() -> None:
    fresh = kernel(cast("Kernel", passed_on).python)
    fresh(1.5)
    assert look_at_versions(cast("Kernel", fresh).dispatcher) == (1, None)
