"""What Othello puzzles are about: parity, corners and passes."""

from __future__ import annotations

from typing import Any

from plyground.core.bits import EMPTY, Word, bit, lowest
from plyground.core.stones import State

PARITY, CORNER, PASS = "parity", "corner", "pass"


def puzzle_tags(board: Any, states: tuple[State, ...], moves: tuple[int, ...]) -> tuple[str, ...]:
    """Name what the first move does: it fills an odd region, takes a corner, or makes the opponent pass."""
    first, squares = moves[0], board.rows * board.columns
    last_row = squares - board.columns
    found = []
    sizes = region_sizes(board, states[0])
    if first < squares and sizes[first] % 2 == 1 and any(size % 2 == 0 for size in sizes.values()):
        found.append(PARITY)
    if first in (0, board.columns - 1, last_row, squares - 1):
        found.append(CORNER)
    if squares in moves[1::2]:
        found.append(PASS)
    return tuple(found)


def region_sizes(board: Any, state: State) -> dict[int, int]:
    """Return the size of the region of empty squares, joined at edges or corners, around each of them."""
    sizes: dict[int, int] = {}
    left = board.squares & ~(state.own | state.opponent)
    while left != EMPTY:
        region, grown = EMPTY, bit(lowest(left))
        while grown != region:
            region, grown = grown, _spread(board, grown) & left
        members = [square for square in range(board.rows * board.columns) if region & bit(square)]
        sizes |= dict.fromkeys(members, len(members))
        left &= ~region
    return sizes


def _spread(board: Any, squares: Word) -> Word:
    """Return some squares with all their neighbours."""
    found = int(squares)
    for square in range(board.rows * board.columns):
        if squares & bit(square):
            row, column = divmod(square, board.columns)
            for near_row in range(max(row - 1, 0), min(row + 2, board.rows)):
                for near_column in range(max(column - 1, 0), min(column + 2, board.columns)):
                    found |= 1 << (near_row * board.columns + near_column)
    return Word(found)
