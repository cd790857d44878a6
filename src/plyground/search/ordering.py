"""In which order the moves of a node are tried: the sooner the best, the more is cut off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import kernel
from plyground.rules import Rules
from plyground.search.features import Features

# Moves are tried in the order of these scores; whatever has none is tried last.
TABLE_MOVE_FIRST = 1 << 30
NOISY_FIRST = 1 << 28
KILLER_FIRST = 1 << 26
LARGEST_HISTORY = 1 << 24

# A move and its place in the order are one number: the score, the place in the list of the rules
# (earlier is better, so that equals keep their order) and the move.
SCORE_SHIFT = 32
PLACE_SHIFT = 16
LAST_PLACE = (1 << 16) - 1
MOVE_MASK = (1 << 16) - 1


class Ordering(NamedTuple):
    """The kernels that order moves, and whether there is anything to order by."""

    is_needed: bool
    score_moves: Callable[[Any, int, int, int, Any], None]
    killer_first: Callable[[int, int, Any], None]
    remember_cut: Callable[[Any, int, int, int, Any], None]


def make_ordering(
    rules: Rules[Any, Any],
    board: Any,
    features: Features,
    order_value: Callable[[Any], int] | None,
) -> Ordering:
    """Make the kernels that order the moves, by a heuristic if there is one (`order_value`)."""
    uses_table, uses_killers, uses_history = features.table, features.killers, features.history
    uses_noisy = features.noisy and rules.is_noisy is not None
    is_noisy = rules.is_noisy or is_never_noisy
    play = rules.play
    has_value = order_value is not None
    value_of = order_value or worth_nothing

    @kernel
    def score_moves(state: Any, ply: int, count: int, table_move: int, workspace: Any) -> None:
        """Give every move of a node its place in the order."""
        moves, order = workspace.moves[ply], workspace.order[ply]
        killers = workspace.killers[ply]
        player = np.int64(state.player)
        for index in range(count):
            move = int(moves[index])
            score = 0
            if has_value:
                score = -value_of(play(board, state, move))
            else:
                if uses_history:
                    score = int(workspace.history[player, move])
                if uses_killers and (move == killers[0] or move == killers[1]):
                    score = KILLER_FIRST
                if uses_noisy and is_noisy(board, state, move):
                    score += NOISY_FIRST
            if uses_table and move == table_move:
                score = TABLE_MOVE_FIRST
            order[index] = (score << SCORE_SHIFT) | ((LAST_PLACE - index) << PLACE_SHIFT) | move

    @kernel
    def killer_first(ply: int, count: int, workspace: Any) -> None:
        """Try the last killer first, and leave the other moves as they are."""
        moves, killer = workspace.moves[ply], workspace.killers[ply, 0]
        for index in range(count if uses_killers else 0):
            if moves[index] == killer:
                moves[index], moves[0] = moves[0], killer
                break

    @kernel
    def remember_cut(state: Any, ply: int, move: int, depth: int, workspace: Any) -> None:
        """A move refuted its node: try it early in the sister nodes, and wherever it is legal."""
        if uses_killers:
            killers = workspace.killers[ply]
            if killers[0] != move:
                killers[1] = killers[0]
                killers[0] = move
        if uses_history:
            player = np.int64(state.player)
            grown = workspace.history[player, move] + depth * depth
            workspace.history[player, move] = min(grown, LARGEST_HISTORY)

    is_needed = uses_table or uses_killers or uses_history or uses_noisy or has_value
    return Ordering(is_needed, score_moves, killer_first, remember_cut)


@kernel
def pick(turn: int, count: int, ply: int, is_sorted: bool, workspace: Any) -> int:
    """Return the move to try at some turn; what was deferred comes behind all the others."""
    if turn >= count:
        return int(workspace.deferred[ply, turn - count])
    if is_sorted:
        return _next_best(turn, count, ply, workspace)
    return int(workspace.moves[ply, turn])


@kernel
def _next_best(first: int, count: int, ply: int, workspace: Any) -> int:
    """Return the best of the moves that are left, and put it in its place."""
    order = workspace.order[ply]
    best, best_index = order[first], first
    for index in range(first + 1, count):
        if order[index] > best:
            best, best_index = order[index], index
    order[best_index] = order[first]
    order[first] = best
    return int(best & MOVE_MASK)


@kernel
def is_never_noisy(board: Any, state: Any, move: int) -> bool:
    """Stand in for games that call no move noisy."""
    return False


@kernel
def worth_nothing(state: Any) -> int:
    """Stand in where no heuristic orders the moves."""
    return 0
