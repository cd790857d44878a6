"""Konane: jump over enemy stones; who cannot jump loses.

The board starts full. Black removes one of its stones, white one of its own next to the
hole; from then on every move is a jump in a straight line, over one enemy stone at a time.
"""

from __future__ import annotations

from plyground.core.bits import Word
from plyground.core.looks import Colour, Look
from plyground.core.options import Choice, Size
from plyground.core.rules import BenchPositions, Piece, Published, Rules
from plyground.core.stones import State, cell
from plyground.core.symmetry import Symmetry, symmetries_of
from plyground.games.konane.board import MOST_JUMPS, Board, make_board, set_up, start
from plyground.games.konane.moves import has_move, is_legal, legal_moves, move_squares, play, result
from plyground.games.konane.solving_hooks import canonical, decided, leaf_numbers
from plyground.games.konane.teaching import TEACHING
from plyground.jit import kernel


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
