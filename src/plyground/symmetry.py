"""The eight ways to lay a board on itself."""

from __future__ import annotations

import enum


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


_SWAPPING = frozenset({Symmetry.TRANSPOSE, Symmetry.ANTITRANSPOSE, Symmetry.LEFT_TURN, Symmetry.RIGHT_TURN})


def symmetries_of(rows: int, columns: int) -> tuple[Symmetry, ...]:
    """Return those that fit a board of this size: all eight on a square, else four."""
    return tuple(symmetry for symmetry in Symmetry if rows == columns or not symmetry.swaps_axes)
