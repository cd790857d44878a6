"""A game with margins as somebody else might write it, with the rules alone.

Stones are placed in a row, and turn the enemy stones next to them. When the row is full, most stones win.
"""

from __future__ import annotations

from typing import NamedTuple

from plyground.core.bits import Word, bit, has, popcount
from plyground.core.notation import Diagram
from plyground.core.options import Size
from plyground.core.rules import NO_SQUARE, ONGOING, Moves, Piece, Rules, set_of
from plyground.core.stones import State, cell, state_of


class Board(NamedTuple):
    rows: int
    columns: int


def legal_moves(board: Board, state: State, moves: Moves) -> int:
    count = 0
    for square in range(board.columns):
        if not has(state.own | state.opponent, square):
            moves[count] = square
            count += 1
    return count


def play(board: Board, state: State, move: int) -> State:
    stone = bit(move)
    turned = state.opponent & ((stone << ONE) | (stone >> ONE))
    return State(state.opponent ^ turned, state.own | turned | stone, state.player ^ ONE)


def result(board: Board, state: State, count: int) -> int:
    return ONGOING if count > 0 else popcount(state.own) - popcount(state.opponent)


def move_squares(board: Board, state: State, move: int) -> tuple[int, int]:
    return NO_SQUARE, move


def set_up(diagram: Diagram, size: tuple[int, int]) -> tuple[Board, State]:
    return Board(*size), state_of(diagram, ("b", "w"))


NONE: Word = set_of([])
ONE: Word = set_of([0])
RULES = Rules(
    name="flips",
    title="Flips",
    summary="Place stones in a row and turn the enemy stones next to them.",
    players=("black", "white"),
    pieces=(Piece("stone", ("b", "w")),),
    options=(Size(rows=(1,), columns=range(1, 13), default=(1, 8)),),
    make_board=lambda size: Board(*size),
    start=lambda board: State(NONE, NONE, NONE),
    set_up=set_up,
    explain=lambda board, state: "the row is full",
    move_codes=lambda board: board.columns,
    most_moves=lambda board: board.columns,
    legal_moves=legal_moves,
    play=play,
    result=result,
    cell=cell,
    move_squares=move_squares,
    largest_margin=lambda board: board.columns,
)
