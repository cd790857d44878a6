"""Konane, slowly: spec.md, "Konane (S3)"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from .common import (
    EMPTY,
    ORTHOGONAL,
    Board,
    Outcome,
    Square,
    copy_board,
    count,
    move_from_top,
    name_from_top,
    rays,
    read_board,
    square_from_top,
    write_board,
)

STONE = {"black": "b", "white": "w"}
OPPONENT = {"black": "white", "white": "black"}


@dataclass(frozen=True)
class Twin:
    """A Konane position. The number of empty squares tells the phase: none, one, or more."""

    board: Board
    to_move: str
    opening: str = "corners"

    @classmethod
    def start(cls, rows: int, columns: int, *, opening: str = "corners") -> Twin:
        """Full board, colours alternate, black on the top left square; player 0, black, moves first."""
        board = [["bw"[(row + column) % 2] for column in range(columns)] for row in range(rows)]
        return cls(board, "black", opening)

    @classmethod
    def from_text(cls, text: str, *, opening: str = "corners") -> Twin:
        """Read a position text."""
        rows, to_move = text.split()
        return cls(read_board(rows), to_move, opening)

    def text(self) -> str:
        """The position text."""
        return f"{write_board(self.board)} {self.to_move}"

    def moves(self) -> list[str]:
        """The moves of the side to move; none when it is stuck."""
        return self._moves

    @cached_property
    def _moves(self) -> list[str]:
        """The first removal on a full board, the second beside the only hole, then jumps."""
        holes = count(self.board, EMPTY)
        if holes == 0:
            return self._first_removals()
        if holes == 1:
            return self._second_removals()
        return self._jumps()

    def play(self, move: str) -> Twin:
        """Remove a stone, or jump: the stone lands, every stone jumped over is removed."""
        board = copy_board(self.board)
        source, _, landing = move.partition("-")
        row, column = square_from_top(source)
        stone = board[row][column]
        board[row][column] = EMPTY
        if landing:
            landing_row, landing_column = square_from_top(landing)
            for jumped_row, jumped_column in _between((row, column), (landing_row, landing_column)):
                board[jumped_row][jumped_column] = EMPTY
            board[landing_row][landing_column] = stone
        return Twin(board, OPPONENT[self.to_move], self.opening)

    def outcome(self) -> Outcome | None:
        """Who cannot move loses. There are no draws."""
        if self.moves():
            return None
        return OPPONENT[self.to_move], "stuck"

    def _first_removals(self) -> list[str]:
        """One of black's stones in a corner or in the centre; with the option `any`, any of them."""
        rows, columns = len(self.board), len(self.board[0])
        corners = {(row, column) for row in (0, rows - 1) for column in (0, columns - 1)}
        centre = {(row, column) for row in _middle(rows) for column in _middle(columns)}
        return [
            name_from_top(row, column)
            for row in range(rows)
            for column in range(columns)
            if self.board[row][column] == STONE[self.to_move]
            and (self.opening == "any" or (row, column) in corners | centre)
        ]

    def _second_removals(self) -> list[str]:
        """One of white's stones orthogonally next to the hole."""
        rows, columns = len(self.board), len(self.board[0])
        hole = next(
            (row, column)
            for row in range(rows)
            for column in range(columns)
            if self.board[row][column] == EMPTY
        )
        beside = [line[0] for line in rays(rows, columns, ORTHOGONAL)[hole] if line]
        return [
            name_from_top(row, column)
            for row, column in beside
            if self.board[row][column] == STONE[self.to_move]
        ]

    def _jumps(self) -> list[str]:
        """All jumps of all stones of the side to move."""
        stone = STONE[self.to_move]
        return [
            move_from_top((row, column), "-", landing)
            for row, line in enumerate(self.board)
            for column, content in enumerate(line)
            if content == stone
            for landing in self._landings(row, column)
        ]

    def _landings(self, row: int, column: int) -> list[Square]:
        """Over an adjacent enemy stone onto the empty square behind it, and on in the same straight line.

        Each landing is a move of its own.
        """
        board, enemy = self.board, STONE[OPPONENT[self.to_move]]
        landings = []
        for way in _ways(len(board), len(board[0]))[row, column]:
            for over, landing in way:
                if board[over[0]][over[1]] != enemy or board[landing[0]][landing[1]] != EMPTY:
                    break
                landings.append(landing)
        return landings


@cache
def _ways(rows: int, columns: int) -> dict[Square, list[list[tuple[Square, Square]]]]:
    """For every square, and every direction: the squares jumped over and landed on, nearest first."""
    return {
        square: [list(zip(line[0::2], line[1::2], strict=False)) for line in lines]
        for square, lines in rays(rows, columns, ORTHOGONAL).items()
    }


def _middle(length: int) -> tuple[int, int]:
    """The middle one (twice) or the middle two of so many rows or columns."""
    return (length - 1) // 2, length // 2


def _between(source: Square, landing: Square) -> list[Square]:
    """The squares strictly between two squares in one row or one column."""
    (top, bottom), (left, right) = sorted((source[0], landing[0])), sorted((source[1], landing[1]))
    line = [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]
    return line[1:-1]
