"""The search, compiled around one game, board, evaluation and set of features.

`make_search` returns a kernel that closes over the rules. Features are constants of the
closure: what is switched off leaves no trace in the machine code, and with all of them off
what remains is minimax.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.guards import guarded
from plyground.hashing import hash_state
from plyground.heuristics import DataKernel
from plyground.instructions import as_int, at, larger
from plyground.jit import kernel
from plyground.rules import ONGOING, Rules
from plyground.search.extensions import make_extensions
from plyground.search.features import Features
from plyground.search.last_ply import make_last_ply
from plyground.search.leaves import Value, final_score, make_leaf, make_value
from plyground.search.memory import MOST_PLIES
from plyground.search.nodes import is_excluded, is_interrupted, remember_line
from plyground.search.ordering import MOVE_MASK, TRIED, best_left, is_never_so, make_ordering, pick, place_of
from plyground.search.probcut import (
    FAILS_HIGH,
    NO_PROBE,
    SHALLOWEST_CUT,
    can_be_guessed,
    futile_side,
    is_ordinary,
    is_scout,
    probe_of,
)
from plyground.search.reductions import make_reduction
from plyground.search.remembering import claim, fetch_entry, give_back, make_remembering
from plyground.search.repetition import make_is_repeated
from plyground.search.score import INFINITY
from plyground.search.table import NO_MOVE

Search = Callable[[Any, int, int, int, int, Any], int]

# A pass is searched so much less deeply than the node, which ends with the same side; where many plies are
# left, a search of the node itself that much less deeply has to confirm it.
PASSED_FROM_DEPTH = 4
PASS_REDUCTION = 2
CONFIRMED_FROM_DEPTH = 10

# Near the leaves, moves that come after so many others, and the depth squared, are left out altogether.
PRUNED_UP_TO_DEPTH = 4
PRUNED_AFTER = 3

# Where the table knows no move, a node is searched less deeply: the next iteration will know one.
INTERNAL_FROM_DEPTH = 6
INTERNAL_REDUCTION = 2

# The table settles many children of a node at this depth in no time. Then what it knows about the next
# one would come too late, if it were fetched one move ahead: it is fetched for all of them at once.
FETCHED_AT_ONCE = 3

# Threads get out of each other's way only where a subtree is worth the bookkeeping.
SHARED_FROM_DEPTH = 3


def make_search(
    rules: Rules[Any, Any],
    board: Any,
    evaluate: DataKernel,
    features: Features,
    order: DataKernel | None = None,
) -> Search:
    """Compile the search for one game on one board.

    The kernel takes ``(state, depth, ply, alpha, beta, workspace)``, with a depth of at least
    1, and returns the score for the side to move. The best line is left in
    ``workspace.line[ply]``. What `evaluate` and `order` read is in the workspace, by its address:
    other weights are no other search.
    """
    rules = guarded(rules, board)
    play, result = rules.play, rules.result
    uses_table, uses_pruning, uses_scouting = features.table, features.pruning, features.scouting
    look_up, write_down = make_remembering(features)
    reduction_of = make_reduction(rules, board, features)
    uses_probcut, uses_futility = features.probcut, features.futility
    uses_pass, pass_turn = features.null_move and rules.pass_turn is not None, rules.pass_turn or _stay
    uses_cuts, uses_internal = uses_probcut or uses_futility or uses_pass, features.internal
    uses_late_pruning, is_noisy = features.late_pruning, rules.is_noisy or is_never_so
    uses_singular, is_left_out = features.singular and uses_table, True
    candidate_of, extension_of, enter, enter_pass = make_extensions(rules, board, features)
    is_repeated, is_near_end = make_is_repeated(rules, board), False
    value = make_value(board, evaluate)
    static_value = _make_static_value(value)
    score_leaf = make_leaf(rules, board, value, is_repeated, is_followed=features.quiescence)
    ordering = make_ordering(rules, board, features, None if order is None else make_value(board, order))
    is_sorted, _, first_move, list_moves, remember_cut = ordering
    have_ready = _make_have_ready(rules, board)
    search_last_ply = make_last_ply(
        rules, board, features, score_leaf, static_value, is_repeated, ordering, is_sorted=order is not None
    )

    @kernel(label=f"the search of {rules.name} {board.rows}x{board.columns}")
    def search(state: Any, depth: int, ply: int, alpha: int, beta: int, workspace: Any) -> int:
        # Step 1. The children are leaves.
        if depth <= 1 or ply + 1 >= MOST_PLIES:
            return search_last_ply(state, ply, alpha, beta, workspace)

        # Step 2. Count; there is no line yet.
        workspace.nodes += 1
        workspace.line_length[at(ply)] = 0

        # Step 3. This position has been here before.
        if is_repeated(state, ply, is_near_end, workspace) and ply > 0:
            workspace.horizon = 1  # it depends on the path: not the last word on this position
            return 0

        # Step 4. What the table knows.
        key, guess = np.uint64(0), NO_MOVE
        if uses_table:
            key = hash_state(state)
            is_settled, known_score, guess = look_up(key, depth, ply, alpha, beta, workspace)
            if is_settled:
                return known_score
            if uses_internal and guess == NO_MOVE and depth >= INTERNAL_FROM_DEPTH and ply > 0:
                depth -= INTERNAL_REDUCTION

        # Step 5. The game is over. The most promising move is tried before all are listed: mostly
        # they need not be.
        first = first_move(state, ply, guess, workspace)
        is_guessed = first != NO_MOVE
        if is_guessed:
            guess = first
        count = 1 if is_guessed else list_moves(state, ply, guess, is_guessed, is_sorted, workspace)
        outcome = result(board, state, count)
        if outcome != ONGOING:
            return final_score(outcome, ply)

        # Step 6. Where the window has no width, cut off by a guess what is probably far outside of it. Won
        # and lost scores are never guessed, and a guess is no proof.
        horizon_before = workspace.horizon
        if uses_cuts and ply > 0 and is_scout(alpha, beta):
            static = static_value(state, workspace.evaluation)

            # Step 6a. Futility: near the leaves the evaluation alone is sure enough.
            if uses_futility and can_be_guessed(alpha, beta, workspace):
                side = futile_side(static, depth, beta, workspace.selectivity)
                if side != NO_PROBE:
                    workspace.horizon = 1
                    return beta if side == FAILS_HIGH else alpha

            # Step 6b. Null move: if even a pass is good enough, some move is.
            is_after_pass = workspace.passed[at(ply)] != 0
            if uses_pass and depth >= PASSED_FROM_DEPTH and static >= beta and not is_after_pass:
                workspace.passed[at(ply + 1)] = 1
                enter_pass(ply, workspace)
                left = depth - 1 - PASS_REDUCTION
                score = -search(pass_turn(board, state), left, ply + 1, -beta, -alpha, workspace)
                if score >= beta and depth >= CONFIRMED_FROM_DEPTH and workspace.stop == 0:
                    workspace.passed[at(ply)] = 1  # no pass here
                    score = search(state, depth - PASS_REDUCTION - 2, ply, alpha, beta, workspace)
                    workspace.passed[at(ply)] = 0
                workspace.passed[at(ply + 1)] = 0
                if is_interrupted(workspace):
                    return 0
                if score >= beta:
                    workspace.horizon = 1
                    if uses_table:
                        write_down(key, depth, ply, beta, guess, alpha, beta, workspace)
                    return beta

            # Step 6c. ProbCut: a shallow search is sure enough.
            if uses_probcut and depth >= SHALLOWEST_CUT and can_be_guessed(alpha, beta, workspace):
                shallow, side, bound = probe_of(static, depth, beta, workspace.selectivity)
                if shallow > 0:
                    score = search(state, shallow, ply, bound, bound + 1, workspace)
                    if is_interrupted(workspace):
                        return 0
                    if is_ordinary(score) and (score > bound) == (side == FAILS_HIGH):
                        score = beta if side == FAILS_HIGH else alpha
                        workspace.horizon = 1
                        if uses_table:
                            write_down(key, depth, ply, score, guess, alpha, beta, workspace)
                        return score

            # Step 6d. No cut: what was searched of this node has used its lists, and may know a move.
            if (uses_pass or uses_probcut) and not is_guessed:
                if uses_table:
                    _, _, guess = look_up(key, depth, ply, alpha, beta, workspace)
                count = list_moves(state, ply, guess, is_guessed, is_sorted, workspace)

        # Step 7. Singular extension: does everything depend on the move of the table? The others are searched
        # on their own, so that nothing of this is taken for a result of the node, in the table or elsewhere.
        singular = NO_MOVE
        if uses_singular and ply > 0:
            candidate, bar, shallow = candidate_of(key, depth, ply, workspace)
            if candidate != NO_MOVE:
                singular = candidate
                count = list_moves(state, ply, candidate, is_left_out, is_sorted, workspace)
                for other in range(1, count):
                    move = pick(other, count, ply, TRIED, is_sorted, workspace)
                    child = play(board, state, move)
                    enter(state, move, ply, 0, workspace)
                    if shallow - 1 <= 1:
                        score = -search_last_ply(child, ply + 1, -bar, 1 - bar, workspace)
                    else:
                        score = -search(child, shallow - 1, ply + 1, -bar, 1 - bar, workspace)
                    if is_interrupted(workspace):
                        return 0
                    if score >= bar:
                        singular = NO_MOVE
                        break
                count = 1 if is_guessed else list_moves(state, ply, guess, is_guessed, is_sorted, workspace)

        # Step 8. Try the moves, the most promising first.
        best_score, best_move, first_alpha = -INFINITY, NO_MOVE, alpha
        workspace.horizon = 0
        is_pv = beta - alpha > 1
        is_shared = uses_table and workspace.is_shared != 0 and depth >= SHARED_FROM_DEPTH
        turn, deferred, upcoming = 0, 0, TRIED
        while True:
            if is_guessed and turn == 1:
                count = list_moves(state, ply, guess, is_guessed, is_sorted, workspace)
            if uses_table and turn == 1 and depth == FETCHED_AT_ONCE:
                have_ready(state, 0, count, ply, workspace)
            if turn >= count + deferred:
                break
            move = guess
            if not is_guessed or turn > 0:
                move = pick(turn, count, ply, upcoming, is_sorted, workspace)
            turn, upcoming = turn + 1, TRIED
            if ply == 0 and is_excluded(move, workspace):
                continue
            if uses_late_pruning and depth <= PRUNED_UP_TO_DEPTH and turn > PRUNED_AFTER + depth * depth:
                is_quiet = not is_noisy(board, state, move)
                if is_quiet and ply > 0 and not is_pv and is_ordinary(best_score):
                    workspace.horizon = 1
                    break
            child = play(board, state, move)

            # Step 9. Leave what another thread is searching for later: its result will be in
            # the table by then.
            is_claimed = is_shared and best_move != NO_MOVE
            if is_claimed and claim(child, depth, workspace) == np.uint64(0) and turn <= count:
                workspace.deferred[at(ply), at(deferred)] = move
                deferred += 1
                continue

            # Step 10. Where the first move did not settle things, all the others are likely to be
            # searched: what the table knows about the next one is fetched meanwhile.
            if uses_table and depth > FETCHED_AT_ONCE and best_move != NO_MOVE and turn < count:
                upcoming = best_left(count, ply, workspace)
                ahead = upcoming & MOVE_MASK
                if depth - 1 - reduction_of(state, ahead, depth, turn + 1, ply, is_pv, workspace) > 1:
                    place = place_of(upcoming)
                    have_ready(state, place, place + 1, ply, workspace)

            # Step 11. Later moves only have to be shown to be no better, in a window of no width, late
            # and quiet ones even less deeply. A move that does better than that is searched again
            # with what was spared.
            extension = extension_of(state, move, ply, singular, workspace)
            enter(state, move, ply, extension, workspace)
            whole, bound, spared = depth - 1 + extension, beta, 0
            if uses_scouting and best_move != NO_MOVE:
                bound, spared = alpha + 1, reduction_of(state, move, depth, turn, ply, is_pv, workspace)
            while True:
                if whole - spared <= 1:  # as step 1 would, without the cost of a call
                    score = -search_last_ply(child, ply + 1, -bound, -alpha, workspace)
                else:
                    score = -search(child, whole - spared, ply + 1, -bound, -alpha, workspace)
                if score <= alpha or (spared == 0 and (bound >= beta or score >= beta)):
                    break
                bound = beta if spared == 0 else bound
                spared = 0
            if is_claimed:
                give_back(child, depth, workspace)

            # Step 12. Somebody stopped us, or the nodes are used up: what the child said means nothing.
            if is_interrupted(workspace):
                return 0

            # Step 13. The best so far.
            if score > best_score:
                best_score, best_move = score, move
                if score > first_alpha or not uses_pruning:
                    remember_line(ply, move, score, workspace)

            # Step 14. The opponent would never allow this: the other moves do not matter.
            if uses_pruning:
                alpha = larger(alpha, best_score)
                if alpha >= beta:
                    remember_cut(state, ply, move, depth, workspace)
                    break

            # Step 15. Another thread has settled this node meanwhile.
            if is_shared:
                is_settled, known_score, _ = look_up(key, depth, ply, first_alpha, beta, workspace)
                if is_settled:
                    workspace.horizon |= horizon_before
                    return known_score

        # Step 16. Remember it, unless it is not the whole truth.
        if uses_table and not (ply == 0 and workspace.excluded_count > 0):
            write_down(key, depth, ply, best_score, best_move, first_alpha, beta, workspace)
        workspace.horizon |= horizon_before
        return best_score

    return search


def _make_have_ready(rules: Rules[Any, Any], board: Any) -> Callable[..., None]:
    """Make the kernel that fetches what the table knows about some of the listed moves of a node."""
    play = rules.play

    @kernel(is_inlined=False)
    def have_ready(state: Any, begin: int, end: int, ply: int, workspace: Any) -> None:
        for index in range(begin, end):
            fetch_entry(play(board, state, as_int(workspace.moves[at(ply), at(index)])), workspace)

    return have_ready


def _make_static_value(value: Value) -> Value:
    """Make the kernel that evaluates a node with moves left: not inlined, as there are few of them."""

    @kernel(is_inlined=False)
    def static_value(state: Any, address: Any) -> int:
        return value(state, address)

    return static_value


@kernel
def _stay(board: Any, state: Any) -> Any:
    """Stand in for a game in which nobody may pass."""
    return state
