"""Compiling in a hurry: what is left out meanwhile is there again afterwards, and the code is the same."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba.core import types
from numba.extending import overload

from plyground.jit import kernel
from plyground.jit.numba_patches import in_a_hurry

pytestmark = pytest.mark.usefixtures("cache_dir")  # nothing is compiled yet


@pytest.fixture
def frozen() -> Iterator[int]:
    """Have somebody else keep objects away from the collector; how many."""
    gc.freeze()
    yield gc.get_freeze_count()
    gc.unfreeze()


def compile_something() -> None:
    assert kernel(lambda number: number + 1)(1) == 2


def fail_to_compile() -> None:
    with pytest.raises(Exception, match="undefined_name"):
        kernel(lambda number: undefined_name)(1)  # type: ignore[name-defined]  # noqa: F821


@pytest.mark.parametrize("compile_it", [compile_something, fail_to_compile])
def test_all_is_as_before(compile_it: Any) -> None:
    before = types.Function.get_call_type
    compile_it()
    assert gc.isenabled()
    assert types.Function.get_call_type is before


def test_who_turned_the_collector_off_finds_it_off() -> None:
    gc.disable()
    try:
        compile_something()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_somebody_froze_stays_frozen(frozen: int) -> None:
    compile_something()
    assert gc.get_freeze_count() > frozen // 2  # a few have gone by themselves


def test_new_objects_are_not_gone_through_at_once() -> None:
    """They are counted as old ones, which the collector leaves alone for long."""
    with in_a_hurry():
        kept = [[] for _ in range(10_000)]  # type: list[list[int]]
        young = len(gc.get_objects(generation=0))
    assert young > len(kept)
    assert len(gc.get_objects(generation=0)) < len(kept)
    assert gc.get_freeze_count() == 0


def test_an_operator_is_looked_up_once_for_each_kind_of_numbers() -> None:
    @kernel
    def sums(whole: Any, real: Any, word: Any, truth: Any) -> Any:
        return whole + whole, real + real, whole + real, word + word, truth + truth, -whole, -real, -word

    word = np.uint64(2**63)
    found = sums(3, 0.5, word, True)
    assert found == (6, 1.0, 3.5, 0, 2, -3, -0.5, 2**63)
    assert [type(each) for each in found] == [int, float, float, np.uint64, int, int, float, np.uint64]


def test_what_an_operator_means_for_other_things_is_not_mixed_up() -> None:
    @kernel
    def sums(number: Any, pair: Any, array: Any) -> Any:
        return number + number, pair + pair, (array + array)[0], (array + number)[1]

    assert sums(3, (1, 2), np.array([5, 7])) == (6, (1, 2, 1, 2), 10, 10)


def test_what_others_teach_numba_meanwhile_is_noticed() -> None:
    compile_something()

    def twice(number: Any) -> Any:
        return 2 * number

    overload(twice)(lambda number: lambda number: number + number)
    assert kernel(lambda number: twice(number))(4) == 8  # noqa: PLW0108
