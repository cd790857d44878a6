"""The Wumpus duel: wumpuses, heroes and mages hunt each other among the pits.

The adversary (the human) starts on the bottom row and moves first, the agent on the top
row. A piece moves one square in any of the eight directions. Where it meets an enemy there
is a battle: hero kills wumpus, mage kills hero, wumpus eats mage, whoever attacks, and two
of a kind destroy each other. A pit destroys what moves into it. A side without pieces has
lost; without any pieces at all it is a draw.

House rules, since games between programs must end: a position that occurs for the third
time is a draw, and so are 50 moves of each side without a piece destroyed. Both numbers are
options of the game, and 0 switches a rule off.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np

from plyground.core.bits import EMPTY, Word, lowest, without_lowest
from plyground.core.looks import Colour, Look
from plyground.core.notation import Diagram
from plyground.core.options import Number, Size
from plyground.core.rules import ONGOING, SCENERY, BenchPositions, Level, Moves, Piece, Rules, Scenery
from plyground.core.symmetry import Symmetry, symmetries_of
from plyground.core.wide import (
    WORD_BITS,
    Words,
    common,
    contains,
    excluding,
    including,
    is_empty,
    moved_down,
    moved_up,
    union,
    without,
    words_of,
)
from plyground.errors import OptionError
from plyground.jit import kernel

ADVERSARY = np.uint64(0)
ONE = np.uint64(1)
TWO = np.uint64(2)
BYTE = np.uint64(255)

WUMPUS, HERO, MAGE = 1, 2, 3
LETTERS = ("WHM", "whm")
NAMES = ("wumpus", "hero", "mage")


class Board(NamedTuple):
    """What never changes: the size, the pits, and when a game is drawn."""

    rows: int
    columns: int
    squares: Words
    left_column: Words
    right_column: Words
    pits: Words
    offsets: Word  # to the next square in each direction, plus columns + 1, a byte each
    quiet_limit: Word  # plies without a piece destroyed; 0 for no limit
    repetitions: int


class State(NamedTuple):
    """The pieces as two sets a side: a wumpus is in `low`, a hero in `high`, a mage in both."""

    own_low: Words
    own_high: Words
    opponent_low: Words
    opponent_high: Words
    player: Word
    quiet: Word  # plies since a piece was destroyed


# A move's code is 8 * origin + direction; the directions are counted row by row.
UP_LEFT, UP, UP_RIGHT, LEFT, RIGHT, DOWN_LEFT, DOWN, DOWN_RIGHT = range(8)


@kernel
def legal_moves(board: Board, state: State, moves: Moves) -> int:
    """Fill `moves` with the steps of all pieces; only a piece of one's own closes a square."""
    own = union(state.own_low, state.own_high)
    free = without(board.squares, own)
    count = _write_moves(moves, 0, own, _origins(board, free, UP_LEFT), UP_LEFT)
    count = _write_moves(moves, count, own, _origins(board, free, UP), UP)
    count = _write_moves(moves, count, own, _origins(board, free, UP_RIGHT), UP_RIGHT)
    count = _write_moves(moves, count, own, _origins(board, free, LEFT), LEFT)
    count = _write_moves(moves, count, own, _origins(board, free, RIGHT), RIGHT)
    count = _write_moves(moves, count, own, _origins(board, free, DOWN_LEFT), DOWN_LEFT)
    count = _write_moves(moves, count, own, _origins(board, free, DOWN), DOWN)
    return _write_moves(moves, count, own, _origins(board, free, DOWN_RIGHT), DOWN_RIGHT)


@kernel
def noisy_moves(board: Board, state: State, moves: Moves) -> int:
    """Fill `moves` with the steps that destroy an enemy piece."""
    count = 0
    for direction in range(8):
        count = _write_kills(board, state, moves, count, direction)
    return count


@kernel
def _write_kills(board: Board, state: State, moves: Moves, count: int, direction: int) -> int:
    """Write the kills in one direction: what each kind kills is told by the two sets, see `_kills`."""
    low, high = state.own_low, state.own_high
    other_low = _origins(board, state.opponent_low, direction)
    other_high = _origins(board, state.opponent_high, direction)
    wumpuses, heroes, mages = without(low, high), without(high, low), common(low, high)
    in_one = union(without(other_low, other_high), without(other_high, other_low))
    killers = union(common(wumpuses, other_low), union(common(heroes, in_one), common(mages, other_high)))
    return _write_moves(moves, count, killers, killers, direction)


@kernel
def _origins(board: Board, targets: Words, direction: int) -> Words:
    """Return the squares from which a step in some direction leads onto the targets."""
    # The targets of a step to the left are never on the right edge, and so on.
    if direction in (UP_LEFT, LEFT, DOWN_LEFT):
        targets = without(targets, board.right_column)
    elif direction in (UP_RIGHT, RIGHT, DOWN_RIGHT):
        targets = without(targets, board.left_column)
    if direction <= LEFT:
        return moved_up(targets, np.uint64(-_step(board, direction)))
    return moved_down(targets, np.uint64(_step(board, direction)))


@kernel
def _step(board: Board, direction: int) -> int:
    """Return how much larger the number of the next square in a direction is."""
    offset = (board.offsets >> np.uint64(8 * direction)) & BYTE
    return int(np.int64(offset)) - board.columns - 1


@kernel
def _write_moves(moves: Moves, count: int, own: Words, open_origins: Words, direction: int) -> int:
    for index in range(len(own)):
        origins = own[index] & open_origins[index]
        while origins != EMPTY:
            moves[count] = 8 * (WORD_BITS * index + lowest(origins)) + direction
            origins = without_lowest(origins)
            count += 1
    return count


@kernel
def _target(board: Board, move: int) -> int:
    return (move >> 3) + _step(board, move & 7)


@kernel
def pass_turn(board: Board, state: State) -> State:
    """Let the opponent move again; a position in which that is better is rare."""
    return State(
        state.opponent_low,
        state.opponent_high,
        state.own_low,
        state.own_high,
        state.player ^ ONE,
        state.quiet + ONE,
    )


@kernel
def is_noisy(board: Board, state: State, move: int) -> bool:
    """Tell whether a move destroys an enemy piece; what only destroys one's own is no threat."""
    origin, target = np.uint64(move >> 3), np.uint64(_target(board, move))
    return bool(_kills(state, origin, target) != EMPTY)


@kernel
def _kills(state: State, origin: Word, target: Word) -> Word:
    """Tell whether the piece on `origin` destroys what stands on `target`.

    Every kind kills its own and one other, which the two sets tell: a wumpus kills what is in
    the low one, a mage what is in the high one, a hero what is in one of them only.
    """
    low, high = contains(state.own_low, origin), contains(state.own_high, origin)
    met_low, met_high = contains(state.opponent_low, target), contains(state.opponent_high, target)
    return ((low ^ high) & met_low) ^ (high & met_high)


@kernel
def _meets_something(board: Board, state: State, target: Word) -> bool:
    dangers = union(union(state.opponent_low, state.opponent_high), board.pits)
    return bool(contains(dangers, target) != EMPTY)


@kernel
def has_move(board: Board, state: State) -> bool:
    """There are fewer pieces of one's own than it takes to close them all in."""
    return True


@kernel
def is_legal(board: Board, state: State, move: int) -> bool:
    """Tell whether a piece stands on the origin, and none of one's own on the target."""
    own = union(state.own_low, state.own_high)
    direction, target = move & 7, _target(board, move)
    if target < 0 or target >= board.rows * board.columns:
        return False
    movable = own
    if direction in (UP_LEFT, LEFT, DOWN_LEFT):
        movable = without(own, board.left_column)
    elif direction in (UP_RIGHT, RIGHT, DOWN_RIGHT):
        movable = without(own, board.right_column)
    return bool(contains(movable, np.uint64(move >> 3)) & ~contains(own, np.uint64(target)))


@kernel
def play(board: Board, state: State, move: int) -> State:
    """Move a piece; what it meets on the target decides who lives."""
    origin, target = np.uint64(move >> 3), np.uint64(_target(board, move))
    low, high = contains(state.own_low, origin), contains(state.own_high, origin)
    # Most moves meet nothing, and a branch around the fights is cheaper than going through them.
    if _meets_something(board, state, target):
        return _meet(board, state, origin, target, low, high)
    return State(
        state.opponent_low,
        state.opponent_high,
        including(excluding(state.own_low, origin, ONE), target, low),
        including(excluding(state.own_high, origin, ONE), target, high),
        state.player ^ ONE,
        state.quiet + ONE,
    )


@kernel
def _meet(board: Board, state: State, origin: Word, target: Word, low: Word, high: Word) -> State:
    """Fight what stands on the target, or fall into the pit there.

    A mage is killed by what is in the low set, a hero by what is in the high one, a wumpus by
    what is in one of them only: the mirror image of `_kills`.
    """
    met_low, met_high = contains(state.opponent_low, target), contains(state.opponent_high, target)
    kills = _kills(state, origin, target)
    is_killed = (low & met_low) ^ ((low ^ high) & met_high)
    lives = ONE ^ (is_killed | contains(board.pits, target))
    return State(
        excluding(state.opponent_low, target, kills),
        excluding(state.opponent_high, target, kills),
        including(excluding(state.own_low, origin, ONE), target, lives & low),
        including(excluding(state.own_high, origin, ONE), target, lives & high),
        state.player ^ ONE,
        EMPTY,
    )


@kernel
def result(board: Board, state: State, count: int) -> int:
    """A side without pieces has lost; nothing destroyed for too long is a draw."""
    has_own = not is_empty(union(state.own_low, state.own_high))
    has_opponent = not is_empty(union(state.opponent_low, state.opponent_high))
    if has_own and has_opponent:
        is_drawn = board.quiet_limit != EMPTY and state.quiet >= board.quiet_limit
        return 0 if is_drawn else ONGOING
    return 1 if has_own else -1 if has_opponent else 0


@kernel
def cell(board: Board, state: State, row: int, column: int) -> int:
    """Tell what stands on a square: 1, 2, 3 for a wumpus, hero, mage, or a pit."""
    square = np.uint64(row * board.columns + column)
    own = contains(state.own_low, square) + TWO * contains(state.own_high, square)
    enemy = contains(state.opponent_low, square) + TWO * contains(state.opponent_high, square)
    if contains(board.pits, square) != EMPTY:
        return SCENERY
    return int(np.int64(own) - np.int64(enemy))


@kernel
def move_squares(board: Board, state: State, move: int) -> tuple[int, int]:
    """Return where a piece comes from and where it goes."""
    return move >> 3, _target(board, move)


@kernel
def repetition_key(board: Board, state: State) -> State:
    """Return the state without the count of quiet plies."""
    return State(state.own_low, state.own_high, state.opponent_low, state.opponent_high, state.player, EMPTY)


def make_board(size: tuple[int, int], seed: int, quiet: int, repetitions: int) -> Board:
    """Make a board with pits from the seed: d/3 - 1 in every row but the top and the bottom one."""
    if repetitions == 1:
        raise OptionError("repetitions 1 is not allowed: every game would be drawn at its start")
    rows, columns = size
    chance = random.Random(seed)
    pits = [
        row * columns + column
        for row in range(1, rows - 1)
        for column in chance.sample(range(columns), columns // 3 - 1)
    ]
    return _board_with_pits(rows, columns, pits, quiet, repetitions)


def _board_with_pits(rows: int, columns: int, pits: list[int], quiet: int, repetitions: int) -> Board:
    squares = range(rows * columns)
    count = -(-len(squares) // WORD_BITS)
    return Board(
        rows,
        columns,
        squares=words_of(squares, count),
        left_column=words_of(squares[::columns], count),
        right_column=words_of(squares[columns - 1 :: columns], count),
        pits=words_of(pits, count),
        offsets=_offsets(columns),
        quiet_limit=np.uint64(2 * quiet),
        repetitions=repetitions,
    )


def _offsets(columns: int) -> Word:
    around = [row * columns + column for row in range(3) for column in range(3) if (row, column) != (1, 1)]
    return np.uint64(sum(offset << 8 * direction for direction, offset in enumerate(around)))


def start(board: Board) -> State:
    """Wumpus, hero, mage, wumpus, hero, mage, ... on both home rows."""
    count = len(board.squares)
    bottom = (board.rows - 1) * board.columns
    low, high = ([column for column in range(board.columns) if column % 3 != other] for other in (1, 0))

    def pieces(columns: list[int], first: int) -> Words:
        return words_of([first + column for column in columns], count)

    return State(pieces(low, bottom), pieces(high, bottom), pieces(low, 0), pieces(high, 0), ADVERSARY, EMPTY)


def set_up(
    diagram: Diagram, size: tuple[int, int], seed: int, quiet: int, repetitions: int
) -> tuple[Board, State]:
    """Read a position; it brings its own pits, so the seed does not matter."""
    rows, columns = size
    for letters in LETTERS:
        for letter, name in zip(letters, NAMES, strict=True):
            diagram.limit(letter, columns // 3, f"of {letter} ({name})")
    board = _board_with_pits(rows, columns, diagram.where("*"), quiet, repetitions)
    if board.quiet_limit != EMPTY and diagram.counter > board.quiet_limit:
        raise diagram.problem(f"the game was drawn after {board.quiet_limit} plies without a loss")

    def pieces(player: int, kinds: str) -> Words:
        squares = [square for kind in kinds for square in diagram.where(kind)]
        return words_of(squares, len(board.squares))

    low, high = [pieces(0, "WM"), pieces(1, "wm")], [pieces(0, "HM"), pieces(1, "hm")]
    own, other = diagram.player, 1 - diagram.player
    state = State(low[own], high[own], low[other], high[other], np.uint64(own), np.uint64(diagram.counter))
    return board, state


def quiet_plies_left(board: Board, state: State) -> int | None:
    """Return how many more plies without a piece destroyed make a draw."""
    return int(board.quiet_limit) - int(state.quiet) if board.quiet_limit else None


def explain(board: Board, state: State) -> str:
    """Say who was destroyed, if anybody."""
    sides = ("adversary", "agent")
    own, other = sides[int(state.player)], sides[1 - int(state.player)]
    has_own = not is_empty(union(state.own_low, state.own_high))
    has_opponent = not is_empty(union(state.opponent_low, state.opponent_high))
    if has_own and has_opponent:
        return f"{int(board.quiet_limit) // 2} moves of each side without a piece destroyed"
    if has_own or has_opponent:
        return f"{other if has_own else own} has no pieces left"
    return "nobody has pieces left"


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """All eight keep the rules, with the pits carried along."""
    return symmetries_of(board.rows, board.columns)


@kernel
def planes(board: Board, state: State) -> tuple[Words, ...]:
    """See a state as a set of squares for every kind of piece; pits are scenery, and left out."""
    own_mages, other_mages = (
        common(state.own_low, state.own_high),
        common(state.opponent_low, state.opponent_high),
    )
    return (
        without(state.own_low, own_mages),
        without(state.own_high, own_mages),
        own_mages,
        without(state.opponent_low, other_mages),
        without(state.opponent_high, other_mages),
        other_mages,
    )


def patterns(board: Board) -> tuple[tuple[int, ...], ...]:
    """Windows of two by two squares, side by side: of larger ones, no two games have the same."""
    corners = [
        row * board.columns + column
        for row in range(0, board.rows - 1, 2)
        for column in range(0, board.columns - 1, 2)
    ]
    return tuple(
        (corner, corner + 1, corner + board.columns, corner + board.columns + 1) for corner in corners
    )


# Good play ends in draws: only mistakes tell the higher levels apart.
LEVELS = (
    Level(30, 0.75),
    Level(30, 0.57),
    Level(60, 0.4),
    Level(100, 0.28),
    Level(150, 0.21),
    Level(200, 0.16),
    Level(300, 0.12),
    Level(600, 0.08),
    Level(2_000, 0.04),
    Level(None),
)

RULES = Rules(
    name="duel",
    aliases=("wumpus", "wumpus-duel"),
    title="Wumpus duel",
    summary="Wumpuses, heroes and mages hunt each other among the pits.",
    players=("adversary", "agent"),
    pieces=tuple(Piece(name, (upper, lower)) for name, upper, lower in zip(NAMES, *LETTERS, strict=True)),
    scenery=(Scenery("pit", "*"),),
    options=(
        Size(rows=(3, 6, 9, 12, 15), columns=(3, 6, 9, 12, 15), default=(6, 6), only_square=True),
        Number("seed", default=0, minimum=0, maximum=2**31 - 1, help="where the pits are"),
        Number(
            "quiet",
            default=50,
            minimum=0,
            maximum=1000,
            help="moves of each side without a piece destroyed that make a draw; 0 for never",
        ),
        Number(
            "repetitions",
            default=3,
            minimum=0,
            maximum=100,
            help="how often a position must occur to make a draw; 0 for never",
        ),
    ),
    look=Look(
        ground=Colour("#dedbd0", "#a8a69b"),
        shade=Colour("#d2cec1", "#9c9a8e"),
        rule=Colour("#b1ab9b", "#787467"),
    ),
    levels=LEVELS,
    source_evaluation="pieces",
    exercise_size="3",
    bench_positions=BenchPositions(
        11,
        (
            "whmwhm/3*2/3*2/*5/2*3/WHMWHM adversary",
            "wm1h1m/h2*2/3*2/*1H3/2*3/W1MW1M adversary 2",
            "w2mh1/3*2/2h*2/*4W/WH*3/3HM1 adversary 1",
            "1h4/w2*hm/m2*2/*5/W1*3/3WHM adversary 9",
        ),
    ),
    make_board=make_board,
    start=start,
    set_up=set_up,
    explain=explain,
    move_codes=lambda board: 8 * board.rows * board.columns,
    most_moves=lambda board: 8 * board.columns,
    legal_moves=legal_moves,
    play=play,
    result=result,
    cell=cell,
    move_squares=move_squares,
    has_move=has_move,
    is_legal=is_legal,
    is_noisy=is_noisy,
    noisy_moves=noisy_moves,
    symmetries=symmetries,
    planes=planes,
    patterns=patterns,
    learned_features=("pieces", "advantage", "hunt1", "hunt2", "hunt3", "hunt4", "edge", "safety", "trades"),
    pass_turn=pass_turn,
    side_swap=lambda board: Symmetry.FLIP,
    counter=lambda board, state: int(state.quiet),
    repetition_key=repetition_key,
    quiet_plies_left=quiet_plies_left,
    repetition_limit=lambda board: board.repetitions,
)
