"""What the four twins share: boards of characters, squares by name, straight lines."""

from __future__ import annotations

import re
from functools import cache, lru_cache

Board = list[list[str]]
"""Rows from the top; one character a square."""

Square = tuple[int, int]
"""(row, column), both from 0, row 0 on top."""

Outcome = tuple[str | None, str]
"""(name of the winner, or None for a draw; how the game ended)."""

EMPTY = "."
ORTHOGONAL: tuple[Square, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
EIGHT_WAYS: tuple[Square, ...] = (*ORTHOGONAL, (-1, -1), (-1, 1), (1, -1), (1, 1))


def read_board(text: str) -> Board:
    """Read rows from the top, joined by `/`; a number is a run of empty squares.

    >>> read_board("b2/w1b")
    [['b', '.', '.'], ['w', '.', 'b']]
    """
    spelled_out = re.sub(r"\d+", lambda number: EMPTY * int(number.group()), text)
    return [list(row) for row in spelled_out.split("/")]


def write_board(board: Board) -> str:
    """The inverse of `read_board`.

    >>> write_board([["b", ".", "."], ["w", ".", "b"]])
    'b2/w1b'
    """
    return "/".join([_write_row("".join(row)) for row in board])


@lru_cache(maxsize=100_000)
def _write_row(row: str) -> str:
    return re.sub(r"\.+", lambda run: str(len(run.group())), row)


def copy_board(board: Board) -> Board:
    """A board that can be changed without changing the old one."""
    return [row.copy() for row in board]


def count(board: Board, piece: str) -> int:
    """How many squares hold this character."""
    return sum(row.count(piece) for row in board)


def name_from_top(row: int, column: int) -> str:
    """A letter for the column, a number for the row counted from the top: a1 is top left."""
    return f"{chr(ord('a') + column)}{row + 1}"


@cache
def move_from_top(source: Square, mark: str, target: Square) -> str:
    """A move from a square to another one.

    >>> move_from_top((0, 0), "-", (0, 2))
    'a1-c1'
    """
    return f"{name_from_top(*source)}{mark}{name_from_top(*target)}"


def square_from_top(name: str) -> Square:
    """The inverse of `name_from_top`."""
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


@cache
def neighbours(rows: int, columns: int) -> dict[Square, list[Square]]:
    """For every square, the squares one step away in any of the eight directions."""
    return {
        square: [line[0] for line in lines if line]
        for square, lines in rays(rows, columns, EIGHT_WAYS).items()
    }


@cache
def rays(rows: int, columns: int, directions: tuple[Square, ...]) -> dict[Square, list[list[Square]]]:
    """For every square, and every direction, the squares passed from there to the edge, nearest first."""
    return {
        (row, column): [ray(row, column, direction, rows, columns) for direction in directions]
        for row in range(rows)
        for column in range(columns)
    }


def ray(row: int, column: int, direction: Square, rows: int, columns: int) -> list[Square]:
    """The squares passed when walking from a square (not included) in a direction to the edge."""
    down, right = direction
    squares = []
    row, column = row + down, column + right
    while 0 <= row < rows and 0 <= column < columns:
        squares.append((row, column))
        row, column = row + down, column + right
    return squares
