"""A game as somebody else might write it, in a file of its own: Nim with one heap.

Take one token or a few from the right; who takes the last one wins.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.core.notation import Diagram
from plyground.core.options import Number, Size
from plyground.core.rules import NO_SQUARE, ONGOING, SCENERY, Moves, Rules, Scenery
from plyground.jit import kernel


class Board(NamedTuple):
    rows: int
    columns: int
    most: int


class State(NamedTuple):
    tokens: np.uint64
    player: np.uint64


@kernel
def tokens_of(state: State) -> int:
    return int(np.int64(state.tokens))


def legal_moves(board: Board, state: State, moves: Moves) -> int:
    count = min(board.most, tokens_of(state))
    for fewer in range(count):
        moves[fewer] = fewer
    return count


def play(board: Board, state: State, move: int) -> State:
    return State(state.tokens - np.uint64(move + 1), state.player ^ np.uint64(1))


def result(board: Board, state: State, count: int) -> int:
    return ONGOING if count > 0 else -1


def cell(board: Board, state: State, row: int, column: int) -> int:
    return SCENERY if column < tokens_of(state) else 0


def move_squares(board: Board, state: State, move: int) -> tuple[int, int]:
    return NO_SQUARE, tokens_of(state) - move - 1


def make_board(size: tuple[int, int], most: int) -> Board:
    rows, columns = size
    return Board(rows, columns, most)


def start(board: Board) -> State:
    return State(np.uint64(board.columns), np.uint64(0))


def set_up(diagram: Diagram, size: tuple[int, int], most: int) -> tuple[Board, State]:
    tokens = len(diagram.where("t"))
    if diagram.squares[:tokens] != "t" * tokens:
        raise diagram.problem("there is a hole before the last token", diagram.squares.index("."))
    return make_board(size, most), State(np.uint64(tokens), np.uint64(diagram.player))


RULES = Rules(
    name="nim",
    aliases=("heap",),
    title="Nim",
    summary="Take tokens; who takes the last one wins.",
    players=("first", "second"),
    pieces=(),
    scenery=(Scenery("token", "t"),),
    options=(
        Size(rows=(1,), columns=range(1, 21), default=(1, 7)),
        Number("most", default=3, minimum=1, maximum=5, help="how many tokens may be taken at once"),
    ),
    make_board=make_board,
    start=start,
    set_up=set_up,
    explain=lambda board, state: "no token is left",
    move_codes=lambda board: board.most,
    most_moves=lambda board: board.most,
    legal_moves=legal_moves,
    play=play,
    result=result,
    cell=cell,
    move_squares=move_squares,
)
