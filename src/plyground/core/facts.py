"""Everything the rules say about a state, gathered in one call into compiled code.

A call from Python costs microseconds whatever it does: asking for every square and every
move by itself would cost more than the answers.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from plyground.core.guards import guarded, is_trusted, place_of
from plyground.core.rules import NO_SQUARE, Rules
from plyground.errors import GameFileError
from plyground.jit import kernel


class Facts(NamedTuple):
    """What stands on every square, the moves with their squares, and the result."""

    cells: list[int]
    moves: list[tuple[int, int | None, int | None]]  # code, origin, target
    score: int


def gather_facts(rules: Rules[Any, Any], board: Any, state: Any) -> Facts:
    """Ask the rules of a game everything about a state."""
    room = rules.most_moves(board)
    cells = np.empty(board.rows * board.columns, np.int32)
    codes = np.empty(room, np.int32)
    squares = np.empty((room, 2), np.int32)
    count, score = _gathering_kernel(rules)(board, state, cells, codes, squares)
    if not is_trusted(rules):
        _check_moves(rules, board, codes[:count], squares[:count])
    moves = [
        (code, None if origin == NO_SQUARE else origin, None if target == NO_SQUARE else target)
        for code, (origin, target) in zip(codes[:count].tolist(), squares[:count].tolist(), strict=True)
    ]
    return Facts(cells.tolist(), moves, score)


def _check_moves(rules: Rules[Any, Any], board: Any, codes: Any, squares: Any) -> None:
    """Check what indexes arrays and boards; a game is tried beforehand, but not at all positions."""
    limit, size = rules.move_codes(board), board.rows * board.columns
    if np.any((codes < 0) | (codes >= limit)):
        place = place_of(rules.legal_moves)
        raise GameFileError(f"{place} lists a code that is not from 0 to {limit - 1}, as move_codes says")
    if np.any((squares < NO_SQUARE) | (squares >= size)):
        raise GameFileError(
            f"{place_of(rules.move_squares)} returns a square that is not from 0 to {size - 1}"
        )


@functools.cache
def _gathering_kernel(rules: Rules[Any, Any]) -> Callable[..., tuple[int, int]]:
    cell, legal_moves = rules.cell, guarded(rules).legal_moves
    move_squares, result = rules.move_squares, rules.result

    @kernel(label=f"the rules of {rules.name}")
    def gather(board: Any, state: Any, cells: Any, codes: Any, squares: Any) -> tuple[int, int]:
        for row in range(board.rows):
            for column in range(board.columns):
                cells[row * board.columns + column] = cell(board, state, row, column)
        count = legal_moves(board, state, codes)
        for index in range(count):
            squares[index, 0], squares[index, 1] = move_squares(board, state, codes[index])
        return count, result(board, state, count)

    return gather
