"""The moves of Breakthrough, who wins, and what is decided before the end."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.core.bits import EMPTY, Word, bit, has, highest, lowest, popcount, without_lowest
from plyground.core.rules import ONGOING, Moves
from plyground.core.stones import State
from plyground.jit import kernel

BLACK = np.uint64(0)
ONE = np.uint64(1)

# A move's code is 4 * origin + direction.
LEFT, AHEAD, RIGHT = 0, 1, 2


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
def target_of(board: Board, player: Word, move: int) -> int:
    """Return the square that a move leads to."""
    forward = board.columns if player == BLACK else -board.columns
    return (move >> 2) + forward + (move & 3) - AHEAD


@kernel
def play(board: Board, state: State, move: int) -> State:
    """Move a pawn; what stood on its target is captured."""
    target = bit(target_of(board, state.player, move))
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
    return move >> 2, target_of(board, state.player, move)


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
    return not has(closed, target_of(board, state.player, move))


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
    return has(state.opponent, target_of(board, state.player, move))


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
    distance, threat = distance_to_go(board, player, own), distance_to_go(board, other, opponent)
    attacked = _ahead(board, player, _sides(board, own))
    if distance == 1 or (attacked & opponent == opponent and popcount(opponent) == 1):
        return 1
    if threat == 1:  # that pawn has to be captured now
        arriving = opponent & _ahead(board, player, _far_row(board, other))
        return ONGOING if popcount(arriving) == 1 and arriving & attacked != EMPTY else -1
    targets = (attacked & ~own) | (_ahead(board, player, own) & ~(own | opponent))
    safe = targets & ~_within_reach(board, other, opponent)
    if safe != EMPTY and distance_to_go(board, player, safe) < threat:
        return 1
    safe = opponent & ~_within_reach(board, player, own)
    if safe != EMPTY and distance_to_go(board, other, safe) < distance:
        return -1
    return ONGOING


@kernel
def loss_distance(board: Board, state: State) -> int:
    """Return how many plies the opponent's foremost pawn needs that `decided` sees win, once it may move."""
    other = state.player ^ ONE
    safe = state.opponent & ~_within_reach(board, state.player, state.own)
    if safe == EMPTY or distance_to_go(board, other, state.opponent) == 1:
        return 2
    return 2 * distance_to_go(board, other, safe)


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
def distance_to_go(board: Board, player: Word, squares: Word) -> int:
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
