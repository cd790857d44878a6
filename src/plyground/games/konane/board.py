"""The board of Konane: what never changes, how it starts, and which positions there are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.core.bits import EMPTY, Word, has, lowest, popcount, without_lowest
from plyground.core.notation import Diagram
from plyground.core.rules import set_of
from plyground.core.stones import State, state_of

BLACK = np.uint64(0)
MOST_JUMPS = 3


class Board(NamedTuple):
    """What never changes: the size, where black may open, and how far a row reaches."""

    rows: int
    columns: int
    squares: Word
    openings: Word
    black_squares: Word
    left_column: Word
    right_column: Word
    # The squares with room for one, two and three jumps to the right.
    room_1: Word
    room_2: Word
    room_3: Word
    # What the longest jumps from square 0 pass over.
    crossed_in_row: Word
    crossed_in_column: Word


def make_board(size: tuple[int, int], opening: str) -> Board:
    """Make a board of some size on which black opens by one of the rules."""
    rows, columns = size
    squares = range(rows * columns)

    def room(jumps: int) -> Word:
        return set_of(square for square in squares if square % columns + 2 * jumps < columns)

    return Board(
        rows,
        columns,
        squares=set_of(squares),
        openings=set_of(squares if opening == "any" else _corners_and_middle(rows, columns)),
        black_squares=_black_squares(rows, columns),
        left_column=set_of(squares[::columns]),
        right_column=set_of(squares[columns - 1 :: columns]),
        room_1=room(1),
        room_2=room(2),
        room_3=room(3),
        crossed_in_row=set_of(range(1, 2 * MOST_JUMPS, 2)),
        crossed_in_column=set_of(range(columns, 2 * MOST_JUMPS * columns, 2 * columns)),
    )


def _corners_and_middle(rows: int, columns: int) -> set[int]:
    def pairs(row_choice: set[int], column_choice: set[int]) -> set[int]:
        return {row * columns + column for row in row_choice for column in column_choice}

    corners = pairs({0, rows - 1}, {0, columns - 1})
    return corners | pairs({(rows - 1) // 2, rows // 2}, {(columns - 1) // 2, columns // 2})


def _black_squares(rows: int, columns: int) -> Word:
    return set_of(square for square in range(rows * columns) if sum(divmod(square, columns)) % 2 == 0)


def start(board: Board) -> State:
    """A full board."""
    return State(board.black_squares, board.squares & ~board.black_squares, BLACK)


def set_up(diagram: Diagram, size: tuple[int, int], opening: str) -> tuple[Board, State]:
    """Read a position; a stone jumps two squares at a time, so it keeps its colour of square."""
    board = make_board(size, opening)
    black_squares = board.black_squares
    stones = set_of(diagram.where("b")), set_of(diagram.where("w"))
    misplaced = (stones[0] & ~black_squares) | (stones[1] & black_squares)
    if misplaced != EMPTY:
        square = lowest(misplaced)
        colour = "black" if has(stones[0], square) else "white"
        raise diagram.problem(f"a {colour} stone can never come here", square)
    _check_opening(board, diagram, stones, black_squares)
    return board, state_of(diagram, ("b", "w"))


def _check_opening(board: Board, diagram: Diagram, stones: tuple[Word, Word], black_squares: Word) -> None:
    """The first hole is black's, the second white's, next to it; the turn follows from that."""
    holes = board.squares & ~(stones[0] | stones[1])
    count = popcount(holes)
    if count <= 1 and diagram.player != count:
        removed, side = ("0 stones", "1 stone")[count], ("black", "white")[count]
        raise diagram.problem(f"with {removed} removed, {side} is to move")
    if count == 1 and holes & black_squares == EMPTY:
        raise diagram.problem("the first stone removed is black", lowest(holes))
    if count == 2 and diagram.player != BLACK:
        raise diagram.problem("with 2 stones removed, black is to move")
    if count == 2:
        first, second = lowest(holes), lowest(without_lowest(holes))
        rows_apart = second // board.columns - first // board.columns
        columns_apart = abs(second % board.columns - first % board.columns)
        if rows_apart + columns_apart != 1:
            raise diagram.problem("the second stone removed is next to the first", second)
