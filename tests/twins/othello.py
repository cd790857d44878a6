"""Othello, slowly: spec.md, "Othello (S2)"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from .common import (
    EIGHT_WAYS,
    EMPTY,
    Board,
    Outcome,
    Square,
    copy_board,
    count,
    name_from_top,
    rays,
    read_board,
    square_from_top,
    write_board,
)

DISC = {"black": "b", "white": "w"}
OPPONENT = {"black": "white", "white": "black"}
NO_PLACEMENT = "pass"


@dataclass(frozen=True)
class Twin:
    """An Othello position."""

    board: Board
    to_move: str

    @classmethod
    def start(cls, rows: int, columns: int) -> Twin:
        """Four discs in the middle, on 8x8 d4/e5 white and e4/d5 black; player 0, black, moves first."""
        board = [[EMPTY] * columns for _ in range(rows)]
        row, column = rows // 2, columns // 2
        board[row - 1][column - 1], board[row - 1][column] = "w", "b"
        board[row][column - 1], board[row][column] = "b", "w"
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
        """The moves of the side to move; none when neither side can place a disc."""
        return self._moves

    @cached_property
    def _moves(self) -> list[str]:
        """Where a disc may be placed; a side with nowhere to place one must pass if its opponent can move."""
        placements = [name_from_top(row, column) for row, column in self._placements(self.to_move)]
        if not placements and self._can_place(OPPONENT[self.to_move]):
            return [NO_PLACEMENT]
        return placements

    def play(self, move: str) -> Twin:
        """Place a disc and turn over all that it encloses, or pass."""
        opponent = OPPONENT[self.to_move]
        if move == NO_PLACEMENT:
            return Twin(self.board, opponent)
        row, column = square_from_top(move)
        board = copy_board(self.board)
        for turned_row, turned_column in [(row, column), *self._enclosed(row, column, self.to_move)]:
            board[turned_row][turned_column] = DISC[self.to_move]
        return Twin(board, opponent)

    def outcome(self) -> Outcome | None:
        """The game ends when neither can move. Most discs win; equal is a draw."""
        if self.moves():
            return None
        black, white = count(self.board, "b"), count(self.board, "w")
        if black == white:
            return None, "discs"
        return ("black" if black > white else "white"), "discs"

    def _can_place(self, player: str) -> bool:
        return any(True for _ in self._placements(player))

    def _placements(self, player: str) -> Iterator[Square]:
        """The empty squares where a disc of the player encloses at least one enemy disc."""
        for row, line in enumerate(self.board):
            for column, content in enumerate(line):
                if content == EMPTY and self._enclosed(row, column, player):
                    yield row, column

    def _enclosed(self, row: int, column: int, player: str) -> list[Square]:
        """In each of the eight directions: the unbroken run of enemy discs that ends at an own disc."""
        own, enemy = DISC[player], DISC[OPPONENT[player]]
        enclosed: list[Square] = []
        for line in rays(len(self.board), len(self.board[0]), EIGHT_WAYS)[row, column]:
            run = []
            for square in line:
                content = self.board[square[0]][square[1]]
                if content == enemy:
                    run.append(square)
                    continue
                if content == own:
                    enclosed += run
                break
        return enclosed
