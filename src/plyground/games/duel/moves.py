"""How pieces of the duel move and fight, compiled."""

from __future__ import annotations

import numpy as np

from plyground.core.bits import EMPTY, Word, lowest, without_lowest
from plyground.core.rules import ONGOING, SCENERY, Moves
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
)
from plyground.games.duel.board import Board, State
from plyground.jit import kernel

ONE = np.uint64(1)
TWO = np.uint64(2)
BYTE = np.uint64(255)
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
def _write_moves(moves: Moves, count: int, own: Words, open_origins: Words, direction: int) -> int:
    for index in range(len(own)):
        origins = own[index] & open_origins[index]
        while origins != EMPTY:
            moves[count] = 8 * (WORD_BITS * index + lowest(origins)) + direction
            origins = without_lowest(origins)
            count += 1
    return count


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
def _target(board: Board, move: int) -> int:
    return (move >> 3) + _step(board, move & 7)


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
def _meets_something(board: Board, state: State, target: Word) -> bool:
    dangers = union(union(state.opponent_low, state.opponent_high), board.pits)
    return bool(contains(dangers, target) != EMPTY)


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
