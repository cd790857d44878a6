"""Noughts and crosses as somebody else might write it: a game that is often drawn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.core.bits import Word, bit, has
from plyground.core.notation import Diagram
from plyground.core.options import Size
from plyground.core.rules import NO_SQUARE, ONGOING, Moves, Piece, Rules, set_of
from plyground.core.stones import State, cell, state_of

NONE: Word = set_of([])
ONE: Word = set_of([0])


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
    return State(state.opponent, state.own | bit(move), state.player ^ ONE)


def result(board: Board, state: State, count: int) -> int:
    for line in (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124):
        if state.opponent & np.uint64(line) == np.uint64(line):
            return -1
    return ONGOING if count > 0 else 0


def set_up(diagram: Diagram, size: tuple[int, int]) -> tuple[Board, State]:
    return Board(*size), state_of(diagram, ("x", "o"))


RULES = Rules(
    name="noughts",
    title="Noughts and crosses",
    summary="Three in a row win.",
    players=("crosses", "noughts"),
    pieces=(Piece("mark", ("x", "o")),),
    options=(Size(rows=(3,), columns=(3,), default=(3, 3)),),
    make_board=lambda size: Board(*size),
    start=lambda board: State(NONE, NONE, NONE),
    set_up=set_up,
    explain=lambda board, state: "three in a row, or no square is left",
    move_codes=lambda board: 9,
    most_moves=lambda board: 9,
    legal_moves=legal_moves,
    play=play,
    result=result,
    cell=cell,
    move_squares=lambda board, state, move: (NO_SQUARE, move),
)
