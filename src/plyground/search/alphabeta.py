"""The search: principal variation search in numbered steps, compiled around one game and set of features.

`make_search` returns a kernel that closes over the rules. Features are constants of the
closure: what is switched off leaves no trace in the machine code, and with all of them off
what remains is minimax.

The contract. ``search(state, depth, ply, alpha, beta, workspace)`` takes a depth of at least 1 and a window
``alpha < beta``, and returns a score ``s`` for the side to move. ``v`` is what minimax of that depth returns.

Score: the search is fail-soft, so ``s`` may lie outside the window; with `fail_hard` it never does.

* ``alpha < s < beta``: ``v == s``.
* ``s <= alpha`` (fail low): ``v <= s``, an upper bound.
* ``s >= beta`` (fail high): ``v >= s``, a lower bound.

That is exact for `features.EXACT`. Of the others, the transposition table may answer with a deeper search
than asked for, quiescence replaces evaluations, and a guessed cut (futility, null move, ProbCut, late-move
pruning) or a reduction may be wrong. Guessed cuts of whole nodes are fail-hard: they return ``alpha`` or
``beta``. None of them makes up a won or lost score: those come from finished games alone.

Principal variation: if ``alpha < s < beta``, ``workspace.pv[ply]`` holds the moves that lead to ``s``. It
ends early where the transposition table answered. If ``s >= beta``, only its first move counts, the one that
refutes; if ``s <= alpha``, none does, and at the root it is empty.

Horizon: ``workspace.horizon`` is never cleared for the caller. If it was 0 before and is 0 after, ``s`` rests
on finished games alone, and no deeper search can change it. Evaluations, repetitions, guessed cuts, and
what the table knows from any of these set it.

Interruption: if ``workspace.stop`` is set afterwards, score, pv and horizon mean nothing, and nothing
that was not searched to its end has been stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core.guards import guarded
from plyground.core.hashing import hash_state
from plyground.core.heuristics import DataKernel
from plyground.core.instructions import as_int, at, larger, smaller
from plyground.core.rules import ONGOING, Rules
from plyground.jit import kernel
from plyground.search.extensions import make_extensions
from plyground.search.features import Features
from plyground.search.frontier import make_frontier
from plyground.search.lmr import make_reduction
from plyground.search.movepick import MOVE_MASK, TRIED, best_left, index_of, make_move_picker, pick
from plyground.search.probcut import (
    FAILS_HIGH,
    NO_PROBE,
    SHALLOWEST_CUT,
    can_be_guessed,
    futile_side,
    is_null_window,
    is_ordinary,
    probe_of,
)
from plyground.search.quiescence import Value, final_score, make_leaf, make_value
from plyground.search.repetition import make_is_repeated
from plyground.search.score import INFINITY
from plyground.search.tactical import is_tactical_in
from plyground.search.tt import enter, leave, make_tt, prefetch_child
from plyground.search.workspace import (
    MOST_PLIES,
    NO_MOVE,
    State,
    Workspace,
    is_excluded,
    is_interrupted,
    update_pv,
)

Search = Callable[[State, int, int, int, int, Workspace], int]

# Null move: a pass is searched so much less deeply than the node, which ends with the same side; where
# many plies are left, a search of the node itself that much less deeply has to verify it.
NULL_MOVE_FROM_DEPTH = 4
NULL_MOVE_REDUCTION = 2
VERIFIED_FROM_DEPTH = 10

# Late-move pruning: near the leaves, quiet moves after this many others, and the depth squared, are left out.
LMP_UP_TO_DEPTH = 4
LMP_AFTER = 3

# Internal iterative reduction: a node without a hash move is searched less deeply; the next iteration will
# know one.
IIR_FROM_DEPTH = 6
IIR_REDUCTION = 2

# The table answers for many children of a node at this depth in no time. Then an entry that is prefetched
# one move ahead would come too late: those of all children are prefetched at once.
PREFETCH_ALL_AT_DEPTH = 3

# ABDADA: threads get out of each other's way only where a subtree is worth the bookkeeping.
ABDADA_FROM_DEPTH = 3


def make_search(
    rules: Rules[Any, Any],
    board: Any,
    evaluate: DataKernel,
    features: Features,
    order: DataKernel | None = None,
) -> Search:
    """Compile the search for one game on one board; the contract is above.

    What `evaluate` and `order` read is in the workspace, by its address: other weights are no other search.
    """
    rules = guarded(rules, board)
    play, result = rules.play, rules.result
    uses_tt, uses_alphabeta, uses_pvs = features.tt, features.alphabeta, features.pvs
    uses_probcut, uses_futility = features.probcut, features.futility
    uses_null_move, pass_turn = features.null_move and rules.pass_turn is not None, rules.pass_turn or _stay
    uses_cuts, uses_iir = uses_probcut or uses_futility or uses_null_move, features.iir
    uses_lmp, is_tactical = features.lmp, is_tactical_in(rules)
    uses_singular, is_left_out = features.singular and uses_tt, True
    uses_beam, is_fail_hard = features.beam, features.fail_hard
    tt_probe, tt_store = make_tt(features)
    reduction_of = make_reduction(rules, board, features)
    singular_candidate, extension_of, note_move, note_null_move = make_extensions(rules, board, features)
    is_repeated, is_near_end = make_is_repeated(rules, board), False
    value = make_value(board, evaluate)
    static_value = _make_static_value(value)
    score_leaf = make_leaf(rules, board, value, is_repeated, uses_quiescence=features.quiescence)
    move_picker = make_move_picker(
        rules, board, features, None if order is None else make_value(board, order)
    )
    is_sorted, _, first_move, list_moves, update_stats = move_picker
    prefetch_children = _make_prefetch_children(rules, board)
    frontier = make_frontier(
        rules,
        board,
        features,
        score_leaf,
        static_value,
        is_repeated,
        move_picker,
        is_sorted=order is not None,
    )

    @kernel(label=f"the search of {rules.name} {board.rows}x{board.columns}")
    def search(state: State, depth: int, ply: int, alpha: int, beta: int, workspace: Workspace) -> int:
        # Step 1. A frontier node: the children are leaves.
        if depth <= 1 or ply + 1 >= MOST_PLIES:
            return frontier(state, ply, alpha, beta, workspace)

        # Step 2. Count the node; there is no pv yet.
        workspace.nodes += 1
        workspace.pv_length[at(ply)] = 0

        # Step 3. Draw by repetition.
        if is_repeated(state, ply, is_near_end, workspace) and ply > 0:
            workspace.horizon = 1  # it depends on the path
            return 0

        # Step 4. Probe the transposition table; reduce a node without a hash move.
        key, hash_move = np.uint64(0), NO_MOVE
        if uses_tt:
            key = hash_state(state)
            is_cutoff, tt_score, hash_move = tt_probe(key, depth, ply, alpha, beta, workspace)
            if is_cutoff:
                return tt_score
            if uses_iir and hash_move == NO_MOVE and depth >= IIR_FROM_DEPTH and ply > 0:
                depth -= IIR_REDUCTION

        # Step 5. The first move, before all are listed: mostly they need not be. Is the game over?
        first = first_move(state, ply, hash_move, workspace)
        is_lazy = first != NO_MOVE
        if not is_lazy:
            first = hash_move
        count = 1 if is_lazy else list_moves(state, ply, first, is_lazy, is_sorted, workspace)
        outcome = result(board, state, count)
        if outcome != ONGOING:
            return final_score(outcome, ply)

        # Step 6. In a null window, cut off by a guess what is probably far outside of it. Won and lost scores
        # are never guessed, and a guess is no proof.
        horizon_before = workspace.horizon
        if uses_cuts and ply > 0 and is_null_window(alpha, beta):
            static = static_value(state, workspace.evaluation)

            # Step 6a. Futility: near the leaves the evaluation alone is sure enough.
            if uses_futility and can_be_guessed(alpha, beta, workspace):
                side = futile_side(static, depth, beta, workspace.selectivity)
                if side != NO_PROBE:
                    workspace.horizon = 1
                    return beta if side == FAILS_HIGH else alpha

            # Step 6b. Null move: if even a pass is good enough, some move is.
            may_pass = workspace.no_null_move[at(ply)] == 0
            if uses_null_move and depth >= NULL_MOVE_FROM_DEPTH and static >= beta and may_pass:
                workspace.no_null_move[at(ply + 1)] = 1
                note_null_move(ply, workspace)
                left = depth - 1 - NULL_MOVE_REDUCTION
                score = -search(pass_turn(board, state), left, ply + 1, -beta, -alpha, workspace)
                if score >= beta and depth >= VERIFIED_FROM_DEPTH and workspace.stop == 0:
                    workspace.no_null_move[at(ply)] = 1
                    score = search(state, depth - NULL_MOVE_REDUCTION - 2, ply, alpha, beta, workspace)
                    workspace.no_null_move[at(ply)] = 0
                workspace.no_null_move[at(ply + 1)] = 0
                if is_interrupted(workspace):
                    return 0
                if score >= beta:
                    workspace.horizon = 1
                    if uses_tt:
                        tt_store(key, depth, ply, beta, first, alpha, beta, workspace)
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
                        if uses_tt:
                            tt_store(key, depth, ply, score, first, alpha, beta, workspace)
                        return score

            # Step 6d. No cut. The shallow searches of this node have used its lists, and may know a move.
            if (uses_null_move or uses_probcut) and not is_lazy:
                if uses_tt:
                    _, _, first = tt_probe(key, depth, ply, alpha, beta, workspace)
                count = list_moves(state, ply, first, is_lazy, is_sorted, workspace)

        # Step 7. Singular extension: does everything depend on the hash move? The others are searched on
        # their own, so that nothing of this is taken for a result of the node, in the table or elsewhere.
        singular_move = NO_MOVE
        if uses_singular and ply > 0:
            candidate, singular_beta, shallow = singular_candidate(key, depth, ply, workspace)
            if candidate != NO_MOVE:
                singular_move = candidate
                count = list_moves(state, ply, candidate, is_left_out, is_sorted, workspace)
                for other in range(1, count):
                    move = pick(other, count, ply, TRIED, is_sorted, workspace)
                    child = play(board, state, move)
                    note_move(state, move, ply, 0, workspace)
                    if shallow - 1 <= 1:
                        score = -frontier(child, ply + 1, -singular_beta, 1 - singular_beta, workspace)
                    else:
                        score = -search(
                            child, shallow - 1, ply + 1, -singular_beta, 1 - singular_beta, workspace
                        )
                    if is_interrupted(workspace):
                        return 0
                    if score >= singular_beta:
                        singular_move = NO_MOVE
                        break
                count = 1 if is_lazy else list_moves(state, ply, first, is_lazy, is_sorted, workspace)

        # Step 8. Loop over the moves, the most promising first.
        best_score, best_move, first_alpha = -INFINITY, NO_MOVE, alpha
        workspace.horizon = 0
        is_pv_node = beta - alpha > 1
        uses_abdada = uses_tt and workspace.is_shared != 0 and depth >= ABDADA_FROM_DEPTH
        move_count, deferred, upcoming = 0, 0, TRIED
        while True:
            if is_lazy and move_count == 1:
                count = list_moves(state, ply, first, is_lazy, is_sorted, workspace)
            if uses_tt and move_count == 1 and depth == PREFETCH_ALL_AT_DEPTH:
                prefetch_children(state, 0, count, ply, workspace)
            if move_count >= count + deferred:
                break
            move = first
            if not is_lazy or move_count > 0:
                move = pick(move_count, count, ply, upcoming, is_sorted, workspace)
            move_count, upcoming = move_count + 1, TRIED
            if ply == 0 and is_excluded(move, workspace):
                continue

            # Step 9. Late-move pruning.
            if uses_lmp and depth <= LMP_UP_TO_DEPTH and move_count > LMP_AFTER + depth * depth:
                is_quiet = not is_tactical(board, state, move)
                if is_quiet and ply > 0 and not is_pv_node and is_ordinary(best_score):
                    workspace.horizon = 1
                    break
            # Step 9b. Beam search: moves are sorted by the evaluation, and all but the first few left out.
            # A node is not lost before all its moves are. The last ones, `deferred`, were in the beam before.
            if (
                uses_beam
                and ply > 0
                and workspace.beam_width < move_count <= count
                and is_ordinary(best_score)
            ):
                workspace.horizon = 1
                continue
            child = play(board, state, move)

            # Step 10. ABDADA: defer a move that another thread is searching. Its result will be in the table
            # by then. A move that was deferred once is searched in any case.
            is_entered = False
            if uses_abdada and best_move != NO_MOVE:
                is_entered = enter(child, depth, workspace)
                if not is_entered and move_count <= count:
                    workspace.deferred[at(ply), at(deferred)] = move
                    deferred += 1
                    continue

            # Step 11. Prefetch. Where the first move did not cut off, all the others are likely to be
            # searched: the entry of the next one is prefetched meanwhile.
            if uses_tt and depth > PREFETCH_ALL_AT_DEPTH and best_move != NO_MOVE and move_count < count:
                upcoming = best_left(count, ply, workspace)
                next_move = upcoming & MOVE_MASK
                reduction = reduction_of(state, next_move, depth, move_count + 1, ply, is_pv_node, workspace)
                if depth - 1 - reduction > 1:
                    index = index_of(upcoming)
                    prefetch_children(state, index, index + 1, ply, workspace)

            # Step 12. Search the child. The first move gets the full window. The others only have to be shown
            # to be no better, by a scout: a search in a null window, less deep for late and quiet moves. One
            # that does better is searched again. `frontier` is called as in step 1, which spares a call.
            extension = extension_of(state, move, ply, singular_move, workspace)
            note_move(state, move, ply, extension, workspace)
            child_depth, score = depth - 1 + extension, alpha + 1
            if uses_pvs and best_move != NO_MOVE:
                reduction = reduction_of(state, move, depth, move_count, ply, is_pv_node, workspace)
                # Step 12a. A reduced scout.
                if reduction > 0:
                    if child_depth - reduction <= 1:
                        score = -frontier(child, ply + 1, -alpha - 1, -alpha, workspace)
                    else:
                        score = -search(
                            child, child_depth - reduction, ply + 1, -alpha - 1, -alpha, workspace
                        )
                # Step 12b. A scout to the full depth.
                if score > alpha:
                    if child_depth <= 1:
                        score = -frontier(child, ply + 1, -alpha - 1, -alpha, workspace)
                    else:
                        score = -search(child, child_depth, ply + 1, -alpha - 1, -alpha, workspace)
            # Step 12c. The full window, for the first move and for what a scout found to be better.
            if best_move == NO_MOVE or not uses_pvs or alpha < score < beta:
                if child_depth <= 1:
                    score = -frontier(child, ply + 1, -beta, -alpha, workspace)
                else:
                    score = -search(child, child_depth, ply + 1, -beta, -alpha, workspace)
            if is_entered:
                leave(child, depth, workspace)

            # Step 13. Somebody stopped us, or the nodes are used up: what the child returned means nothing.
            if is_interrupted(workspace):
                return 0

            # Step 14. The best so far.
            if score > best_score:
                best_score, best_move = score, move
                if score > first_alpha or not uses_alphabeta:
                    update_pv(ply, move, score, workspace)

            # Step 15. Beta cutoff: the opponent would never allow this, so the other moves do not matter.
            if uses_alphabeta:
                alpha = larger(alpha, best_score)
                if alpha >= beta:
                    update_stats(state, ply, move, depth, workspace)
                    break

            # Step 16. Another thread has stored this node meanwhile.
            if uses_abdada:
                is_cutoff, tt_score, _ = tt_probe(key, depth, ply, first_alpha, beta, workspace)
                if is_cutoff:
                    workspace.horizon |= horizon_before
                    return tt_score

        # Step 17. Store it, unless root moves were left out. Fail-hard is a bound that tells less.
        if is_fail_hard:
            best_score = smaller(larger(best_score, first_alpha), beta)
        if uses_tt and not (ply == 0 and workspace.excluded_count > 0):
            tt_store(key, depth, ply, best_score, best_move, first_alpha, beta, workspace)
        workspace.horizon |= horizon_before
        return best_score

    return search


def _make_prefetch_children(rules: Rules[Any, Any], board: Any) -> Callable[..., None]:
    """Make the kernel that prefetches the table's entries for some of the listed moves of a node."""
    play = rules.play

    @kernel(is_inlined=False)
    def prefetch_children(state: State, begin: int, end: int, ply: int, workspace: Workspace) -> None:
        for index in range(begin, end):
            prefetch_child(play(board, state, as_int(workspace.moves[at(ply), at(index)])), workspace)

    return prefetch_children


def _make_static_value(value: Value) -> Value:
    """Make the kernel that evaluates a node with moves left: not inlined, as there are few of them."""

    @kernel(is_inlined=False)
    def static_value(state: State, address: Any) -> int:
        return value(state, address)

    return static_value


@kernel
def _stay(board: Any, state: State) -> Any:
    """Stand in for a game in which nobody may pass."""
    return state
