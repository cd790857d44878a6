"""A game as somebody else might write it: tic-tac-toe, without any heuristic."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.core.bits import bit, has
from plyground.core.notation import Diagram
from plyground.core.options import Size
from plyground.core.rules import NO_SQUARE, ONGOING, Moves, Piece, Rules
from plyground.core.stones import State, cell, state_of
from plyground.core.symmetry import symmetries_of

FULL = np.uint64(0b111_111_111)
LINES = tuple(np.uint64(line) for line in (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124))


class Board(NamedTuple):
    rows: int
    columns: int


def legal_moves(board: Board, state: State, moves: Moves) -> int:
    count = 0
    for square in range(9):
        if not has(state.own | state.opponent, square):
            moves[count] = square
            count += 1
    return count


def play(board: Board, state: State, move: int) -> State:
    return State(state.opponent, state.own | bit(move), state.player ^ np.uint64(1))


def result(board: Board, state: State, count: int) -> int:
    for line in LINES:
        if state.opponent & line == line:
            return -1
    return 0 if state.own | state.opponent == FULL else ONGOING


def move_squares(board: Board, state: State, move: int) -> tuple[int, int]:
    return NO_SQUARE, move


def set_up(diagram: Diagram, size: tuple[int, int]) -> tuple[Board, State]:
    return Board(3, 3), state_of(diagram, ("x", "o"))


RULES = Rules(
    name="tictactoe",
    title="Tic-tac-toe",
    summary="Three in a row win.",
    players=("x", "o"),
    pieces=(Piece("mark", ("x", "o")),),
    options=(Size(rows=(3,), columns=(3,), default=(3, 3), only_square=True),),
    make_board=lambda size: Board(3, 3),
    start=lambda board: State(np.uint64(0), np.uint64(0), np.uint64(0)),
    set_up=set_up,
    explain=lambda board, state: "three in a row" if result(board, state, 0) else "the board is full",
    move_codes=lambda board: 9,
    most_moves=lambda board: 9,
    legal_moves=legal_moves,
    play=play,
    result=result,
    cell=cell,
    move_squares=move_squares,
    symmetries=lambda board: symmetries_of(3, 3),
)
