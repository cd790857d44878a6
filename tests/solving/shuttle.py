"""A game that can go round in circles and does not say so: two kings step to and fro on a strip.

Whoever is captured has lost. Nobody has to come near, but somebody has to move.
"""

from __future__ import annotations

from typing import NamedTuple

from plyground.core.bits import Word, bit, has
from plyground.core.notation import Diagram
from plyground.core.options import Size
from plyground.core.rules import ONGOING, Moves, Piece, Rules, set_of
from plyground.core.stones import State, cell, state_of


class Board(NamedTuple):
    rows: int
    columns: int


def legal_moves(board: Board, state: State, moves: Moves) -> int:
    count = 0
    for square in range(board.columns):
        if has(state.own, square):
            for target in (square - 1, square + 1):
                if 0 <= target < board.columns:
                    moves[count] = square * board.columns + target
                    count += 1
    return count


def play(board: Board, state: State, move: int) -> State:
    target = bit(move % board.columns)
    return State(state.opponent & ~target, target, state.player ^ ONE)


def result(board: Board, state: State, count: int) -> int:
    return ONGOING if count > 0 else -1


def move_squares(board: Board, state: State, move: int) -> tuple[int, int]:
    return move // board.columns, move % board.columns


def set_up(diagram: Diagram, size: tuple[int, int]) -> tuple[Board, State]:
    return Board(*size), state_of(diagram, ("x", "o"))


NONE: Word = set_of([])
ONE: Word = set_of([0])
RULES = Rules(
    name="shuttle",
    title="Shuttle",
    summary="Capture the other king.",
    players=("crosses", "noughts"),
    pieces=(Piece("king", ("x", "o")),),
    options=(Size(rows=(1,), columns=range(3, 10), default=(1, 6)),),
    make_board=lambda size: Board(*size),
    start=lambda board: State(set_of([0]), set_of([board.columns - 1]), NONE),
    set_up=set_up,
    explain=lambda board, state: "a king is captured",
    move_codes=lambda board: board.columns**2,
    most_moves=lambda board: 2,
    legal_moves=legal_moves,
    play=play,
    result=result,
    cell=cell,
    move_squares=move_squares,
)
