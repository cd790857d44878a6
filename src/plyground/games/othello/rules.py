"""Othello: discs enclosed in a line change their colour; most discs win.

A side that cannot move but whose opponent can must pass, and the pass is a move. The game
ends when neither can move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from plyground.core.bits import EMPTY, Word, bit, lowest, popcount, without_lowest
from plyground.core.looks import Colour, Look
from plyground.core.notation import Diagram
from plyground.core.options import Size
from plyground.core.rules import NO_SQUARE, ONGOING, BenchPositions, Moves, Piece, Published, Rules, set_of
from plyground.core.stones import State, cell, planes, state_of
from plyground.core.symmetry import Symmetry, symmetries_of
from plyground.games.othello.openings import OPENINGS
from plyground.games.othello.teaching import TEACHING, puzzle_tags, reason
from plyground.jit import kernel

BLACK = np.uint64(0)
ONE = np.uint64(1)
TWO = np.uint64(2)
FEWEST_DISCS = 4
USUAL_ROWS = 8

# A move's code is the number of its square; the number behind the last one is a pass.


class Board(NamedTuple):
    """What never changes: the size, all squares, and those off the left and right edges."""

    rows: int
    columns: int
    squares: Word
    inner_columns: Word


@kernel
def legal_moves(board: Board, state: State, moves: Moves) -> int:
    """Fill `moves` with the squares where a disc encloses something, or with a pass."""
    targets = placements(board, state.own, state.opponent)
    if targets == EMPTY:
        if placements(board, state.opponent, state.own) == EMPTY:
            return 0
        moves[0] = board.rows * board.columns
        return 1
    count = 0
    while targets != EMPTY:
        moves[count] = lowest(targets)
        targets = without_lowest(targets)
        count += 1
    return count


@kernel
def placements(board: Board, own: Word, opponent: Word) -> Word:
    """Return the empty squares from which `own` encloses discs of `opponent`."""
    columns = np.uint64(board.columns)
    inner = opponent & board.inner_columns
    reached = (
        beyond(own, inner, ONE)
        | beyond(own, opponent, columns)
        | beyond(own, inner, columns - ONE)
        | beyond(own, inner, columns + ONE)
    )
    return reached & board.squares & ~(own | opponent)


@kernel
def beyond(own: Word, between: Word, step: Word) -> Word:
    """Return the squares behind unbroken lines of `between` that begin next to `own`.

    Both ways along one axis. Each fill doubles the length of the lines it has covered, so
    that three are enough for the six discs that fit between two edges.
    """
    twice = step * TWO
    up, up_path = between & (own << step), between & (between << step)
    down, down_path = between & (own >> step), between & (between >> step)
    up |= between & (up << step)
    down |= between & (down >> step)
    up |= up_path & (up << twice)
    down |= down_path & (down >> twice)
    up |= up_path & (up << twice)
    down |= down_path & (down >> twice)
    return (up << step) | (down >> step)


@kernel
def play(board: Board, state: State, move: int) -> State:
    """Place a disc and turn the enclosed ones, or pass."""
    if move == board.rows * board.columns:
        return State(state.opponent, state.own, state.player ^ ONE)
    disc = bit(move)
    turned = enclosed(board, disc, state.own, state.opponent)
    return State(state.opponent ^ turned, state.own | turned | disc, state.player ^ ONE)


@kernel
def enclosed(board: Board, disc: Word, own: Word, opponent: Word) -> Word:
    """Return the discs of `opponent` that a new disc encloses, on all four axes."""
    columns = np.uint64(board.columns)
    inner = opponent & board.inner_columns
    return (
        _turned(disc, own, inner, ONE)
        | _turned(disc, own, opponent, columns)
        | _turned(disc, own, inner, columns - ONE)
        | _turned(disc, own, inner, columns + ONE)
    )


@kernel
def _turned(disc: Word, own: Word, between: Word, step: Word) -> Word:
    """Return the discs of `between` that lie on one axis between `disc` and a disc of `own`."""
    twice = step * TWO
    up_path, down_path = between & (between << step), between & (between >> step)
    up, down = between & (disc << step), between & (disc >> step)
    up |= between & (up << step)
    down |= between & (down >> step)
    up |= up_path & (up << twice)
    down |= down_path & (down >> twice)
    up |= up_path & (up << twice)
    down |= down_path & (down >> twice)
    if (up << step) & own == EMPTY:
        up = EMPTY
    if (down >> step) & own == EMPTY:
        down = EMPTY
    return up | down


@kernel
def result(board: Board, state: State, count: int) -> int:
    """When nobody can move, the difference in discs."""
    return ONGOING if count > 0 else popcount(state.own) - popcount(state.opponent)


@kernel
def move_squares(board: Board, state: State, move: int) -> tuple[int, int]:
    """Return the square of a new disc; a pass has none."""
    return NO_SQUARE, NO_SQUARE if move == board.rows * board.columns else move


@kernel
def has_move(board: Board, state: State) -> bool:
    """Tell whether anybody can place a disc: if it is the other side, there is the pass."""
    own, opponent = state.own, state.opponent
    return bool(placements(board, own, opponent) | placements(board, opponent, own))


def make_board(size: tuple[int, int]) -> Board:
    """Make a board of some size."""
    rows, columns = size
    squares = range(rows * columns)
    inner = [square for square in squares if 0 < square % columns < columns - 1]
    return Board(rows, columns, set_of(squares), set_of(inner))


def start(board: Board) -> State:
    """Four discs in the middle; white has the top left one of them."""
    top, left = board.rows // 2 - 1, board.columns // 2 - 1
    first = top * board.columns + left
    below = first + board.columns
    return State(set_of([first + 1, below]), set_of([first, below + 1]), BLACK)


def set_up(diagram: Diagram, size: tuple[int, int]) -> tuple[Board, State]:
    """Read a position; discs are never removed, so there are at least the first four."""
    state = state_of(diagram, ("b", "w"))
    total = popcount(state.own | state.opponent)
    if total < FEWEST_DISCS:
        raise diagram.problem(f"{total} discs are too few, the game starts with {FEWEST_DISCS}")
    return make_board(size), state


def explain(board: Board, state: State) -> str:
    """Say how many discs each side has, the winner's first."""
    counts = sorted((popcount(state.own), popcount(state.opponent)), reverse=True)
    return f"{counts[0]} discs to {counts[1]}"


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """All eight keep the rules."""
    return symmetries_of(board.rows, board.columns)


def patterns(board: Board) -> tuple[tuple[int, ...], ...]:
    """The patterns of Logistello, on a board of any size: what the corners, edges and lines look like."""
    n = board.columns

    def squares(*places: tuple[int, int]) -> tuple[int, ...]:
        return tuple(row * n + column for row, column in places)

    found = [squares(*((row, column) for column in range(n))) for row in range(1, n // 2)]
    found += [squares(*((step, left + step) for step in range(n - left))) for left in range(max(n - 3, 1))]
    if n >= 6:
        edge = [(0, column) for column in range(n)]
        found.append(squares(*edge, (1, 1), (1, n - 2)))  # with the squares that give corners away
        found.append(squares(*((row, column) for row in range(2) for column in range(5))))
        found.append(squares(*((row, column) for row in range(3) for column in range(3))))
    else:
        found.append(squares(*((0, column) for column in range(n)), *((1, column) for column in range(n))))
    return tuple(found)


def make_exact_search(board: Board, tt: Any, evaluate: Any) -> Callable[..., int]:
    """Make the solver of endgames; most programs that need the rules do not need it."""
    from plyground.games.othello.endgame import make_endgame

    return make_endgame(board, tt, evaluate)


def exact_effort(board: Board, state: State) -> float:
    """Estimate how hard an endgame is to solve, as `python -m benchmarks.effort othello` measures it.

    On 8x8 nine positions of ten take less; smaller boards are easier.
    """
    empty = board.rows * board.columns - int(state.own | state.opponent).bit_count()
    return 1.1 * empty + 1.2


RULES = Rules(
    name="othello",
    title="Othello",
    summary="Enclose enemy discs in a line to turn them; most discs win.",
    players=("black", "white"),
    pieces=(Piece("disc", ("b", "w"), symbol="●"),),
    look=Look(
        ground=Colour("#3f8d6c", "#2f6d54"),
        shade=Colour("#3b8767", "#2c6850"),
        rule=Colour("#1d5a41", "#173f30"),
        outline=Colour("#d0d5d9", "#c3c9ce"),
        halo=Colour("#0d3324a0", "#0a2219a0"),
        last=Colour("#c3c23f", "#a5a437"),
        picked=Colour("#a6dcff", "#8ccbf5"),
        is_plain=True,
        has_stars=True,
    ),
    teaching=TEACHING,
    reason=reason,
    puzzle_tags=puzzle_tags,
    openings=lambda board: OPENINGS if board.rows == USUAL_ROWS else (),
    source_evaluation="squares",
    exercise_size="6",
    bench_positions=BenchPositions(
        13,
        (
            "8/8/8/3wb3/3bw3/8/8/8 black",
            "8/1w6/2wbw3/3wb3/2wbw3/1w1wbw2/5b2/8 black",
            "8/2w5/2bwwww1/3bwwbb/2bbww2/1bwbbw2/b2b1wb1/8 black",
            "2ww1w2/2wwww2/bw1wwwb1/wwwwbbb1/bwbbbw2/bbwwwwb1/b3wwb1/5w2 black",
        ),
    ),
    options=(Size(rows=(4, 6, 8), columns=(4, 6, 8), default=(8, 8), only_square=True),),
    make_board=make_board,
    start=start,
    set_up=set_up,
    explain=explain,
    move_codes=lambda board: board.rows * board.columns + 1,
    most_moves=lambda board: board.rows * board.columns - FEWEST_DISCS,
    legal_moves=legal_moves,
    play=play,
    result=result,
    cell=cell,
    move_squares=move_squares,
    has_move=has_move,
    symmetries=symmetries,
    planes=planes,
    engine_features={"lmr": False, "futility": True, "probcut": True},
    side_swap=lambda board: Symmetry.IDENTITY,
    patterns=patterns,
    phases=14,
    learned_features=("mobility", "frontier"),
    largest_margin=lambda board: board.rows * board.columns,
    make_exact_search=make_exact_search,
    published={
        "4x4": Published(1, "well known", margin=8),
        "6x6": Published(1, "J. Feinstein, 1993", margin=4),
        "8x8": Published(None, "H. Takizawa, 2023", margin=0),
    },
    exact_effort=exact_effort,
)
