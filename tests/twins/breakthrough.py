"""Breakthrough, slowly: spec.md, "Breakthrough (S4)"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from .common import EMPTY, Board, Outcome, Square, copy_board, count, read_board, write_board

PAWN = {"black": "b", "white": "w"}
OPPONENT = {"black": "white", "white": "black"}
AHEAD = {"black": +1, "white": -1}
"""Black moves down, white moves up; row 0 is on top."""


@dataclass(frozen=True)
class Twin:
    """A Breakthrough position."""

    board: Board
    to_move: str

    @classmethod
    def start(cls, rows: int, columns: int) -> Twin:
        """Black fills the top two rows, white the bottom two; player 0, black, moves first."""
        board = [[EMPTY] * columns for _ in range(rows)]
        board[0], board[1] = ["b"] * columns, ["b"] * columns
        board[-2], board[-1] = ["w"] * columns, ["w"] * columns
        return cls(board, "black")

    @classmethod
    def from_text(cls, text: str) -> Twin:
        """Read a position text."""
        rows, to_move = text.split()
        return cls(read_board(rows), to_move)

    def text(self) -> str:
        """The position text."""
        return f"{write_board(self.board)} {self.to_move}"

    def moves(self) -> list[str]:
        """All moves of all pawns of the side to move."""
        pawn = PAWN[self.to_move]
        return [
            move
            for row, line in enumerate(self.board)
            for column, piece in enumerate(line)
            if piece == pawn
            for move in self._moves_of(row, column)
        ]

    def _moves_of(self, row: int, column: int) -> list[str]:
        """Straight ahead onto an empty square only; diagonally onto an empty square or an enemy pawn."""
        target_row = row + AHEAD[self.to_move]
        if not 0 <= target_row < len(self.board):
            return []
        line, enemy = self.board[target_row], PAWN[OPPONENT[self.to_move]]
        moves = []
        for target_column in (column - 1, column, column + 1):
            if not 0 <= target_column < len(line):
                continue
            is_diagonal = target_column != column
            content = line[target_column]
            if content == EMPTY:
                moves.append(_written(row, column, "-", target_row, target_column, len(self.board)))
            elif content == enemy and is_diagonal:
                moves.append(_written(row, column, "x", target_row, target_column, len(self.board)))
        return moves

    def play(self, move: str) -> Twin:
        """Put the pawn on the target square; an enemy pawn there is captured."""
        source, target = move.replace("x", "-").split("-")
        source_row, source_column = self._square(source)
        target_row, target_column = self._square(target)
        board = copy_board(self.board)
        board[target_row][target_column] = board[source_row][source_column]
        board[source_row][source_column] = EMPTY
        return Twin(board, OPPONENT[self.to_move])

    def outcome(self) -> Outcome | None:
        """A pawn on the far row wins; so does capturing every enemy pawn. There are no draws."""
        if "b" in self.board[-1]:
            return "black", "breakthrough"
        if "w" in self.board[0]:
            return "white", "breakthrough"
        if count(self.board, "w") == 0:
            return "black", "no pawns"
        if count(self.board, "b") == 0:
            return "white", "no pawns"
        return None

    def _square(self, name: str) -> Square:
        """The inverse of `_name`."""
        return len(self.board) - int(name[1:]), ord(name[0]) - ord("a")


@cache
def _written(row: int, column: int, mark: str, target_row: int, target_column: int, rows: int) -> str:
    return f"{_name(row, column, rows)}{mark}{_name(target_row, target_column, rows)}"


def _name(row: int, column: int, rows: int) -> str:
    """Breakthrough counts rows from the bottom, as in chess: a1 is bottom left."""
    return f"{chr(ord('a') + column)}{rows - row}"
