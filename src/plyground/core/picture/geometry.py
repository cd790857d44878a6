"""Where the squares of a board are, in the units of its picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from plyground.core.notation import Diagram

UNIT = 100
"""How wide a square is."""

FRAME = 8
AIR = 10
BORDER = FRAME + AIR

USUAL_LETTER, LARGEST_LETTER = 0.033, 0.08
"""The size of a letter, as a part of the longer side of the board."""

SMALLEST_LETTER = 11
"""In pixels, about."""

MARGIN = 0.55
"""What is left free around everything, in sizes of a letter."""

LETTER_WIDTH = 0.58
"""Nobody knows the font of the reader: rather too wide."""


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


@dataclass(frozen=True)
class Geometry:
    """The measures of a board, seen from the side of its first row or flipped, above a caption."""

    rows: int
    columns: int
    is_flipped: bool
    caption_length: int
    pixels: int

    @classmethod
    def of(cls, diagram: Diagram, caption: str, *, pixels: int, flipped: bool) -> Geometry:
        """Return the measures of a diagram's picture, given the pixels of its longer side."""
        return cls(diagram.rows, diagram.columns, flipped, len(caption), pixels)

    @property
    def letter_size(self) -> float:
        """How large letters are: the same on every board, and in a small picture not too small."""
        share = max(USUAL_LETTER, min(SMALLEST_LETTER / self.pixels, LARGEST_LETTER))
        return UNIT * max(self.rows, self.columns) * share

    @property
    def board_width(self) -> float:
        """How wide the squares are together."""
        return UNIT * self.columns

    @property
    def board_height(self) -> float:
        """How high the squares are together."""
        return UNIT * self.rows

    @property
    def width(self) -> float:
        """How wide the picture is: a narrow board leaves room for its caption."""
        beside = BORDER + self.letter_size * (1.35 + MARGIN)
        return max(self.board_width + 2 * beside, self.caption_width + 2 * self.letter_size)

    @property
    def height(self) -> float:
        """How high the picture is."""
        return self.caption_line + self.letter_size * 1.2

    @property
    def left(self) -> float:
        """Where the squares begin: in the middle, whatever stands beside them."""
        return round((self.width - self.board_width) / 2)

    @property
    def top(self) -> float:
        """Where the squares begin."""
        return round(BORDER + self.letter_size * MARGIN)

    @property
    def label_column(self) -> float:
        """The middle of the numbers beside the rows."""
        return self.left - BORDER - self.letter_size * 0.675

    @property
    def label_line(self) -> float:
        """The middle of the letters below the columns."""
        return self.top + self.board_height + BORDER + self.letter_size * 0.7

    @property
    def caption_line(self) -> float:
        """The middle of the caption."""
        return self.label_line + self.letter_size * 2

    @property
    def caption_left(self) -> float:
        """Where the caption begins: below the first square, or farther left where it is long."""
        return min(self.left, self.width - self.letter_size - self.caption_width)

    @property
    def caption_width(self) -> float:
        """About how wide the caption is, with the disc before it."""
        return self.letter_size * (LETTER_WIDTH * self.caption_length + 1.25)

    def corner(self, square: int) -> Point:
        """Return the top left corner of a square."""
        row, column = divmod(square, self.columns)
        if self.is_flipped:
            row, column = self.rows - 1 - row, self.columns - 1 - column
        return Point(self.left + UNIT * column, self.top + UNIT * row)

    def centre(self, square: int) -> Point:
        """Return the middle of a square."""
        x, y = self.corner(square)
        return Point(x + UNIT / 2, y + UNIT / 2)
