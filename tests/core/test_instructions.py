"""What the search asks of the machine: the same answers compiled and plain."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plyground.core.instructions import as_int, is_whole, prefetch
from plyground.core.pointers import (
    address_of,
    load_float64,
    load_int16,
    load_int32,
    load_int64,
    load_uint16,
    load_word,
)
from plyground.jit import kernel, plain_python
from plyground.search.quiescence import as_score
from plyground.search.score import LARGEST_EVALUATION


@pytest.mark.parametrize("number", [np.int32(-7), np.int64(-7), np.uint64(7), np.int8(-128), np.uint8(255)])
def test_numbers_of_any_width_become_the_same(number: Any) -> None:
    assert as_int(number) == int(number)

    @kernel
    def squared(narrow: Any) -> int:
        wide = as_int(narrow)
        return wide * wide

    assert squared(number) == int(number) ** 2  # 128 squared does not fit into eight bits


@pytest.mark.parametrize("number", [0, -3, 2.0, np.uint64(1), True])
def test_only_signed_whole_numbers_are_whole(number: Any) -> None:
    assert is_whole(number) == (type(number) is int)


@pytest.mark.parametrize(
    ("points", "score"),
    [
        (3, 3000),
        (-3, -3000),
        (10**9, LARGEST_EVALUATION),
        (-(10**9), -LARGEST_EVALUATION),
        (2**62, LARGEST_EVALUATION),
        (0.0004, 0),
        (-0.0006, -1),
        (float("inf"), LARGEST_EVALUATION),
        (float("nan"), 0),
        (np.uint64(2**64 - 1), LARGEST_EVALUATION),
        (np.int32(5), 5000),
        (True, 1000),
    ],
)
def test_points_become_thousandths(points: Any, score: int) -> None:
    assert as_score(points) == score
    with plain_python():
        assert as_score(points) == score


def test_fetching_changes_nothing() -> None:
    memory = np.arange(100, dtype=np.uint64)
    prefetch(np.uint64(memory.ctypes.data))
    prefetch(np.uint64(0))  # there is nothing, and nobody minds
    assert memory.tolist() == list(range(100))


@pytest.mark.parametrize(
    ("load", "kind"),
    [
        (load_int16, np.int16),
        (load_uint16, np.uint16),
        (load_int32, np.int32),
        (load_int64, np.int64),
        (load_word, np.uint64),
        (load_float64, np.float64),
    ],
)
def test_numbers_are_read_by_address(load: Any, kind: Any) -> None:
    memory = np.array([0, 1, -1, 7, -300], np.int64).astype(kind)
    numbers = [load(address_of(memory), index) for index in range(len(memory))]
    assert numbers == memory.tolist()
    with plain_python():
        assert [load(address_of(memory), index) for index in range(len(memory))] == numbers
