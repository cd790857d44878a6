"""The options of a game, declared once: Python, the command line and the page read them here.

An option reads a value given as text or as a Python value and returns the value that the
game's `make_board` receives, or raises `OptionError` naming what is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeGuard

from plyground.errors import OptionError, nearest


@dataclass(frozen=True)
class Size:
    """How many rows and columns the board has: ``6`` for a square, ``6x5`` for rows x columns."""

    rows: Sequence[int]
    columns: Sequence[int]
    default: tuple[int, int]
    only_square: bool = False
    help: str = "size of the board"

    name: ClassVar[str] = "size"

    @property
    def allowed(self) -> str:
        """The sizes of this game, in words."""
        if self.only_square:
            return ", ".join(map(str, self.rows))
        return f"{_span(self.rows)} rows by {_span(self.columns)} columns"

    def read(self, value: object) -> tuple[int, int]:
        """Turn ``6``, ``"6"``, ``"6x5"`` or ``(6, 5)`` into rows and columns."""
        rows, columns = self._split(value)
        is_square = rows == columns or not self.only_square
        if rows not in self.rows or columns not in self.columns or not is_square:
            raise OptionError(f"size {self.show((rows, columns))} is not played; allowed: {self.allowed}")
        return rows, columns

    def show(self, value: tuple[int, int]) -> str:
        """Write a size as it is parsed."""
        rows, columns = value
        return str(rows) if rows == columns and self.only_square else f"{rows}x{columns}"

    def describe(self) -> dict[str, Any]:
        """Describe this option in plain values, for a page or a program."""
        return {
            "name": self.name,
            "kind": "size",
            "help": self.help,
            "rows": list(self.rows),
            "columns": list(self.columns),
            "square": self.only_square,
            "default": self.show(self.default),
            "allowed": self.allowed,
        }

    def _split(self, value: object) -> tuple[int, int]:
        if _is_whole_number(value):
            return value, value
        if isinstance(value, str):
            numbers = [_plain_number(part) for part in value.lower().split("x")]
        elif isinstance(value, (tuple, list)):
            numbers = [part if _is_whole_number(part) else None for part in value]
        else:
            numbers = []
        if len(numbers) not in (1, 2) or None in numbers:
            form = "a number like 6 or rows by columns like 6x5"
            raise OptionError(f"size {value!r} is not {form}; allowed: {self.allowed}")
        return numbers[0] or 0, numbers[-1] or 0


@dataclass(frozen=True)
class Number:
    """A whole number between two bounds."""

    name: str
    default: int
    minimum: int
    maximum: int
    help: str

    @property
    def allowed(self) -> str:
        """The numbers allowed, in words."""
        return f"{self.minimum} to {self.maximum}"

    def read(self, value: object) -> int:
        """Turn an int or its text into the number."""
        number = _plain_number(value) if isinstance(value, str) else value
        if not _is_whole_number(number):
            raise OptionError(f"{self.name} {value!r} is not a whole number; allowed: {self.allowed}")
        if not self.minimum <= number <= self.maximum:
            raise OptionError(f"{self.name} {number} is not allowed; allowed: {self.allowed}")
        return number

    def show(self, value: int) -> str:
        """Write a number as it is parsed."""
        return str(value)

    def describe(self) -> dict[str, Any]:
        """Describe this option in plain values, for a page or a program."""
        return {
            "name": self.name,
            "kind": "number",
            "help": self.help,
            "minimum": self.minimum,
            "maximum": self.maximum,
            "default": self.default,
            "allowed": self.allowed,
        }


@dataclass(frozen=True)
class Choice:
    """One of a few names."""

    name: str
    default: str
    choices: tuple[str, ...]
    help: str

    @property
    def allowed(self) -> str:
        """The names allowed."""
        return ", ".join(self.choices)

    def read(self, value: object) -> str:
        """Return the name if it is one of the choices."""
        if value not in self.choices:
            hint = nearest(str(value), self.choices)
            raise OptionError(f"{self.name} {value!r} is not allowed; allowed: {self.allowed}{hint}")
        return str(value)

    def show(self, value: str) -> str:
        """Write a choice as it is parsed."""
        return value

    def describe(self) -> dict[str, Any]:
        """Describe this option in plain values, for a page or a program."""
        return {
            "name": self.name,
            "kind": "choice",
            "help": self.help,
            "choices": list(self.choices),
            "default": self.default,
            "allowed": self.allowed,
        }


Option = Size | Number | Choice


def read_options(game: str, declared: Sequence[Option], given: Mapping[str, object]) -> dict[str, Any]:
    """Return a value for every declared option, from what was given or from its default."""
    names = [option.name for option in declared]
    for name in given:
        if name not in names:
            listed = ", ".join(names) or "none"
            raise OptionError(f"{game} has no option {name!r}; it has: {listed}{nearest(name, names)}")
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.default
        for option in declared
    }


def _is_whole_number(value: object) -> TypeGuard[int]:
    """Return whether a value is an int, and not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def _plain_number(text: str) -> int | None:
    """Parse digits only: no blanks, no underscores, no digits of other scripts."""
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 18:
        return None
    return int(text)


def _span(numbers: Sequence[int]) -> str:
    return f"{min(numbers)} to {max(numbers)}" if len(numbers) > 1 else str(numbers[0])
