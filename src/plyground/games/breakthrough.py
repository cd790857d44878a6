"""Breakthrough: pawns race for the far row.

Black starts on the top two rows and moves down, white on the bottom two and moves up.
Straight ahead onto an empty square, diagonally ahead also onto an enemy pawn, which is
captured. A pawn on the far row wins, and so does capturing every enemy pawn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.core.bits import EMPTY, Word, bit, has, highest, lowest, popcount, without_lowest
from plyground.core.notation import Diagram
from plyground.core.options import Size
from plyground.core.reasons import Comparison
from plyground.core.rules import ONGOING, BenchPositions, Level, Moves, Piece, Published, Rules, set_of
from plyground.core.stones import State, cell, planes, state_of
from plyground.core.symmetry import Symmetry
from plyground.core.teaching import Illustration, LessonStep, Teaching
from plyground.jit import kernel

BLACK = np.uint64(0)
WHITE = np.uint64(1)
ONE = np.uint64(1)

# A move's code is 4 * origin + direction.
LEFT, AHEAD, RIGHT = 0, 1, 2

CLOSE_RACE = 2
"""How many moves a pawn is too late at most, so that its side has lost a race."""


class Board(NamedTuple):
    """What never changes: the size and the sets of squares that the rules need."""

    rows: int
    columns: int
    squares: Word
    left_column: Word
    right_column: Word
    top_row: Word
    bottom_row: Word


@kernel
def legal_moves(board: Board, state: State, moves: Moves) -> int:
    """Fill `moves` with the codes of all steps and captures."""
    free = board.squares & ~(state.own | state.opponent)
    open_diagonally = board.squares & ~state.own
    columns = np.uint64(board.columns)
    # A pawn can step to where the targets, shifted back onto the origins, meet it.
    if state.player == BLACK:
        left, ahead, right = (
            open_diagonally >> (columns - ONE),
            free >> columns,
            open_diagonally >> (columns + ONE),
        )
    else:
        left, ahead, right = (
            open_diagonally << (columns + ONE),
            free << columns,
            open_diagonally << (columns - ONE),
        )
    count = _write_moves(moves, 0, state.own & left & ~board.left_column, LEFT)
    count = _write_moves(moves, count, state.own & ahead, AHEAD)
    return _write_moves(moves, count, state.own & right & ~board.right_column, RIGHT)


@kernel
def _write_moves(moves: Moves, count: int, origins: Word, direction: int) -> int:
    while origins != EMPTY:
        moves[count] = 4 * lowest(origins) + direction
        origins = without_lowest(origins)
        count += 1
    return count


@kernel
def _target(board: Board, player: Word, move: int) -> int:
    forward = board.columns if player == BLACK else -board.columns
    return (move >> 2) + forward + (move & 3) - AHEAD


@kernel
def play(board: Board, state: State, move: int) -> State:
    """Move a pawn; what stood on its target is captured."""
    target = bit(_target(board, state.player, move))
    moved = (state.own ^ bit(move >> 2)) | target
    return State(state.opponent & ~target, moved, state.player ^ ONE)


@kernel
def pass_turn(board: Board, state: State) -> State:
    """Let the opponent move again; a position in which that is better is rare."""
    return State(state.opponent, state.own, state.player ^ ONE)


@kernel
def result(board: Board, state: State, count: int) -> int:
    """Only the side that has just moved can have won: it broke through, or took the last pawn."""
    far_row = board.top_row if state.player == BLACK else board.bottom_row
    if state.opponent & far_row != EMPTY or state.own == EMPTY:
        return -1
    return ONGOING


@kernel
def move_squares(board: Board, state: State, move: int) -> tuple[int, int]:
    """Return where a pawn comes from and where it goes."""
    return move >> 2, _target(board, state.player, move)


@kernel
def has_move(board: Board, state: State) -> bool:
    """The foremost pawn always has one: no own pawn is ahead of it, so a diagonal is open."""
    return True


@kernel
def is_legal(board: Board, state: State, move: int) -> bool:
    """Tell whether a pawn stands on the origin and may go to the target."""
    direction = move & 3
    far_row = board.bottom_row if state.player == BLACK else board.top_row
    edge = board.left_column if direction == LEFT else board.right_column if direction == RIGHT else EMPTY
    if direction > RIGHT or not has(state.own & ~(far_row | edge), move >> 2):
        return False
    closed = state.own | state.opponent if direction == AHEAD else state.own
    return not has(closed, _target(board, state.player, move))


@kernel
def noisy_moves(board: Board, state: State, moves: Moves) -> int:
    """Fill `moves` with the captures."""
    columns = np.uint64(board.columns)
    if state.player == BLACK:
        left, right = state.opponent >> (columns - ONE), state.opponent >> (columns + ONE)
    else:
        left, right = state.opponent << (columns + ONE), state.opponent << (columns - ONE)
    left, right = state.own & left & ~board.left_column, state.own & right & ~board.right_column
    count = 0
    while left | right != EMPTY:  # mostly there are none or one: a second loop would cost more
        is_left = left != EMPTY
        origins = left if is_left else right
        moves[count] = 4 * lowest(origins) + (LEFT if is_left else RIGHT)
        count += 1
        left, right = (
            without_lowest(left) if is_left else left,
            right if is_left else without_lowest(right),
        )
    return count


@kernel
def is_noisy(board: Board, state: State, move: int) -> bool:
    """Tell whether a move captures."""
    return has(state.opponent, _target(board, state.player, move))


@kernel
def decided(board: Board, state: State) -> int:
    """Tell who wins the race, if some pawn can no longer be stopped and is first.

    It is asked after one step of each own pawn, when the opponent is to move; and for the opponent's
    pawns as they stand. One pawn on its way says enough: it has nothing to fear from any enemy, and no
    enemy arrives before it.
    """
    own, opponent, player, other = state.own, state.opponent, state.player, state.player ^ ONE
    if result(board, state, 1) != ONGOING:
        return -1
    distance, threat = _distance(board, player, own), _distance(board, other, opponent)
    attacked = _ahead(board, player, _sides(board, own))
    if distance == 1 or (attacked & opponent == opponent and popcount(opponent) == 1):
        return 1
    if threat == 1:  # that pawn has to be captured now
        arriving = opponent & _ahead(board, player, _far_row(board, other))
        return ONGOING if popcount(arriving) == 1 and arriving & attacked != EMPTY else -1
    targets = (attacked & ~own) | (_ahead(board, player, own) & ~(own | opponent))
    safe = targets & ~_within_reach(board, other, opponent)
    if safe != EMPTY and _distance(board, player, safe) < threat:
        return 1
    safe = opponent & ~_within_reach(board, player, own)
    if safe != EMPTY and _distance(board, other, safe) < distance:
        return -1
    return ONGOING


@kernel
def loss_distance(board: Board, state: State) -> int:
    """Return how many plies the opponent's foremost pawn needs that `decided` sees win, once it may move."""
    other = state.player ^ ONE
    safe = state.opponent & ~_within_reach(board, state.player, state.own)
    if safe == EMPTY or _distance(board, other, state.opponent) == 1:
        return 2
    return 2 * _distance(board, other, safe)


@kernel
def _within_reach(board: Board, player: Word, pawns: Word) -> Word:
    """Return where pawns of a player to move may stop an enemy pawn that walks straight ahead.

    The two sides move in turn, so a pawn that is `gap` rows away makes at most `(gap + 1) // 2` steps until
    they meet, and changes its column by no more than that.
    """
    front, reached = pawns, EMPTY
    for gap in range(1, board.rows):
        front = _ahead(board, player, front)
        if gap & 1 == 1:
            front |= _sides(board, front)
        reached |= front
    return reached


@kernel
def _far_row(board: Board, player: Word) -> Word:
    return board.bottom_row if player == BLACK else board.top_row


@kernel
def _distance(board: Board, player: Word, squares: Word) -> int:
    """Return how many steps the foremost of some squares is from the far row."""
    if player == BLACK:
        return board.rows - 1 - highest(squares) // board.columns
    return lowest(squares) // board.columns


@kernel
def _ahead(board: Board, player: Word, squares: Word) -> Word:
    columns = np.uint64(board.columns)
    return (squares << columns) & board.squares if player == BLACK else squares >> columns


@kernel
def _sides(board: Board, squares: Word) -> Word:
    """Return the squares to the left and to the right of some squares."""
    return ((squares & ~board.left_column) >> ONE) | ((squares & ~board.right_column) << ONE)


@kernel
def canonical(board: Board, state: State) -> State:
    """Return the state or its mirror image, whichever has the lower words."""
    own, opponent = _mirrored(board, state.own), _mirrored(board, state.opponent)
    if own < state.own or (own == state.own and opponent < state.opponent):
        return State(own, opponent, state.player)
    return state


@kernel
def _mirrored(board: Board, squares: Word) -> Word:
    mirrored = EMPTY
    for column in range(board.columns):
        one_column = (squares >> np.uint64(column)) & board.left_column
        mirrored |= one_column << np.uint64(board.columns - 1 - column)
    return mirrored


def make_board(size: tuple[int, int]) -> Board:
    """Make a board of some size."""
    rows, columns = size
    return Board(
        rows,
        columns,
        squares=set_of(range(rows * columns)),
        left_column=set_of(range(0, rows * columns, columns)),
        right_column=set_of(range(columns - 1, rows * columns, columns)),
        top_row=set_of(range(columns)),
        bottom_row=set_of(range((rows - 1) * columns, rows * columns)),
    )


def start(board: Board) -> State:
    """Two rows of pawns on each side."""
    pawns = 2 * board.columns
    squares = board.rows * board.columns
    return State(set_of(range(pawns)), set_of(range(squares - pawns, squares)), BLACK)


def set_up(diagram: Diagram, size: tuple[int, int]) -> tuple[Board, State]:
    """Read a position; one that no game can reach is refused."""
    board = make_board(size)
    for letter, player in (("b", "black"), ("w", "white")):
        diagram.limit(letter, 2 * board.columns, f"{player} pawns")
    state = state_of(diagram, ("b", "w"))
    mover = ("black", "white")[diagram.player]
    if state.opponent == EMPTY:
        raise diagram.problem(f"{mover} has taken the last pawn, so it cannot be to move")
    own_far_row = board.bottom_row if state.player == BLACK else board.top_row
    arrived = state.own & own_far_row
    if arrived != EMPTY:
        raise diagram.problem(f"{mover} has broken through, so it cannot be to move", lowest(arrived))
    return board, state


def explain(board: Board, state: State) -> str:
    """Say how the game ended."""
    winner = ("white", "black")[int(state.player)]
    return f"{winner} took the last pawn" if state.own == EMPTY else f"{winner} broke through"


def puzzle_tags(board: Board, states: tuple[State, ...], moves: tuple[int, ...]) -> tuple[str, ...]:
    """Name what the first move does: it joins a race, stops a pawn near its goal, or gives a pawn up."""
    first, move, other = states[0], moves[0], states[0].player ^ ONE
    target = _target(board, first.player, move)
    is_capture = is_noisy(board, first, move)
    distance, threat = _distance(board, first.player, first.own), _distance(board, other, first.opponent)
    is_foremost = _distance(board, first.player, bit(move >> 2)) == distance
    found = []
    if max(distance, threat) <= board.rows // 2 and is_foremost and not is_capture:
        found.append("race")
    if is_capture and _distance(board, other, bit(target)) <= 2:
        found.append("defence")
    if not is_capture and len(moves) > 1 and _target(board, other, moves[1]) == target:
        found.append("sacrifice")
    return tuple(found)


# The simple players of the source by the names they have there. Nothing but a capture changes the count of
# pawns, so who looks at it is a killer; who looks at nothing is naive.
ONE_PLY_PLAYERS = {
    "naive": "random",
    "killer": "greedy:piece",
    **{
        name: f"greedy:{name}"
        for name in ("mobility", "defensive", "reckless", "position", "cautious", "comprehensive")
    },
}

TEACHING = Teaching(
    prompt=lambda board, state: "pick a pawn, then an outlined square ahead of it",
    illustrations=(
        Illustration(
            "Pawns move one square ahead, straight or diagonally. Black moves down the board, white up.",
            "bbbbb/bbbbb/5/wwwww/wwwww black",
            "c4-c3",
        ),
        Illustration("Diagonally ahead a pawn may capture.", "5/2b2/1w1w1/5/5 black", "c4xb3"),
        Illustration("Straight ahead it may not: these two block each other.", "5/2b2/2w2/5/5 black"),
        Illustration("The first pawn on the far row wins.", "5/5/5/2b2/w3w black", "c2-c1"),
        Illustration("Capturing every enemy pawn wins too.", "5/2b2/3w1/5/5 black", "c4xd3"),
    ),
    lesson=(
        LessonStep(
            prompt="You are black and move down the board. Pick a pawn, then an outlined square.",
            praise="Straight or diagonally, one square at a time, and never back.",
            position="bbbbb/bbbbb/5/wwwww/wwwww black",
        ),
        LessonStep(
            prompt="A white pawn stands diagonally ahead of yours. Capture it.",
            accepted=("c3xd2",),
            praise="Captured. White captures back: look who guards a square before you take there.",
            correction="That is legal, but captures nothing. Your pawn on c3 can capture on d2.",
            position="bbbbb/bb1bb/2b2/w2ww/wwwww black",
            reply="e1xd2",
        ),
        LessonStep(
            prompt="Race: which pawn gets to the far row before any white pawn can stop it?",
            accepted=("e3-e2",),
            praise="No white pawn can reach it.",
            correction="White could stop that one. The pawn on e3 runs alone, if it goes straight ahead.",
            position="1b3/5/1b2b/5/1ww2 black",
            reply="c1-c2",
        ),
        LessonStep(
            prompt="One step is left. Win the game.",
            accepted=("e2-e1", "e2-d1"),
            praise="A pawn on the far row: you have won.",
            correction="The pawn on e2 can step onto the far row now.",
        ),
    ),
)

# Quiescence takes most positions of a short search here, so a level needs more of them than in other games.
LEVELS = (
    Level(600, noise=2.5, overlooked=0.7, depth=2),
    Level(1_000, noise=0.95, overlooked=0.36, depth=2),
    Level(1_000, noise=0.55, overlooked=0.2, depth=2),
    Level(1_000, noise=0.22, overlooked=0.065, depth=3),
    Level(2_200, noise=0.07, overlooked=0.015, depth=3),
    Level(1_300),
    Level(2_800),
    Level(6_000),
    Level(12_000),
    Level(None),
)


def reason(comparison: Comparison) -> str | None:
    """Say how much earlier the opponent arrives; None where no pawn arrives: then pawns are counted."""
    end, rows, columns = comparison.played[-1], comparison.grid.rows, comparison.grid.columns
    letters, opponent = "bw", 1 - comparison.me
    home = range(columns) if comparison.me == 0 else range((rows - 1) * columns, rows * columns)
    if end.winner != opponent or all(end.squares[square] != letters[opponent] for square in home):
        return None
    moves = sum(scene.player == opponent for scene in comparison.played[:-1])
    arrival = f"{comparison.opponent} arrives {'at once' if moves == 1 else f'in {moves} moves'}"
    pawns = [
        square // columns for square, letter in enumerate(end.squares) if letter == letters[comparison.me]
    ]
    left = min((rows - 1 - row if comparison.me == 0 else row for row in pawns), default=rows)
    if left > CLOSE_RACE:
        return f"lets a pawn through: {arrival}"
    return (
        f"loses the race: {arrival}, {left} move{'' if left == 1 else 's'} earlier than {comparison.my_name}"
    )


RULES = Rules(
    name="breakthrough",
    title="Breakthrough",
    summary="Pawns race for the far row: straight ahead to move, diagonally to move or capture.",
    players=("black", "white"),
    pieces=(Piece("pawn", ("b", "w"), symbol="♟"),),
    options=(Size(rows=range(4, 9), columns=range(2, 9), default=(6, 6)),),
    named_players=ONE_PLY_PLAYERS,
    teaching=TEACHING,
    reason=reason,
    source_evaluation="piece",
    exercise_size="5",
    levels=LEVELS,
    bench_positions=BenchPositions(
        12,
        (
            "bbbbbb/bbbbbb/6/6/wwwwww/wwwwww black",
            "bbb1bb/bbbbbb/6/wwb1w1/2ww1w/wwwwww black",
            "b2bbb/bbb1bb/1bbbw1/1w1w2/ww1w1w/ww1www black",
            "bbb2b/b2b1b/b2b2/bww1w1/w1w1ww/w1www1 black",
        ),
    ),
    make_board=make_board,
    start=start,
    set_up=set_up,
    explain=explain,
    move_codes=lambda board: 4 * board.rows * board.columns,
    most_moves=lambda board: 3 * 2 * board.columns,
    legal_moves=legal_moves,
    play=play,
    result=result,
    cell=cell,
    move_squares=move_squares,
    has_move=has_move,
    is_legal=is_legal,
    is_noisy=is_noisy,
    noisy_moves=noisy_moves,
    decided=decided,
    loss_distance=loss_distance,
    canonical=canonical,
    symmetries=lambda board: (Symmetry.IDENTITY, Symmetry.MIRROR),
    planes=planes,
    engine_features={"futility": True, "time_management": True},
    pass_turn=pass_turn,
    side_swap=lambda board: Symmetry.FLIP,
    rows_from_top=False,
    has_draws=False,
    puzzle_tags=puzzle_tags,
    published={
        "5x5": Published(1, "Little Golem forum, 2006"),
        "6x5": Published(1, "Saffidine, Jouandeau and Cazenave, 2011 (6x5 or 5x6)"),
        "5x6": Published(1, "Saffidine, Jouandeau and Cazenave, 2011 (6x5 or 5x6)"),
        "6x6": Published(0, "claimed, without a certificate"),
    },
)
