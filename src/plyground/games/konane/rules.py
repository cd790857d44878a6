"""Konane: jump over enemy stones; who cannot jump loses.

The board starts full. Black removes one of its stones, white one of its own next to the
hole; from then on every move is a jump in a straight line, over one enemy stone at a time.
"""

from __future__ import annotations

import numpy as np

from plyground.core.bits import EMPTY, Word, bit, lowest, popcount, without_lowest
from plyground.core.looks import Colour, Look
from plyground.core.options import Choice, Size
from plyground.core.rules import ONGOING, BenchPositions, Piece, Published, Rules
from plyground.core.stones import State, cell
from plyground.core.symmetry import Symmetry, symmetries_of
from plyground.games.konane.board import BLACK, MOST_JUMPS, Board, make_board, set_up, start
from plyground.games.konane.moves import (
    ONE,
    TWO,
    count_jumps,
    has_move,
    is_legal,
    legal_moves,
    line_ends,
    move_squares,
    play,
    result,
)
from plyground.games.konane.teaching import TEACHING, puzzle_tags, reason
from plyground.jit import kernel

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
    teaching=TEACHING,
    reason=reason,
    puzzle_tags=puzzle_tags,
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
