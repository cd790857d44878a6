"""Konane: jump over enemy stones; who cannot jump loses.

The board starts full. Black removes one of its stones, white one of its own next to the
hole; from then on every move is a jump in a straight line, over one enemy stone at a time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.bits import EMPTY, Word, bit, has, lowest, popcount, without_lowest
from plyground.kernel import kernel
from plyground.notation import Diagram
from plyground.options import Choice, Size
from plyground.rules import NO_SQUARE, ONGOING, Moves, Piece, Rules, set_of
from plyground.symmetry import Symmetry, symmetries_of

BLACK = np.uint64(0)
ONE = np.uint64(1)
TWO = np.uint64(2)

# A move's code is 16 * origin + 4 * direction + jumps. The opening removes a stone: no jumps.
RIGHT, LEFT, DOWN, UP = 0, 1, 2, 3
MOST_JUMPS = 3


class Board(NamedTuple):
    """What never changes: the size, where black may open, and how far a row reaches."""

    rows: int
    columns: int
    squares: Word
    openings: Word
    left_column: Word
    right_column: Word
    # The squares with room for one, two and three jumps to the right, and to the left.
    room_right_1: Word
    room_right_2: Word
    room_right_3: Word
    room_left_1: Word
    room_left_2: Word
    room_left_3: Word


class State(NamedTuple):
    """The stones of the side to move and of its opponent, and who is to move."""

    own: Word
    opponent: Word
    player: Word


@kernel
def legal_moves(board: Board, state: State, moves: Moves) -> int:
    """Fill `moves` with the jumps, or with the stones that may be removed in the opening."""
    holes = board.squares & ~(state.own | state.opponent)
    if holes & (holes - ONE) == EMPTY:
        return _write_removals(board, state, holes, moves)
    own, over = state.own, state.opponent
    columns = np.uint64(board.columns)

    once = own & board.room_right_1 & (over >> ONE) & (holes >> TWO)
    count = _write_jumps(moves, 0, once, RIGHT, 1)
    twice = once & board.room_right_2 & (over >> np.uint64(3)) & (holes >> np.uint64(4))
    count = _write_jumps(moves, count, twice, RIGHT, 2)
    thrice = twice & board.room_right_3 & (over >> np.uint64(5)) & (holes >> np.uint64(6))
    count = _write_jumps(moves, count, thrice, RIGHT, 3)

    once = own & board.room_left_1 & (over << ONE) & (holes << TWO)
    count = _write_jumps(moves, count, once, LEFT, 1)
    twice = once & board.room_left_2 & (over << np.uint64(3)) & (holes << np.uint64(4))
    count = _write_jumps(moves, count, twice, LEFT, 2)
    thrice = twice & board.room_left_3 & (over << np.uint64(5)) & (holes << np.uint64(6))
    count = _write_jumps(moves, count, thrice, LEFT, 3)

    # Upwards and downwards the edge needs no mask: beyond it there are no holes.
    once = own & (over >> columns) & (holes >> TWO * columns)
    count = _write_jumps(moves, count, once, DOWN, 1)
    twice = once & (over >> np.uint64(3) * columns) & (holes >> np.uint64(4) * columns)
    count = _write_jumps(moves, count, twice, DOWN, 2)
    thrice = twice & (over >> np.uint64(5) * columns) & (holes >> np.uint64(6) * columns)
    count = _write_jumps(moves, count, thrice, DOWN, 3)

    once = own & (over << columns) & (holes << TWO * columns)
    count = _write_jumps(moves, count, once, UP, 1)
    twice = once & (over << np.uint64(3) * columns) & (holes << np.uint64(4) * columns)
    count = _write_jumps(moves, count, twice, UP, 2)
    thrice = twice & (over << np.uint64(5) * columns) & (holes << np.uint64(6) * columns)
    return _write_jumps(moves, count, thrice, UP, 3)


@kernel
def _write_jumps(moves: Moves, count: int, origins: Word, direction: int, jumps: int) -> int:
    while origins != EMPTY:
        moves[count] = 16 * lowest(origins) + 4 * direction + jumps
        origins = without_lowest(origins)
        count += 1
    return count


@kernel
def _write_removals(board: Board, state: State, holes: Word, moves: Moves) -> int:
    """Black opens where the rules allow it; white removes a stone next to the hole."""
    columns = np.uint64(board.columns)
    beside = ((holes & ~board.left_column) >> ONE) | ((holes & ~board.right_column) << ONE)
    beside |= (holes >> columns) | (holes << columns)
    return _write_jumps(moves, 0, state.own & (board.openings if holes == EMPTY else beside), 0, 0)


@kernel
def _step(board: Board, move: int) -> int:
    """Return by how much the square number grows from one square to the next in a jump."""
    direction = (move >> 2) & 3
    distance = 1 if direction < DOWN else board.columns
    return distance if direction & 1 == 0 else -distance


@kernel
def play(board: Board, state: State, move: int) -> State:
    """Jump, removing every stone jumped over, or remove a stone in the opening."""
    origin, jumps, step = move >> 4, move & 3, _step(board, move)
    if jumps == 0:
        return State(state.opponent, state.own ^ bit(origin), state.player ^ ONE)
    taken = bit(origin + step)
    if jumps > 1:
        taken |= bit(origin + 3 * step)
    if jumps > 2:
        taken |= bit(origin + 5 * step)
    moved = state.own ^ bit(origin) ^ bit(origin + 2 * jumps * step)
    return State(state.opponent ^ taken, moved, state.player ^ ONE)


@kernel
def result(board: Board, state: State, count: int) -> int:
    """Who cannot move loses."""
    return ONGOING if count > 0 else -1


@kernel
def cell(board: Board, state: State, row: int, column: int) -> int:
    """Tell what stands on a square: 1 for an own stone, -1 for an enemy's."""
    square = row * board.columns + column
    if has(state.own, square):
        return 1
    return -1 if has(state.opponent, square) else 0


@kernel
def move_squares(board: Board, state: State, move: int) -> tuple[int, int]:
    """Return where a stone comes from and lands; a removed stone has no origin."""
    origin, jumps = move >> 4, move & 3
    if jumps == 0:
        return NO_SQUARE, origin
    return origin, origin + 2 * jumps * _step(board, move)


def make_board(size: tuple[int, int], opening: str) -> Board:
    """Make a board of some size on which black opens by one of the rules."""
    rows, columns = size
    squares = range(rows * columns)

    def room(jumps: int, *, to_the_right: bool) -> Word:
        farthest = columns - 1 - 2 * jumps
        if to_the_right:
            return set_of(square for square in squares if square % columns <= farthest)
        return set_of(square for square in squares if square % columns >= 2 * jumps)

    return Board(
        rows,
        columns,
        squares=set_of(squares),
        openings=set_of(squares if opening == "any" else _corners_and_middle(rows, columns)),
        left_column=set_of(squares[::columns]),
        right_column=set_of(squares[columns - 1 :: columns]),
        room_right_1=room(1, to_the_right=True),
        room_right_2=room(2, to_the_right=True),
        room_right_3=room(3, to_the_right=True),
        room_left_1=room(1, to_the_right=False),
        room_left_2=room(2, to_the_right=False),
        room_left_3=room(3, to_the_right=False),
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
    black = _black_squares(board.rows, board.columns)
    return State(black, board.squares & ~black, BLACK)


def set_up(diagram: Diagram, size: tuple[int, int], opening: str) -> tuple[Board, State]:
    """Read a position; a stone jumps two squares at a time, so it keeps its colour of square."""
    board = make_board(size, opening)
    black_squares = _black_squares(board.rows, board.columns)
    stones = set_of(diagram.where("b")), set_of(diagram.where("w"))
    misplaced = (stones[0] & ~black_squares) | (stones[1] & black_squares)
    if misplaced != EMPTY:
        square = lowest(misplaced)
        colour = "black" if has(stones[0], square) else "white"
        raise diagram.problem(f"a {colour} stone can never come here", square)
    _check_opening(board, diagram, stones, black_squares)
    state = State(stones[diagram.player], stones[1 - diagram.player], np.uint64(diagram.player))
    return board, state


def _check_opening(board: Board, diagram: Diagram, stones: tuple[Word, Word], black_squares: Word) -> None:
    """The first hole is black's, the second white's, next to it; the turn follows from that."""
    holes = board.squares & ~(stones[0] | stones[1])
    count = popcount(holes)
    if count <= 1 and diagram.player != count:
        raise diagram.problem(f"with {count} stones removed, {('black', 'white')[count]} is to move")
    if count == 1 and holes & black_squares == EMPTY:
        raise diagram.problem("the first stone removed is black", lowest(holes))
    if count == 2 and diagram.player != BLACK:
        raise diagram.problem("with 2 stones removed, black is to move")


def explain(board: Board, state: State) -> str:
    """Say who is stuck."""
    return f"{('black', 'white')[int(state.player)]} cannot move"


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """Those that lay black squares on black squares: the corner tells."""

    def keeps_colours(symmetry: Symmetry) -> bool:
        return sum(symmetry.square(0, 0, rows=board.rows, columns=board.columns)) % 2 == 0

    return tuple(filter(keeps_colours, symmetries_of(board.rows, board.columns)))


RULES = Rules(
    name="konane",
    title="Konane",
    summary="Jump over enemy stones in a straight line; who cannot move loses.",
    players=("black", "white"),
    pieces=(Piece("stone", ("b", "w"), symbol="●"),),
    options=(
        Size(rows=range(3, 9), columns=range(3, 9), default=(8, 8)),
        Choice(
            "opening",
            default="corners",
            choices=("corners", "any"),
            help="where black may remove the first stone: a corner or the middle, or any",
        ),
    ),
    make_board=make_board,
    start=start,
    set_up=set_up,
    explain=explain,
    move_codes=lambda board: 16 * board.rows * board.columns,
    most_moves=lambda board: 4 * MOST_JUMPS * board.rows * board.columns // 2,
    legal_moves=legal_moves,
    play=play,
    result=result,
    cell=cell,
    move_squares=move_squares,
    symmetries=symmetries,
)
