"""The search, compiled around one game, board, evaluation and set of features.

`make_search` returns a kernel that closes over the rules. Features are constants of the
closure: what is switched off leaves no trace in the machine code, and with all of them off
what remains is minimax.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.hashing import hash_state
from plyground.kernel import kernel
from plyground.rules import ONGOING, Rules
from plyground.search.features import Features
from plyground.search.leaves import (
    final_score,
    is_never_repeated,
    make_is_repeated,
    make_leaf,
    make_value,
)
from plyground.search.memory import MOST_PLIES
from plyground.search.ordering import is_never_noisy, make_ordering, pick
from plyground.search.remembering import claim, give_back, make_remembering
from plyground.search.score import INFINITY
from plyground.search.table import NO_MOVE

Search = Callable[[Any, int, int, int, int, Any], int]

# The table is not asked about positions whose children are leaves: reaching into memory takes
# longer than scoring them all.
REMEMBERED_FROM_DEPTH = 2

# A late move is searched less deeply once so many moves have been tried at such a depth.
REDUCED_AFTER = 3
REDUCED_FROM_DEPTH = 3

# Threads get out of each other's way only where a subtree is worth the bookkeeping.
SHARED_FROM_DEPTH = 3


def make_search(
    rules: Rules[Any, Any],
    board: Any,
    evaluate: Callable[[Any, Any], float],
    features: Features,
    order: Callable[[Any, Any], float] | None = None,
) -> Search:
    """Compile the search for one game on one board.

    The kernel takes ``(state, depth, ply, alpha, beta, workspace)``, with a depth of at least
    1, and returns the score for the side to move. The best line is left in
    ``workspace.line[ply]``.
    """
    legal_moves, play, result = rules.legal_moves, rules.play, rules.result
    uses_table, uses_pruning, uses_scouting = features.table, features.pruning, features.scouting
    look_up, write_down = make_remembering(features)
    reduction_of = _make_reduction(rules, board, features)
    is_repeated = make_is_repeated(rules, board) or is_never_repeated
    value = make_value(board, evaluate)
    score_leaf = make_leaf(rules, board, value, is_repeated, is_followed=features.quiescence)
    ordering = make_ordering(rules, board, features, None if order is None else make_value(board, order))
    is_ordered, score_moves, killer_first, remember_cut = ordering
    sorts_leaves = order is not None

    @kernel(label=f"the search of {rules.name} {board.rows}x{board.columns}", seconds=5)
    def search(state: Any, depth: int, ply: int, alpha: int, beta: int, workspace: Any) -> int:
        # Step 1. Count; there is no line yet.
        workspace.nodes += 1
        workspace.line_length[ply] = 0

        # Step 2. Somebody stopped us, or the nodes are used up.
        if workspace.stop != 0 or workspace.nodes > workspace.node_limit:
            workspace.stop = 1
            return 0

        # Step 3. This position has been here before.
        if is_repeated(state, ply, workspace) and ply > 0:
            workspace.horizon = 1  # it depends on the path: not the last word on this position
            return 0

        # Step 4. What the table knows. Next to the leaves, searching is quicker than remembering.
        key, table_move = np.uint64(0), NO_MOVE
        is_remembered = uses_table and depth >= REMEMBERED_FROM_DEPTH
        if is_remembered:
            key = hash_state(state)
            is_settled, known_score, table_move = look_up(key, depth, ply, alpha, beta, workspace)
            if is_settled:
                return known_score

        # Step 5. The game is over.
        count = legal_moves(board, state, workspace.moves[ply])
        outcome = result(board, state, count)
        if outcome != ONGOING:
            return final_score(outcome, ply)

        # Step 6. Try the moves, the most promising first. Leaves are hardly sorted: scoring them
        # is quicker.
        is_sorted = is_ordered and (depth > 1 or sorts_leaves)
        if is_sorted:
            score_moves(state, ply, count, table_move, workspace)
        else:
            killer_first(ply, count, workspace)
        best_score, best_move, first_alpha = -INFINITY, NO_MOVE, alpha
        horizon_before = workspace.horizon
        workspace.horizon = 0
        is_shared = uses_table and workspace.is_shared != 0 and depth >= SHARED_FROM_DEPTH
        turn, deferred = 0, 0
        while turn < count + deferred:
            move = pick(turn, count, ply, is_sorted, workspace)
            turn += 1
            if ply == 0 and is_excluded(move, workspace):
                continue
            child = play(board, state, move)

            # Step 7. Leave what another thread is searching for later: its result will be in
            # the table by then.
            is_claimed = is_shared and best_move != NO_MOVE
            if is_claimed and claim(child, depth, workspace) == np.uint64(0) and turn <= count:
                workspace.deferred[ply, deferred] = move
                deferred += 1
                continue

            # Step 8. Leaves are scored here, without the cost of a call. Later moves only have
            # to be shown to be no better, in a window of no width, late and quiet ones even less
            # deeply. A move that does better than that is searched again with what was spared.
            if depth <= 1 or ply + 1 >= MOST_PLIES:
                workspace.nodes += 1
                workspace.line_length[ply + 1] = 0
                score = -score_leaf(child, ply + 1, -beta, -alpha, workspace)
            else:
                bound, spared = beta, 0
                if uses_scouting and best_move != NO_MOVE:
                    bound, spared = alpha + 1, reduction_of(state, move, depth, turn)
                while True:
                    score = -search(child, depth - 1 - spared, ply + 1, -bound, -alpha, workspace)
                    if score <= alpha or (spared == 0 and (bound >= beta or score >= beta)):
                        break
                    bound = beta if spared == 0 else bound
                    spared = 0
            if is_claimed:
                give_back(child, depth, workspace)
            if workspace.stop != 0:
                return 0
            if score > best_score:
                best_score, best_move = score, move
                if score > first_alpha or not uses_pruning:
                    remember_line(ply, move, score, workspace)

            # Step 9. The opponent would never allow this: the other moves do not matter.
            if uses_pruning:
                alpha = max(alpha, best_score)
                if alpha >= beta:
                    remember_cut(state, ply, move, depth, workspace)
                    break

        # Step 10. Remember it, unless it is not the whole truth.
        if is_remembered and not (ply == 0 and workspace.excluded_count > 0):
            write_down(key, depth, ply, best_score, best_move, first_alpha, beta, workspace)
        workspace.horizon |= horizon_before
        return best_score

    return search


def _make_reduction(rules: Rules[Any, Any], board: Any, features: Features) -> Callable[..., int]:
    """Make the kernel that tells how much less deeply a late move is searched at first."""
    uses_reductions = features.reductions
    is_noisy = rules.is_noisy or is_never_noisy

    @kernel
    def reduction_of(state: Any, move: int, depth: int, turn: int) -> int:
        if not uses_reductions or depth < REDUCED_FROM_DEPTH or turn <= REDUCED_AFTER:
            return 0
        if is_noisy(board, state, move):
            return 0
        return 2 if turn > 4 * REDUCED_AFTER and depth > REDUCED_FROM_DEPTH else 1

    return reduction_of


@kernel
def remember_line(ply: int, move: int, score: int, workspace: Any) -> None:
    """Put a move before the best line of its child; at the root also its score."""
    if ply == 0:
        workspace.root_score = score
    line, below = workspace.line[ply], workspace.line[ply + 1]
    length = workspace.line_length[ply + 1]
    line[0] = move
    for index in range(length):
        line[index + 1] = below[index]
    workspace.line_length[ply] = length + 1


@kernel
def is_excluded(move: int, workspace: Any) -> bool:
    """Tell whether another line of the same search begins with this root move."""
    for index in range(workspace.excluded_count):
        if workspace.excluded[index] == move:
            return True
    return False
