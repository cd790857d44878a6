"""In which order the moves of a node are tried: the sooner the best, the more is cut off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from plyground.instructions import as_int, at, larger, smaller
from plyground.jit import kernel
from plyground.rules import Rules
from plyground.search.features import Features
from plyground.search.memory import KILLERS, continuation_size
from plyground.search.table import NO_MOVE

# Moves are tried in the order of these scores; whatever has none is tried last.
GUESS_FIRST = 1 << 30
NOISY_FIRST = 1 << 28
KILLER_FIRST = 1 << 26
COUNTER_FIRST = 1 << 25
LARGEST_HISTORY = 1 << 24
LARGEST_CONTINUATION = 1 << 20
CONTINUATION_WEIGHT = 8

# A move and its place in the order are one number: the score, the place in the list of the rules
# (earlier is better, so that equals keep their order) and the move.
SCORE_SHIFT = 32
PLACE_SHIFT = 16
LAST_PLACE = (1 << 16) - 1
MOVE_MASK = (1 << 16) - 1
TRIED = -(1 << 63)
"""What stands in the place of a move that has been tried; also what the list is filled up with."""

COMPARED_AT_ONCE = 4

Merit = Callable[[Any, int, int, Any], int]


class Ordering(NamedTuple):
    """The kernels that list moves in a good order.

    is_sorted: whether there is anything to sort by.
    can_begin_with: tells whether a move can be tried before the others are listed.
    first_move: returns what a sorted list begins with, without listing all moves; `NO_MOVE` where
        that takes the list.
    list_moves: lists the moves of a node for `pick`, sorted or as they come. A guess at the best is
        the first of them, and left out of those to be tried if it has been.
    remember_cut: takes note of a move that cut its node off.
    """

    is_sorted: bool
    can_begin_with: Callable[[Any, int], bool]
    first_move: Callable[[Any, int, int, Any], int]
    list_moves: Callable[[Any, int, int, bool, bool, Any], int]
    remember_cut: Callable[[Any, int, int, int, Any], None]


def make_ordering(
    rules: Rules[Any, Any],
    board: Any,
    features: Features,
    order_value: Callable[[Any, Any], int] | None,
) -> Ordering:
    """Make the kernels that order the moves, by a heuristic if there is one (`order_value`)."""
    uses_table, uses_killers, uses_history = features.table, features.killers, features.history
    uses_noisy = features.noisy and rules.is_noisy is not None
    legal_moves, play, can_ask = rules.legal_moves, rules.play, rules.is_legal is not None
    is_noisy, is_legal = rules.is_noisy or is_never_so, rules.is_legal or is_never_so
    has_value = order_value is not None
    value_of = order_value or worth_nothing
    is_sorted = uses_table or uses_killers or uses_history or uses_noisy or has_value
    merit_of = _make_merit(rules, board, features)
    note_reply = _make_note_reply(rules, board, features)

    @kernel
    def can_begin_with(state: Any, move: int) -> bool:
        return can_ask and move != NO_MOVE and is_legal(board, state, move)

    @kernel
    def score_of(state: Any, ply: int, move: int, workspace: Any) -> int:
        if has_value:
            return -value_of(play(board, state, move), workspace.ordering)
        merit = merit_of(state, ply, move, workspace)
        return merit + NOISY_FIRST if uses_noisy and is_noisy(board, state, move) else merit

    @kernel
    def sort(state: Any, ply: int, count: int, guess: int, is_tried: bool, workspace: Any) -> None:
        moves, order = workspace.moves[at(ply)], workspace.order[at(ply)]
        for index in range(count):
            move = as_int(moves[index])
            score = GUESS_FIRST if move == guess else score_of(state, ply, move, workspace)
            order[index] = (score << SCORE_SHIFT) | ((LAST_PLACE - index) << PLACE_SHIFT) | move
            if is_tried and move == guess:
                order[index] = TRIED
        for index in range(count, filled_up(count)):
            order[index] = TRIED

    @kernel(is_inlined=False)
    def list_moves(state: Any, ply: int, guess: int, is_tried: bool, is_sorted: bool, workspace: Any) -> int:
        moves = workspace.moves[at(ply)]
        count = legal_moves(board, state, moves)
        if is_sorted:
            sort(state, ply, count, guess, is_tried, workspace)
        elif guess != NO_MOVE:
            for index in range(count):
                if moves[index] == guess:
                    moves[index], moves[0] = moves[0], moves[index]
                    break
        return count

    @kernel
    def remember_cut(state: Any, ply: int, move: int, depth: int, workspace: Any) -> None:
        if uses_killers:
            killers = workspace.killers[at(ply)]
            if killers[0] != move:
                killers[1] = killers[0]
                killers[0] = move
        if uses_history:
            player = at(state.player)
            grown = workspace.history[player, at(move)] + depth * depth
            workspace.history[player, at(move)] = smaller(grown, LARGEST_HISTORY)
        note_reply(state, ply, move, depth, workspace)

    first_move = _make_first_move(rules, board, features, can_begin_with, merit_of, is_by_value=has_value)
    return Ordering(is_sorted, can_begin_with, first_move, list_moves, remember_cut)


def _make_merit(rules: Rules[Any, Any], board: Any, features: Features) -> Merit:
    """Make the kernel that orders moves of the same kind: killers first, then by what they did elsewhere."""
    uses_killers, uses_history = features.killers, features.history
    uses_counters, uses_continuation = features.counters, features.continuation
    codes = rules.move_codes(board)
    last_place = continuation_size(codes) - 1

    @kernel
    def merit_of(state: Any, ply: int, move: int, workspace: Any) -> int:
        killers = workspace.killers[at(ply)]
        if uses_killers and (move == killers[0] or move == killers[1]):
            return KILLER_FIRST
        previous = as_int(workspace.path[at(ply)])
        if uses_counters and move == workspace.counters[at(state.player), at(previous)]:
            return COUNTER_FIRST
        merit = as_int(workspace.history[at(state.player), at(move)]) if uses_history else 0
        if uses_continuation:
            place = ((as_int(state.player) * (codes + 1) + previous) * codes + move) & last_place
            merit += CONTINUATION_WEIGHT * as_int(workspace.continuation[at(place)])
        return merit

    return merit_of


def _make_note_reply(rules: Rules[Any, Any], board: Any, features: Features) -> Callable[..., None]:
    """Make the kernel that takes note of what refuted the move before."""
    uses_counters, uses_continuation = features.counters, features.continuation
    codes = rules.move_codes(board)
    last_place = continuation_size(codes) - 1

    @kernel
    def note_reply(state: Any, ply: int, move: int, depth: int, workspace: Any) -> None:
        if uses_counters or uses_continuation:
            previous = as_int(workspace.path[at(ply)])
            if uses_counters:
                workspace.counters[at(state.player), at(previous)] = move
            if uses_continuation:
                place = ((as_int(state.player) * (codes + 1) + previous) * codes + move) & last_place
                grown = workspace.continuation[at(place)] + depth * depth
                workspace.continuation[at(place)] = smaller(grown, LARGEST_CONTINUATION)

    return note_reply


def _make_first_move(
    rules: Rules[Any, Any],
    board: Any,
    features: Features,
    can_begin_with: Callable[[Any, int], bool],
    merit_of: Merit,
    *,
    is_by_value: bool,
) -> Callable[[Any, int, int, Any], int]:
    """Make the kernel that finds what the sorted list begins with, without making that list."""
    uses_noisy, noisy_moves = features.noisy and rules.is_noisy is not None, rules.noisy_moves or list_none
    # The move of the table is before all others, so it takes a game that can tell whether that is legal.
    is_asked = rules.is_legal is not None and not is_by_value
    lists_noisy = is_asked and uses_noisy and rules.noisy_moves is not None
    tries_killers = is_asked and features.killers and lists_noisy == uses_noisy

    @kernel
    def best_noisy(state: Any, ply: int, workspace: Any) -> int:
        moves, best, best_merit = workspace.moves[at(ply)], NO_MOVE, -1
        for index in range(noisy_moves(board, state, moves)):
            move = as_int(moves[index])
            merit = merit_of(state, ply, move, workspace)
            if merit > best_merit:
                best, best_merit = move, merit
        return best

    @kernel
    def first_move(state: Any, ply: int, guess: int, workspace: Any) -> int:
        if can_begin_with(state, guess):
            return guess
        noisy = best_noisy(state, ply, workspace) if lists_noisy else NO_MOVE
        if tries_killers and noisy == NO_MOVE:
            for index in range(KILLERS):
                killer = as_int(workspace.killers[at(ply), index])
                if can_begin_with(state, killer):
                    return killer
        return noisy

    return first_move


@kernel
def pick(turn: int, count: int, ply: int, upcoming: int, is_sorted: bool, workspace: Any) -> int:
    """Return the move to try at some turn; what was deferred comes behind all the others.

    `upcoming` is what `best_left` has told since the last turn, `TRIED` if it was not asked.
    """
    if not is_sorted:  # then there is no table, and nothing is deferred
        return as_int(workspace.moves[at(ply), at(turn)])
    if turn >= count:
        return as_int(workspace.deferred[at(ply), at(turn - count)])
    best = upcoming if upcoming != TRIED else best_left(count, ply, workspace)
    workspace.order[at(ply), at(place_of(best))] = TRIED
    return best & MOVE_MASK


@kernel
def best_left(count: int, ply: int, workspace: Any) -> int:
    """Return the best of the moves that have not been tried, with its place; `TRIED` if there is none."""
    order = workspace.order[at(ply)]
    best = TRIED
    for index in range(filled_up(count)):
        best = larger(best, order[index])
    return best


@kernel
def place_of(entry: int) -> int:
    """Return the place in the list of the rules of a move in the order."""
    return LAST_PLACE - ((entry >> PLACE_SHIFT) & LAST_PLACE)


@kernel
def filled_up(count: int) -> int:
    """Return how long a list is that is compared several moves at a time, with none left over."""
    return (count + COMPARED_AT_ONCE - 1) & ~(COMPARED_AT_ONCE - 1)


@kernel
def is_never_so(board: Any, state: Any, move: int) -> bool:
    """Stand in for what a game does not tell about its moves."""
    return False


@kernel
def list_none(board: Any, state: Any, moves: Any) -> int:
    """Stand in for a game that does not list its noisy moves."""
    return 0


@kernel
def worth_nothing(state: Any, address: Any) -> int:
    """Stand in where no heuristic orders the moves."""
    return 0
