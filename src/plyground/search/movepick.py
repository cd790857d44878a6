"""The move picker: in which order the moves of a node are tried. The sooner the best, the more is cut off.

The stages, each before the next:

1. `HASH_MOVE`: what the transposition table knows as the best.
2. `TACTICAL`: captures and the like, the better ones by the stages below.
3. `KILLER`: what cut off sister nodes.
4. `COUNTER_MOVE`: what refuted the same move of the opponent elsewhere.
5. quiet moves by history: what cut off elsewhere, and what did so after the same move.

Moves are generated lazily. Where a game can tell whether a move is legal, `first_move` returns the first of
stages 1 to 3 without a list: most nodes that are cut off are cut off by it. Then `list_moves` generates and
scores all moves, and `pick` selects the best that is left, one at a time. A heuristic to order by
(`order_value`) replaces the stages after the first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from plyground.core.instructions import as_int, at, larger, smaller
from plyground.core.rules import Rules
from plyground.jit import kernel
from plyground.search.features import Features
from plyground.search.tactical import is_tactical_in, never
from plyground.search.workspace import KILLERS, NO_MOVE, State, Workspace, continuation_size, padded

# What a stage adds to the score of a move; quiet moves are scored by history alone.
HASH_MOVE = 1 << 30
TACTICAL = 1 << 28
KILLER = 1 << 26
COUNTER_MOVE = 1 << 25

LARGEST_HISTORY = 1 << 24
LARGEST_CONTINUATION = 1 << 20
CONTINUATION_WEIGHT = 8

# A scored move is one number: the score, the index in the list of the rules (earlier is better, so that
# equals keep their order) and the move.
SCORE_SHIFT = 32
INDEX_SHIFT = 16
LAST_INDEX = (1 << 16) - 1
MOVE_MASK = (1 << 16) - 1
TRIED = -(1 << 63)
"""What stands in the place of a move that has been tried; lists are padded with it too."""

QuietScore = Callable[[State, int, int, Workspace], int]


class MovePicker(NamedTuple):
    """The kernels that order the moves of a node; `pick` selects from what they list.

    is_sorted: whether there is anything to sort by.
    can_begin_with: takes ``(state, move)``; tells whether a move can be tried before the others are listed.
    first_move: takes ``(state, ply, hash_move, workspace)``; returns what a sorted list begins with, without
        listing all moves, or `NO_MOVE` where that takes the list.
    list_moves: takes ``(state, ply, first, is_tried, is_sorted, workspace)``; lists the moves of a node,
        scored or as they come. `first` comes first, or not at all if it has been tried.
    update_stats: takes ``(state, ply, move, depth, workspace)`` of a move that caused a beta cutoff;
        updates killers, history and counter-moves.
    """

    is_sorted: bool
    can_begin_with: Callable[[State, int], bool]
    first_move: Callable[[State, int, int, Workspace], int]
    list_moves: Callable[[State, int, int, bool, bool, Workspace], int]
    update_stats: Callable[[State, int, int, int, Workspace], None]


def make_move_picker(
    rules: Rules[Any, Any],
    board: Any,
    features: Features,
    order_value: Callable[[Any, Any], int] | None,
) -> MovePicker:
    """Make the kernels of the move picker, by a heuristic if there is one (`order_value`)."""
    uses_tactical = features.tactical and rules.is_noisy is not None
    legal_moves, play, can_ask = rules.legal_moves, rules.play, rules.is_legal is not None
    is_tactical, is_legal = is_tactical_in(rules), rules.is_legal or never
    has_value = order_value is not None
    value_of = order_value or _no_value
    is_sorted = features.tt or features.killers or features.history or uses_tactical or has_value
    quiet_score = _make_quiet_score(rules, board, features)

    @kernel
    def can_begin_with(state: State, move: int) -> bool:
        return can_ask and move != NO_MOVE and is_legal(board, state, move)

    @kernel
    def score_of(state: State, ply: int, move: int, workspace: Workspace) -> int:
        if has_value:
            return -value_of(play(board, state, move), workspace.order_data)
        score = quiet_score(state, ply, move, workspace)
        return score + TACTICAL if uses_tactical and is_tactical(board, state, move) else score

    @kernel
    def score_moves(
        state: State, ply: int, count: int, first: int, is_tried: bool, workspace: Workspace
    ) -> None:
        moves, scored = workspace.moves[at(ply)], workspace.scored_moves[at(ply)]
        for index in range(count):
            move = as_int(moves[index])
            score = HASH_MOVE if move == first else score_of(state, ply, move, workspace)
            scored[index] = (score << SCORE_SHIFT) | ((LAST_INDEX - index) << INDEX_SHIFT) | move
            if is_tried and move == first:
                scored[index] = TRIED
        for index in range(count, padded(count)):
            scored[index] = TRIED

    @kernel(is_inlined=False)
    def list_moves(
        state: State, ply: int, first: int, is_tried: bool, is_sorted: bool, workspace: Workspace
    ) -> int:
        moves = workspace.moves[at(ply)]
        count = legal_moves(board, state, moves)
        if is_sorted:
            score_moves(state, ply, count, first, is_tried, workspace)
        elif first != NO_MOVE:
            for index in range(count):
                if moves[index] == first:
                    moves[index], moves[0] = moves[0], moves[index]
                    break
        return count

    first_move = _make_first_move(rules, board, features, can_begin_with, quiet_score, has_value=has_value)
    update_stats = _make_update_stats(rules, board, features)
    return MovePicker(is_sorted, can_begin_with, first_move, list_moves, update_stats)


def _make_first_move(
    rules: Rules[Any, Any],
    board: Any,
    features: Features,
    can_begin_with: Callable[[State, int], bool],
    quiet_score: QuietScore,
    *,
    has_value: bool,
) -> Callable[[State, int, int, Workspace], int]:
    """Make the kernel that finds what the sorted list begins with, without making that list."""
    uses_tactical = features.tactical and rules.is_noisy is not None
    tactical_moves = rules.noisy_moves or _list_none
    # The hash move is before all others, so it takes a game that can tell whether that is legal.
    can_ask = rules.is_legal is not None and not has_value
    lists_tactical = can_ask and uses_tactical and rules.noisy_moves is not None
    tries_killers = can_ask and features.killers and lists_tactical == uses_tactical

    @kernel
    def best_tactical(state: State, ply: int, workspace: Workspace) -> int:
        moves, best, best_score = workspace.moves[at(ply)], NO_MOVE, -1
        for index in range(tactical_moves(board, state, moves)):
            move = as_int(moves[index])
            score = quiet_score(state, ply, move, workspace)
            if score > best_score:
                best, best_score = move, score
        return best

    @kernel
    def first_move(state: State, ply: int, hash_move: int, workspace: Workspace) -> int:
        # Stage 1. The hash move.
        if can_begin_with(state, hash_move):
            return hash_move
        # Stage 2. The best tactical move.
        tactical = best_tactical(state, ply, workspace) if lists_tactical else NO_MOVE
        # Stage 3. A killer.
        if tries_killers and tactical == NO_MOVE:
            for slot in range(KILLERS):
                killer = as_int(workspace.killers[at(ply), slot])
                if can_begin_with(state, killer):
                    return killer
        return tactical

    return first_move


def _make_quiet_score(rules: Rules[Any, Any], board: Any, features: Features) -> QuietScore:
    """Make the kernel that scores quiet moves, and tactical ones among themselves: stages 3 to 5."""
    uses_killers, uses_history = features.killers, features.history
    uses_counter_moves, uses_continuation = features.counter_moves, features.continuation_history
    codes = rules.move_codes(board)
    last_index = continuation_size(codes) - 1

    @kernel
    def quiet_score(state: State, ply: int, move: int, workspace: Workspace) -> int:
        killers = workspace.killers[at(ply)]
        if uses_killers and (move == killers[0] or move == killers[1]):
            return KILLER
        previous = as_int(workspace.path[at(ply)])
        if uses_counter_moves and move == workspace.counter_moves[at(state.player), at(previous)]:
            return COUNTER_MOVE
        score = as_int(workspace.history[at(state.player), at(move)]) if uses_history else 0
        if uses_continuation:
            index = ((as_int(state.player) * (codes + 1) + previous) * codes + move) & last_index
            score += CONTINUATION_WEIGHT * as_int(workspace.continuation_history[at(index)])
        return score

    return quiet_score


def _make_update_stats(
    rules: Rules[Any, Any], board: Any, features: Features
) -> Callable[[State, int, int, int, Workspace], None]:
    """Make the kernel that updates what quiet moves are scored by, after a beta cutoff."""
    uses_killers, uses_history = features.killers, features.history
    uses_counter_moves, uses_continuation = features.counter_moves, features.continuation_history
    codes = rules.move_codes(board)
    last_index = continuation_size(codes) - 1

    @kernel
    def update_stats(state: State, ply: int, move: int, depth: int, workspace: Workspace) -> None:
        if uses_killers:
            killers = workspace.killers[at(ply)]
            if killers[0] != move:
                killers[1] = killers[0]
                killers[0] = move
        if uses_history:
            player = at(state.player)
            grown = workspace.history[player, at(move)] + depth * depth
            workspace.history[player, at(move)] = smaller(grown, LARGEST_HISTORY)
        if uses_counter_moves or uses_continuation:
            previous = as_int(workspace.path[at(ply)])
            if uses_counter_moves:
                workspace.counter_moves[at(state.player), at(previous)] = move
            if uses_continuation:
                index = ((as_int(state.player) * (codes + 1) + previous) * codes + move) & last_index
                grown = workspace.continuation_history[at(index)] + depth * depth
                workspace.continuation_history[at(index)] = smaller(grown, LARGEST_CONTINUATION)

    return update_stats


@kernel
def pick(tried: int, count: int, ply: int, upcoming: int, is_sorted: bool, workspace: Workspace) -> int:
    """Return the next move, after `tried` others; deferred ones come behind all the others.

    `upcoming` is what `best_left` has returned since the last move, `TRIED` if it was not asked.
    """
    if not is_sorted:  # then there is no transposition table, and nothing is deferred
        return as_int(workspace.moves[at(ply), at(tried)])
    if tried >= count:
        return as_int(workspace.deferred[at(ply), at(tried - count)])
    best = upcoming if upcoming != TRIED else best_left(count, ply, workspace)
    workspace.scored_moves[at(ply), at(index_of(best))] = TRIED
    return best & MOVE_MASK


@kernel
def best_left(count: int, ply: int, workspace: Workspace) -> int:
    """Return the best scored move that has not been tried; `TRIED` if there is none."""
    scored = workspace.scored_moves[at(ply)]
    best = TRIED
    for index in range(padded(count)):
        best = larger(best, scored[index])
    return best


@kernel
def index_of(scored: int) -> int:
    """Return the index of a scored move in the list of the rules."""
    return LAST_INDEX - ((scored >> INDEX_SHIFT) & LAST_INDEX)


@kernel
def _list_none(board: Any, state: Any, moves: Any) -> int:
    """Stand in for a game that does not list its tactical moves."""
    return 0


@kernel
def _no_value(state: Any, address: Any) -> int:
    """Stand in where no heuristic orders the moves."""
    return 0
