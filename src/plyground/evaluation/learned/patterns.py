"""Patterns of squares: made from the board by rule, tied by symmetries, numbered by what stands on them.

A pattern is a tuple of squares. What stands on them, read as digits of a number, is its index into a table of
weights. Images of a pattern under the symmetries of a game share a table: each image is an *instance* of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from plyground.core.symmetry import Symmetry, images

Squares = tuple[int, ...]

LARGEST_TABLE = 3**10
"""A table has at most this many entries, so that a sum of digits fits into 16 bits."""

DEFAULT_TABLE = 3**9
"""Windows made by rule are as large as a table of this size allows."""


def windows(rows: int, columns: int, height: int, width: int) -> list[Squares]:
    """Return all rectangles of a size on a board, clipped to the board where it is smaller.

    >>> windows(2, 3, height=2, width=2)
    [(0, 1, 3, 4), (1, 2, 4, 5)]
    """
    height, width = min(height, rows), min(width, columns)
    return [
        tuple((top + down) * columns + left + right for down in range(height) for right in range(width))
        for top in range(rows - height + 1)
        for left in range(columns - width + 1)
    ]


def lines(rows: int, columns: int, shortest: int = 4) -> list[Squares]:
    """Return all rows, columns and diagonals of at least some length."""
    found: list[Squares] = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for start in range(rows * columns):
            row, column = divmod(start, columns)
            if 0 <= row - down < rows and 0 <= column - right < columns:
                continue  # the line began before
            length = min(
                rows - row if down else max(rows, columns),
                columns - column if right > 0 else column + 1 if right < 0 else max(rows, columns),
            )
            squares = tuple((row + step * down) * columns + column + step * right for step in range(length))
            if len(squares) >= shortest:
                found.append(squares)
    return found


def default_patterns(rows: int, columns: int, base: int) -> list[Squares]:
    """Return all windows of the size, as square as possible, that a table of `DEFAULT_TABLE` entries allows.

    With two kinds of things that may stand on a square these are 3x3; the whole board if it is that small.
    """
    most = 1
    while base ** (most + 1) <= DEFAULT_TABLE:
        most += 1
    side = max(int(most**0.5), 1)
    shapes = [(rows, columns)] if rows * columns <= most else [(side, most // side), (most // side, side)]
    return list(dict.fromkeys(each for shape in shapes for each in windows(rows, columns, *shape)))


@dataclass(frozen=True)
class Table:
    """A pattern with the images that share its weights, for either side to move.

    Instances are tuples of squares in the order of the digits; `instances[side]` belongs to positions
    in which that side is to move. `offset` is the first entry of the table.
    """

    offset: int
    length: int
    base: int
    instances: tuple[tuple[Squares, ...], tuple[Squares, ...]]
    permutations: tuple[tuple[int, ...], ...]  # images that are the pattern itself, as orders of its digits

    @property
    def entries(self) -> int:
        """How many entries the table has."""
        return int(self.base**self.length)


@dataclass(frozen=True)
class Tables:
    """All tables of a model, for one board."""

    tables: tuple[Table, ...]

    @property
    def entries(self) -> int:
        """How many entries all tables have together."""
        return sum(each.entries for each in self.tables)

    def instances(self, side: int) -> list[tuple[Table, Squares]]:
        """Return all instances that are looked up with a side to move."""
        return [(table, squares) for table in self.tables for squares in table.instances[side]]

    @cached_property
    def classes(self) -> npt.NDArray[np.int32]:
        """The number of the weight that each entry has; mirror images of an entry have the same one."""
        smallest = np.concatenate([_smallest_images(table) for table in self.tables])
        is_smallest = smallest == np.arange(len(smallest))
        numbers = np.cumsum(is_smallest, dtype=np.int32) - np.int32(1)
        classes: npt.NDArray[np.int32] = numbers[smallest]
        return classes


def tie(
    patterns: Iterable[Squares],
    rows: int,
    columns: int,
    base: int,
    symmetries: Sequence[Symmetry],
    side_swap: Symmetry | None,
) -> Tables:
    """Give every pattern a table, one for all its images under the symmetries of a game.

    With `side_swap`, the symmetry that a change of sides goes with, both sides share the tables. Without
    it each side has its own.
    """
    maps = [images(symmetry, rows, columns) for symmetry in symmetries]
    tables: list[Table] = []
    taken: set[frozenset[int]] = set()
    offset = 0
    for pattern in patterns:
        if frozenset(pattern) in taken:
            continue
        found = _images_of(pattern, maps)
        taken |= {frozenset(squares) for squares in found}
        permutations = _permutations_of(pattern, maps)
        if side_swap is not None:
            swapped = images(side_swap, rows, columns)
            others = tuple(tuple(swapped[square] for square in squares) for squares in found)
            tables.append(Table(offset, len(pattern), base, (found, others), permutations))
            offset += tables[-1].entries
        else:
            for instances in ((found, ()), ((), found)):
                tables.append(Table(offset, len(pattern), base, instances, permutations))
                offset += tables[-1].entries
    return Tables(tuple(tables))


def _images_of(pattern: Squares, maps: Sequence[Sequence[int]]) -> tuple[Squares, ...]:
    """Return the images of a pattern, one for each set of squares."""
    found: dict[frozenset[int], Squares] = {}
    for image in maps:
        squares = tuple(image[square] for square in pattern)
        found.setdefault(frozenset(squares), squares)
    return tuple(found.values())


def _permutations_of(pattern: Squares, maps: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the orders in which the digits of a pattern may be read: its images onto itself."""
    place = {square: index for index, square in enumerate(pattern)}
    found = set()
    for image in maps:
        squares = [image[square] for square in pattern]
        if set(squares) == set(pattern):
            found.add(tuple(place[square] for square in squares))
    return tuple(sorted(found))


def _smallest_images(table: Table) -> npt.NDArray[np.int32]:
    """Return for each entry the smallest of its images, counted over all tables."""
    entries = np.arange(table.offset, table.offset + table.entries, dtype=np.int32)
    if len(table.permutations) == 1:  # the pattern is no image of itself
        return entries
    last = table.length - 1
    digits = entries.reshape((table.base,) * table.length)  # a dimension for each digit, the last one first
    smallest = digits.copy()
    for permutation in table.permutations:
        np.minimum(
            smallest, digits.transpose([last - place for place in reversed(permutation)]), out=smallest
        )
    return smallest.reshape(-1)
