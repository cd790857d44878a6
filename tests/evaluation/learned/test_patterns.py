"""Patterns: what they cover, and which of them share weights."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from plyground.core.symmetry import Symmetry, images, symmetries_of
from plyground.evaluation.learned.patterns import default_patterns, lines, tie, windows


def test_windows_cover_the_board_and_are_clipped_to_it() -> None:
    assert len(windows(6, 6, 3, 3)) == 16
    assert windows(2, 2, 3, 3) == [(0, 1, 2, 3)]
    assert {square for window in windows(5, 4, 2, 3) for square in window} == set(range(20))


def test_lines_are_rows_columns_and_diagonals() -> None:
    found = {frozenset(line) for line in lines(8, 8, shortest=8)}
    assert len(found) == 8 + 8 + 2
    assert len(lines(8, 8, shortest=4)) == 16 + 2 * 9
    assert all(len(set(line)) == len(line) for line in lines(5, 3, shortest=1))


@pytest.mark.parametrize(("base", "cells"), [(2, 12), (3, 9), (7, 4), (8, 4)])
def test_default_windows_fit_their_tables(base: int, cells: int) -> None:
    assert {len(pattern) for pattern in default_patterns(8, 8, base)} == {cells}


def test_a_small_board_is_one_pattern() -> None:
    assert default_patterns(3, 3, 3) == [tuple(range(9))]


@pytest.mark.parametrize("size", [(6, 6), (6, 5), (4, 4)])
def test_each_window_is_one_instance(size: tuple[int, int]) -> None:
    rows, columns = size
    patterns = windows(rows, columns, 3, 3)
    tables = tie(patterns, rows, columns, 3, symmetries_of(rows, columns), Symmetry.IDENTITY)
    for side in (0, 1):
        instances = [frozenset(squares) for _, squares in tables.instances(side)]
        assert sorted(map(sorted, instances)) == sorted(map(sorted, patterns))


def test_without_a_swap_the_sides_share_nothing() -> None:
    tables = tie(windows(4, 4, 2, 2), 4, 4, 3, [Symmetry.IDENTITY], None)
    mine, yours = ({table.offset for table, _ in tables.instances(side)} for side in (0, 1))
    assert mine
    assert yours
    assert not mine & yours


def test_classes_are_the_orbits_of_entries() -> None:
    symmetries = symmetries_of(3, 3)
    tables = tie([tuple(range(9))], 3, 3, 3, symmetries, Symmetry.IDENTITY)
    classes = tables.classes
    seen: dict[tuple[int, ...], int] = {}
    maps = [images(symmetry, 3, 3) for symmetry in symmetries]
    for digits in itertools.product(range(3), repeat=9):
        entry = sum(digit * 3**place for place, digit in enumerate(digits))
        orbit = min(tuple(digits[image[square]] for square in range(9)) for image in maps)
        assert seen.setdefault(orbit, classes[entry]) == classes[entry]
    assert len(seen) == len(np.unique(classes)) == classes.max() + 1
