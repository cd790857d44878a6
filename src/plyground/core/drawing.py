"""A board as text: with letters only, or in colour for a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.core.notation import Diagram
from plyground.core.rules import Rules

RESET = "\x1b[0m"


@dataclass(frozen=True)
class Marks:
    """Squares to draw attention to."""

    outlined: frozenset[int] = frozenset()
    last_move: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Palette:
    """The colours of a drawing, as numbers of the 256-colour table that terminals share."""

    light_square: int = 66
    dark_square: int = 65
    last_move_square: int = 101
    first_player: int = 16
    second_player: int = 231
    scenery: int = 231
    scenery_square: int = 160  # pits are red
    outline: int = 252  # possible moves are gray
    label: int = 245


def draw(
    diagram: Diagram,
    rules: Rules[Any, Any],
    marks: Marks,
    caption: str,
    *,
    color: bool = False,
    flipped: bool = False,
) -> str:
    """Draw a board with its coordinates.

    A square of `marks.outlined` is drawn in brackets, gray where there is colour. The squares
    of the last move have a colour of their own, or parentheses where there is no colour.
    Flipped, the board is seen from the other side.
    """
    style = _Style(rules, marks, Palette(), color)
    rows = list(range(diagram.rows))
    columns = list(range(diagram.columns))
    if flipped:
        rows.reverse()
        columns.reverse()
    letters = "".join(f" {chr(ord('a') + column)} " for column in columns)
    header = "   " + style.label(letters).rstrip()
    lines = [header]
    for row in rows:
        squares = [row * diagram.columns + column for column in columns]
        drawn = "".join(style.square(square, diagram) for square in squares)
        lines.append(f"{style.label(f'{diagram.grid.row_label(row):>2}')} {drawn}".rstrip())
    return "\n".join([*lines, caption])


class _Style:
    """How single squares look."""

    def __init__(self, rules: Rules[Any, Any], marks: Marks, palette: Palette, color: bool) -> None:
        self._marks = marks
        self._palette = palette
        self._color = color
        self._scenery = frozenset(scenery.letter for scenery in rules.scenery)
        self._symbols: dict[str, tuple[str, int]] = {}
        for piece in rules.pieces:
            for letter, ink in zip(piece.letters, (palette.first_player, palette.second_player), strict=True):
                self._symbols[letter] = (piece.symbol or letter, ink)
        for letter in self._scenery:
            self._symbols[letter] = (letter, palette.scenery)

    def label(self, text: str) -> str:
        return f"\x1b[38;5;{self._palette.label}m{text}{RESET}" if self._color else text

    def square(self, square: int, diagram: Diagram) -> str:
        letter = diagram.squares[square]
        left, right = ("[", "]") if square in self._marks.outlined else (" ", " ")
        if not self._color:
            if left == " " and square in self._marks.last_move:
                left, right = "(", ")"
            return left + letter + right
        symbol, ink = self._symbols.get(letter, (" ", self._palette.label))
        paper = self._paper(square, diagram)
        outline = self._palette.outline
        return (
            f"\x1b[48;5;{paper};38;5;{outline};1m{left}"
            f"\x1b[38;5;{ink}m{symbol}\x1b[38;5;{outline}m{right}{RESET}"
        )

    def _paper(self, square: int, diagram: Diagram) -> int:
        if diagram.squares[square] in self._scenery:
            return self._palette.scenery_square
        if square in self._marks.last_move:
            return self._palette.last_move_square
        is_dark = sum(divmod(square, diagram.columns)) % 2
        return self._palette.dark_square if is_dark else self._palette.light_square
