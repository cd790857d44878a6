"""Konane: jump over enemy stones; who cannot jump loses.

The board starts full. Black removes one of its stones, white one of its own next to the
hole; from then on every move is a jump in a straight line, over one enemy stone at a time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.core.bits import EMPTY, Word, bit, has, lowest, popcount, without_lowest
from plyground.core.looks import Colour, Look
from plyground.core.notation import Diagram
from plyground.core.options import Choice, Size
from plyground.core.rules import NO_SQUARE, ONGOING, BenchPositions, Moves, Piece, Published, Rules, set_of
from plyground.core.stones import State, cell, state_of
from plyground.core.symmetry import Symmetry, symmetries_of
from plyground.jit import kernel

BLACK = np.uint64(0)
ONE, TWO, THREE, FOUR, FIVE, SIX = map(np.uint64, range(1, 7))

# A move's code is 8 * square + axis + jumps. The square is the left or upper end of the jump,
# whichever way it goes: a stone of the mover's on one end and a hole on the other tell that.
# So one loop finds the jumps of both directions, and `play` need not ask for the direction.
# The opening removes the stone on the square: no jumps.
ROW, COLUMN = 0, 4
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


@kernel
def legal_moves(board: Board, state: State, moves: Moves) -> int:
    """Fill `moves` with the jumps, or with the stones that may be removed in the opening."""
    holes = board.squares & ~(state.own | state.opponent)
    if popcount(holes) < 2:
        return _write_moves(moves, 0, _removals(board, state, holes), 0)
    own, over, columns = state.own, state.opponent, np.uint64(board.columns)

    # Down a column the edge needs no mask: beyond it there is neither a stone nor a hole.
    row, column = (over >> ONE) & board.room_1, over >> columns
    count = _write_moves(moves, 0, row & line_ends(own, holes, TWO), ROW + 1)
    count = _write_moves(moves, count, column & line_ends(own, holes, TWO * columns), COLUMN + 1)

    row &= (holes >> TWO) & (over >> THREE) & board.room_2
    column &= (holes >> TWO * columns) & (over >> THREE * columns)
    twice_in_row = row & line_ends(own, holes, FOUR)
    twice_in_column = column & line_ends(own, holes, FOUR * columns)
    # Longer jumps are rare: one branch around them all is cheaper than four loops.
    if twice_in_row | twice_in_column == EMPTY:
        return count
    count = _write_moves(moves, count, twice_in_row, ROW + 2)
    count = _write_moves(moves, count, twice_in_column, COLUMN + 2)

    row &= (holes >> FOUR) & (over >> FIVE) & board.room_3
    column &= (holes >> FOUR * columns) & (over >> FIVE * columns)
    count = _write_moves(moves, count, row & line_ends(own, holes, SIX), ROW + 3)
    return _write_moves(moves, count, column & line_ends(own, holes, SIX * columns), COLUMN + 3)


@kernel
def line_ends(own: Word, holes: Word, distance: Word) -> Word:
    """Return the left or upper ends of all lines from an own stone to a hole, or back."""
    return (own & (holes >> distance)) | (holes & (own >> distance))


@kernel
def _write_moves(moves: Moves, count: int, squares: Word, way: int) -> int:
    while squares != EMPTY:
        moves[count] = 8 * lowest(squares) + way
        squares = without_lowest(squares)
        count += 1
    return count


@kernel
def _removals(board: Board, state: State, holes: Word) -> Word:
    """Black opens where the rules allow it; white removes a stone next to the hole."""
    return state.own & (board.openings if holes == EMPTY else _beside(board, holes))


@kernel
def _beside(board: Board, squares: Word) -> Word:
    """Return the squares next to some squares, in rows and columns."""
    columns = np.uint64(board.columns)
    in_row = ((squares & ~board.left_column) >> ONE) | ((squares & ~board.right_column) << ONE)
    return in_row | (squares >> columns) | ((squares << columns) & board.squares)


@kernel
def _distance(board: Board, move: int) -> int:
    """Return how far apart the two ends of a jump are; 0 in the opening."""
    return 2 * (move & 3) * (1 if move & COLUMN == 0 else board.columns)


@kernel
def play(board: Board, state: State, move: int) -> State:
    """Jump, removing every stone jumped over, or remove a stone in the opening.

    A jump changes both ends, whichever is its origin. In the opening they are one square,
    and nothing lies between them.
    """
    square, other_end = np.uint64(move >> 3), bit(_distance(board, move))
    crossed = board.crossed_in_row if move & COLUMN == 0 else board.crossed_in_column
    taken = (crossed & (other_end - ONE)) << square
    moved = (ONE | other_end) << square
    return State(state.opponent ^ taken, state.own ^ moved, state.player ^ ONE)


@kernel
def result(board: Board, state: State, count: int) -> int:
    """Who cannot move loses."""
    return ONGOING if count > 0 else -1


@kernel
def has_move(board: Board, state: State) -> bool:
    """Tell whether a stone can jump; in the opening there is always one to remove."""
    own, over, columns = state.own, state.opponent, np.uint64(board.columns)
    holes = board.squares & ~(own | over)
    in_row = (over >> ONE) & board.room_1 & line_ends(own, holes, TWO)
    in_column = (over >> columns) & line_ends(own, holes, TWO * columns)
    return bool(in_row | in_column != EMPTY) or popcount(holes) < 2


@kernel
def is_legal(board: Board, state: State, move: int) -> bool:
    """Tell whether a stone can jump along a line, or may be removed in the opening."""
    holes = board.squares & ~(state.own | state.opponent)
    if popcount(holes) < 2:
        return move & 7 == 0 and has(_removals(board, state, holes), move >> 3)
    return move & 3 > 0 and _has_room(board, move) and _is_open(board, state, holes, move)


@kernel
def _has_room(board: Board, move: int) -> bool:
    """Tell whether a jump ends on the board."""
    square, jumps = move >> 3, move & 3
    if move & COLUMN != 0:
        return square + _distance(board, move) < board.rows * board.columns
    return has(board.room_1 if jumps == 1 else board.room_2 if jumps == 2 else board.room_3, square)


@kernel
def _is_open(board: Board, state: State, holes: Word, move: int) -> bool:
    """Tell whether stones and holes lie along a line as a jump needs them."""
    square, distance = np.uint64(move >> 3), _distance(board, move)
    step, crossed = ONE, board.crossed_in_row
    if move & COLUMN != 0:
        step, crossed = np.uint64(board.columns), board.crossed_in_column
    before_end = bit(distance) - ONE
    crossed &= before_end
    landings = (crossed << step) & before_end
    missing = (crossed & ~(state.opponent >> square)) | (landings & ~(holes >> square))
    return bool(missing == EMPTY) and has(line_ends(state.own, holes, np.uint64(distance)), move >> 3)


@kernel
def move_squares(board: Board, state: State, move: int) -> tuple[int, int]:
    """Return where a stone comes from and lands; a removed stone has no origin."""
    square, distance = move >> 3, _distance(board, move)
    if distance == 0:
        return NO_SQUARE, square
    other_end = square + distance
    return (square, other_end) if has(state.own, square) else (other_end, square)


@kernel
def count_jumps(board: Board, own: Word, over: Word) -> int:
    """Count the jumps of the stones `own` over the stones `over`; each landing is one."""
    columns = np.uint64(board.columns)
    holes = board.squares & ~(own | over)
    row, column = (over >> ONE) & board.room_1, over >> columns
    count = popcount(row & line_ends(own, holes, TWO))
    count += popcount(column & line_ends(own, holes, TWO * columns))
    row &= (holes >> TWO) & (over >> THREE) & board.room_2
    column &= (holes >> TWO * columns) & (over >> THREE * columns)
    count += popcount(row & line_ends(own, holes, FOUR))
    count += popcount(column & line_ends(own, holes, FOUR * columns))
    row &= (holes >> FOUR) & (over >> FIVE) & board.room_3
    column &= (holes >> FOUR * columns) & (over >> FIVE * columns)
    count += popcount(row & line_ends(own, holes, SIX))
    return count + popcount(column & line_ends(own, holes, SIX * columns))


MOST_PREVENTED = 4
"""A jump over one stone takes at most so many jumps from the opponent: three of the stone that is taken, and
one over the stone that goes."""


@kernel
def decided(board: Board, state: State) -> int:
    """Tell who wins if the side to move cannot jump, or can take the opponent's last jump away.

    Longer jumps than over one stone are not tried.
    """
    own, over, columns = state.own, state.opponent, np.uint64(board.columns)
    holes = board.squares & ~(own | over)
    if popcount(holes) < 2:
        return ONGOING
    row = (over >> ONE) & board.room_1 & line_ends(own, holes, TWO)
    column = (over >> columns) & line_ends(own, holes, TWO * columns)
    if row | column == EMPTY:
        return -1
    across = (own >> ONE) & board.room_1 & line_ends(over, holes, TWO)
    down = (own >> columns) & line_ends(over, holes, TWO * columns)
    if popcount(across) + popcount(down) > MOST_PREVENTED:
        return ONGOING
    # Of the jumps that the opponent would have, any one tells which moves are worth a try: its stone has to
    # be taken, or the stone that it jumps over has to go.
    is_across = across != EMPTY
    step, threats = ONE if is_across else columns, across if is_across else down
    if threats != EMPTY:
        end = bit(lowest(threats))
        jumped, jumper = end << step, (end | end << TWO * step) & over
        row &= jumped | jumped >> TWO | jumper >> ONE
        column &= jumped | jumped >> TWO * columns | jumper >> columns
    if _leaves_no_jump(board, state, row, ONE) or _leaves_no_jump(board, state, column, columns):
        return 1
    return ONGOING


@kernel
def _leaves_no_jump(board: Board, state: State, ends: Word, step: Word) -> bool:
    """Tell whether the opponent is stuck after a jump over one stone, given by its left or upper end."""
    while ends != EMPTY:
        end = bit(lowest(ends))
        ends ^= end
        own, opponent = state.own ^ (end | end << TWO * step), state.opponent ^ (end << step)
        if not has_move(board, State(opponent, own, state.player)):
            return True
    return False


@kernel
def leaf_numbers(board: Board, state: State, count: int) -> tuple[int, int]:
    """Guess from the jumps of both sides: who has many, while the other one has few, is soon shown to win.

    Of the formulas that were measured, this one led to the fewest positions on 6x6 and 6x7.
    """
    others = count_jumps(board, state.opponent, state.own)
    return 1 + others**3 // (count + 1), 1 + count**3 // (others + 1)


@kernel
def canonical(board: Board, state: State) -> State:
    """Turn or mirror an opening, so that its holes come first; later no image is looked for.

    Once two stones are removed hardly any position is the image of another one that matters.
    """
    holes = board.squares & ~(state.own | state.opponent)
    if holes == EMPTY or popcount(holes) > 2:
        return state
    lowest_holes = holes
    for way in range(8):
        image = _image(board, holes, way)
        if image < lowest_holes and _image(board, ONE, way) & board.black_squares != EMPTY:
            lowest_holes = image
    own = (board.squares ^ board.black_squares) if state.player != BLACK else board.black_squares
    return State(own & ~lowest_holes, board.squares & ~(own | lowest_holes), state.player)


@kernel
def _image(board: Board, squares: Word, way: int) -> Word:
    """Return where squares come to; 1 in `way` mirrors, 2 flips, 4 exchanges rows and columns if it can."""
    image = EMPTY
    while squares != EMPTY:
        row, column = lowest(squares) // board.columns, lowest(squares) % board.columns
        if way & 1 != 0:
            column = board.columns - 1 - column
        if way & 2 != 0:
            row = board.rows - 1 - row
        if way & 4 != 0 and board.rows == board.columns:
            row, column = column, row
        image |= bit(row * board.columns + column)
        squares = without_lowest(squares)
    return image


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
    if count == 2 and _beside(board, holes) & holes != holes:
        raise diagram.problem("the second stone removed is next to the first", lowest(without_lowest(holes)))


def explain(board: Board, state: State) -> str:
    """Say who is stuck."""
    return f"{('black', 'white')[int(state.player)]} cannot move"


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """Those that lay black squares on black squares: the corner tells."""

    def keeps_colours(symmetry: Symmetry) -> bool:
        return sum(symmetry.square(0, 0, rows=board.rows, columns=board.columns)) % 2 == 0

    return tuple(filter(keeps_colours, symmetries_of(board.rows, board.columns)))


@kernel
def planes(board: Board, state: State) -> tuple[tuple[Word]]:
    """See a state as the set of all stones: whose they are follows from the square."""
    return ((state.own | state.opponent,),)


def side_swap(board: Board) -> Symmetry | None:
    """Return a mirror image that lays black squares on white ones; boards with odd sides have none."""
    if board.columns % 2 == 0:
        return Symmetry.MIRROR
    return Symmetry.FLIP if board.rows % 2 == 0 else None


def patterns(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return windows of three by four: a jump and what may answer it."""
    rows, columns = board.rows, board.columns
    return tuple(
        tuple((top + down) * columns + left + right for down in range(height) for right in range(width))
        for height, width in {(min(3, rows), min(4, columns)), (min(4, rows), min(3, columns))}
        for top in range(rows - height + 1)
        for left in range(columns - width + 1)
    )


RULES = Rules(
    name="konane",
    title="Konane",
    summary="Jump over enemy stones in a straight line; who cannot move loses.",
    players=("black", "white"),
    pieces=(Piece("stone", ("b", "w"), symbol="●"),),
    look=Look(
        ground=Colour("#cfa163", "#a67c46"),
        shade=Colour("#cb9c5d", "#a27842"),
        rule=Colour("#a4763c", "#7f5a2b"),
        outline=Colour("#4a4a49", "#2c2b2a"),
        last=Colour("#f3d774", "#d9bd5c"),
        is_plain=True,
        has_hollows=True,  # a slab with a hollow for every stone
    ),
    source_evaluation="mobility",
    exercise_size="6",
    bench_positions=BenchPositions(
        15,
        (
            "bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb black",
            "bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwb2/bwbwbw2/wbwbwbwb black",
            "bwbw1w2/w2bwbwb/bwb1bwbw/wbw1wbwb/bwbwbwbw/w2bwbwb/bwbwbwbw/wbwbwbwb black",
            "bwbwbwbw/w4bwb/bwbwb1bw/wbw1w2b/bw4bw/wbw1wbwb/bwb3bw/wbwb1bwb black",
        ),
    ),
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
    move_codes=lambda board: 8 * board.rows * board.columns,
    most_moves=lambda board: 4 * MOST_JUMPS * board.rows * board.columns // 2,
    legal_moves=legal_moves,
    play=play,
    result=result,
    cell=cell,
    move_squares=move_squares,
    has_move=has_move,
    is_legal=is_legal,
    decided=decided,
    leaf_numbers=leaf_numbers,
    canonical=canonical,
    symmetries=symmetries,
    planes=planes,
    engine_features={"futility": True},
    side_swap=side_swap,
    patterns=patterns,
    has_draws=False,
    published={
        "4x4": Published(1, "P. Norvig, 2021"),
        "5x5": Published(0, "P. Norvig, 2021"),
        "6x6": Published(1, "P. Norvig, 2021"),
    },
)
