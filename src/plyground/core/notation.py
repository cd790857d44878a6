"""Squares, moves and positions as text, and back.

Reading is strict: what is not well formed is refused with the place of the first error.
Whether a position makes sense in its game is for the game to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile

from plyground.core.symmetry import Symmetry, images
from plyground.errors import NotationError, PositionError, nearest, shortened

EMPTY_SQUARE = "."
LARGEST_SIDE = 26  # a column is one letter

_SQUARE = r"([a-z])([1-9][0-9]?)"
_MOVE = re.compile(rf"{_SQUARE}(?:([-x]?){_SQUARE})?")
_COUNTER = re.compile(r"0|[1-9][0-9]{0,5}")

# What a square or a move may begin with: it matches up to the first wrong character.
_SQUARE_BEGUN = r"(?:[a-z](?:[1-9][0-9]?)?)?"
_MOVE_BEGUN = rf"[a-z][1-9][0-9]?[-x]?{_SQUARE_BEGUN}|{_SQUARE_BEGUN}"


@dataclass(frozen=True)
class Grid:
    """The squares of a board of some size and how they are named."""

    rows: int
    columns: int
    rows_from_top: bool

    def name(self, square: int) -> str:
        """Return the name of a square number.

        >>> Grid(8, 8, rows_from_top=True).name(0)
        'a1'
        """
        return self.names[square]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all squares, by number."""
        return _names_on(self)

    def row_label(self, row: int) -> int:
        """Return the number of a row in notation."""
        return row + 1 if self.rows_from_top else self.rows - row

    def find(self, column_letter: str, row_label: str, text: str, place: int) -> int:
        """Return the number of the square with this name, which is at `place` in `text`."""
        column = ord(column_letter) - ord("a")
        row = int(row_label) - 1 if self.rows_from_top else self.rows - int(row_label)
        if column >= self.columns or not 0 <= row < self.rows:
            name = column_letter + row_label
            size = f"{self.rows} rows by {self.columns} columns"
            wrong = place if column >= self.columns else place + 1
            raise NotationError(f"there is no square {name} on {size}", text, wrong)
        return row * self.columns + column

    def read_square(self, text: str) -> int:
        """Return the number of a square given by name."""
        match = re.fullmatch(_SQUARE, text)
        if match is None:
            place = _length_of_match(_SQUARE_BEGUN, text)
            raise NotationError("a square is a letter and a number, like b5", text, place)
        return self.find(match[1], match[2], text, 0)


@cache  # every position that is read makes a grid, and most of them are alike
def _names_on(grid: Grid) -> tuple[str, ...]:
    letters = [chr(ord("a") + column) for column in range(grid.columns)]
    return tuple(f"{letter}{grid.row_label(row)}" for row in range(grid.rows) for letter in letters)


@dataclass(frozen=True)
class WrittenMove:
    """A move as it was written: two squares, one square, or none for a pass."""

    origin: int | None
    target: int | None
    mark: str = ""  # "-" or "x" where it was written

    def write(self, grid: Grid) -> str:
        """Return the move in notation."""
        return write_move(grid, self.origin, self.target, self.mark)


def write_move(grid: Grid, origin: int | None, target: int | None, mark: str) -> str:
    """Return a move in notation, from the numbers of its squares."""
    if target is None:
        return "pass"
    names = grid.names
    return names[target] if origin is None else f"{names[origin]}{mark}{names[target]}"


def read_move(text: str, grid: Grid) -> WrittenMove:
    """Read ``d3``, ``pass``, ``c1-e1``, ``b5xc4`` or ``b5c4``, in small letters or in capitals."""
    lowered = text.lower() if text.isascii() else text  # some letters become two
    if lowered == "pass":
        return WrittenMove(None, None)
    match = _MOVE.fullmatch(lowered)
    if match is None:
        place = max(_length_of_match(_MOVE_BEGUN, lowered), _length_in_common(lowered, ["pass"]))
        raise NotationError("a move looks like d3, c1-e1, b5xc4 or pass", text, place)
    first = grid.find(match[1], match[2], text, 0)
    if match[4] is None:
        return WrittenMove(None, first)
    second = grid.find(match[4], match[5], text, match.start(4))
    return WrittenMove(first, second, match[3])


@dataclass(frozen=True)
class Diagram:
    """What stands on every square, whose turn it is, and a counter where the game has one."""

    rows: int
    columns: int
    squares: str  # one letter a square, row by row from the top, EMPTY_SQUARE for none
    player: int
    rows_from_top: bool = True
    counter: int = 0

    @property
    def grid(self) -> Grid:
        """The names of the squares."""
        return Grid(self.rows, self.columns, self.rows_from_top)

    def where(self, letter: str) -> list[int]:
        """Return the numbers of the squares on which `letter` stands."""
        return [match.start() for match in re.finditer(re.escape(letter), self.squares)]

    def problem(self, message: str, square: int | None = None) -> PositionError:
        """Make the error that says what is wrong with this position, and where."""
        return PositionError(message if square is None else f"{message} ({self.grid.name(square)})")

    def limit(self, letter: str, most: int, what: str) -> None:
        """Raise an error if there are more than `most` of a letter."""
        found = self.where(letter)
        if len(found) > most:
            raise self.problem(f"{len(found)} {what} are too many, there can be {most} at most", found[most])

    def transformed(self, symmetry: Symmetry) -> Diagram:
        """Return the same position rotated or reflected."""
        rows, columns = (self.columns, self.rows) if symmetry.swaps_axes else (self.rows, self.columns)
        squares = [EMPTY_SQUARE] * len(self.squares)
        for letter, image in zip(self.squares, images(symmetry, self.rows, self.columns), strict=True):
            squares[image] = letter
        return replace(self, rows=rows, columns=columns, squares="".join(squares))

    def write(self, players: tuple[str, str]) -> str:
        """Return the position in notation."""
        starts = range(0, len(self.squares), self.columns)
        rows = "/".join([self.squares[start : start + self.columns] for start in starts])
        words = [_with_numbers(rows, self.columns), players[self.player]]
        return " ".join(words + ([str(self.counter)] if self.counter else []))


def read_diagram(
    text: str, *, letters: str, players: tuple[str, str], rows_from_top: bool, has_counter: bool
) -> Diagram:
    """Read a position: rows from the top joined by ``/``, the player to move, maybe a counter."""
    words = text.split(" ")
    if not words[0]:
        raise NotationError("a position is a board, one space and the player to move", text, 0)
    rows = list(_read_rows(text, words[0], letters))
    if len(words) < 2:
        raise NotationError(f"the player to move is missing: {' or '.join(players)}", text, len(text))
    place, player = len(words[0]) + 1, words[1]
    if player not in players:
        place += _length_in_common(player, players)
        hint = nearest(player, players)
        raise NotationError(f"the player to move is {' or '.join(players)}{hint}", text, place)
    counter = _read_counter(text, words[2:], place + len(player), has_counter)
    return Diagram(len(rows), len(rows[0]), "".join(rows), players.index(player), rows_from_top, counter)


def _read_rows(text: str, board: str, letters: str) -> Iterator[str]:
    """Yield the rows of a board; all must be as long as the first."""
    place, width = 0, None
    for number, row in enumerate(board.split("/"), start=1):
        if number > LARGEST_SIDE:
            raise NotationError(f"a board has at most {LARGEST_SIDE} rows", text, place)
        squares = _read_row(text, row, place, letters, number, width)
        place += len(row)
        if width is not None and len(squares) < width:
            problem = f"row {number} from the top has {len(squares)} squares, the first has {width}"
            raise NotationError(problem, text, place)
        width = len(squares)
        yield squares
        place += 1  # the slash


def _read_row(text: str, row: str, start: int, letters: str, number: int, width: int | None) -> str:
    """Read one row, which may not be longer than `width`."""
    squares = ""
    for match in re.finditer(r"[0-9]+|(?s:.)", row):
        symbol, place = match[0], start + match.start()
        if symbol in letters:
            squares += symbol
        elif re.fullmatch(r"[1-9][0-9]*", symbol):
            # Three digits are too many for any row, and no number is read that is longer.
            squares += EMPTY_SQUARE * int(symbol[:3])
        else:
            allowed = f"neither a piece ({', '.join(letters)}) nor a run of empty squares"
            raise NotationError(f"{shortened(symbol)} is {allowed}", text, place)
        if width is not None and len(squares) > width:
            raise NotationError(f"row {number} from the top is longer than the first", text, place)
        if len(squares) > LARGEST_SIDE:
            raise NotationError(f"a row has at most {LARGEST_SIDE} squares", text, place)
    if not squares:
        raise NotationError(f"row {number} from the top is empty", text, start)
    return squares


def _read_counter(text: str, words: list[str], place: int, has_counter: bool) -> int:
    """Read what follows the player; `place` is where the player's name ends."""
    if not words:
        return 0
    if not has_counter:
        raise NotationError("nothing may follow the player to move", text, place)
    number = words[0]
    length = _length_of_match(_COUNTER, number)
    if not number or length < len(number):
        raise NotationError("the counter is a whole number below a million", text, place + 1 + length)
    if len(words) > 1:
        raise NotationError("nothing may follow the counter", text, place + 1 + length)
    return int(number)


def _length_of_match(pattern: str | re.Pattern[str], text: str) -> int:
    match = re.match(pattern, text)
    return match.end() if match else 0


def _length_in_common(text: str, names: Iterable[str]) -> int:
    """Return how far `text` agrees with the most similar of the names."""

    def length(name: str) -> int:
        return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(text, name, strict=False))))

    return max(map(length, names))


def _with_numbers(rows: str, longest: int) -> str:
    """Write runs of empty squares as numbers, the longest first: none of them is part of a longer one."""
    for length in range(longest, 0, -1):
        rows = rows.replace(EMPTY_SQUARE * length, str(length))
    return rows
