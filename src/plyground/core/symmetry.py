"""The eight ways to lay a board on itself."""

from __future__ import annotations

import enum
from functools import cache


class Symmetry(enum.Enum):
    """A turn or a mirror image of a board; the value says where a square goes.

    >>> Symmetry.MIRROR.square(0, 0, rows=6, columns=5)
    (0, 4)
    """

    IDENTITY = "identity"
    MIRROR = "mirror"  # left and right change places
    FLIP = "flip"  # top and bottom change places
    HALF_TURN = "half turn"
    TRANSPOSE = "transpose"  # rows become columns
    ANTITRANSPOSE = "antitranspose"
    LEFT_TURN = "left turn"
    RIGHT_TURN = "right turn"

    @property
    def swaps_axes(self) -> bool:
        """Tell whether rows become columns, so that the board must be square to fit."""
        return self in _SWAPPING

    def square(self, row: int, column: int, *, rows: int, columns: int) -> tuple[int, int]:
        """Return where a square of a board of this size goes."""
        down, right = rows - 1 - row, columns - 1 - column
        return {
            Symmetry.IDENTITY: (row, column),
            Symmetry.MIRROR: (row, right),
            Symmetry.FLIP: (down, column),
            Symmetry.HALF_TURN: (down, right),
            Symmetry.TRANSPOSE: (column, row),
            Symmetry.ANTITRANSPOSE: (right, down),
            Symmetry.LEFT_TURN: (right, row),
            Symmetry.RIGHT_TURN: (column, down),
        }[self]


@cache
def images(symmetry: Symmetry, rows: int, columns: int) -> tuple[int, ...]:
    """Return where the square of each number goes, as the number of a square there.

    >>> images(Symmetry.MIRROR, rows=2, columns=3)
    (2, 1, 0, 5, 4, 3)
    """
    columns_there = rows if symmetry.swaps_axes else columns
    places = [
        symmetry.square(*divmod(number, columns), rows=rows, columns=columns)
        for number in range(rows * columns)
    ]
    return tuple(row * columns_there + column for row, column in places)


_SWAPPING = frozenset({Symmetry.TRANSPOSE, Symmetry.ANTITRANSPOSE, Symmetry.LEFT_TURN, Symmetry.RIGHT_TURN})


def symmetries_of(rows: int, columns: int) -> tuple[Symmetry, ...]:
    """Return those that fit a board of this size: all eight on a square, else four."""
    return tuple(symmetry for symmetry in Symmetry if rows == columns or not symmetry.swaps_axes)
