"""Frontier nodes, one ply above the leaves: most nodes of a tree are here or below."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.core.instructions import as_int, at, larger
from plyground.core.rules import ONGOING, Rules
from plyground.jit import kernel
from plyground.search.features import Features
from plyground.search.movepick import TRIED, MovePicker, pick
from plyground.search.probcut import FAILS_HIGH, NO_PROBE, can_be_guessed, futile_side
from plyground.search.quiescence import Leaf, Value, final_score
from plyground.search.repetition import IsRepeated
from plyground.search.score import INFINITY
from plyground.search.workspace import NO_MOVE, State, Workspace, is_excluded, update_pv

Frontier = Callable[[State, int, int, int, Workspace], int]


def make_frontier(
    rules: Rules[Any, Any],
    board: Any,
    features: Features,
    score_leaf: Leaf,
    static_value: Value,
    is_repeated: IsRepeated,
    move_picker: MovePicker,
    *,
    is_sorted: bool,
) -> Frontier:
    """Make the kernel that searches to a depth of 1, with the promise of `alphabeta`.

    It takes ``(state, ply, alpha, beta, workspace)``. The transposition table is not probed: reaching into
    memory takes longer than scoring some leaves. Nor are the moves sorted, unless a heuristic is to do
    that (`is_sorted`). Where the evaluation of the node alone is sure enough, no child is looked at.
    """
    play, result, uses_alphabeta = rules.play, rules.result, features.alphabeta
    uses_killer, is_near_end = features.killers and not is_sorted, True
    uses_futility, depth = features.futility, 1
    can_ask = rules.is_legal is not None
    _, can_begin_with, _, list_moves, update_stats = move_picker

    @kernel(is_inlined=False)
    def frontier(state: State, ply: int, alpha: int, beta: int, workspace: Workspace) -> int:
        workspace.nodes += 1
        workspace.pv_length[at(ply)] = 0
        workspace.pv_length[at(ply + 1)] = 0
        if is_repeated(state, ply, is_near_end, workspace) and ply > 0:
            workspace.horizon = 1
            return 0

        # A killer mostly cuts off this node as well: then the other moves need not even be listed.
        first = as_int(workspace.killers[at(ply), 0]) if uses_killer else NO_MOVE
        is_lazy, moves = can_begin_with(state, first), workspace.moves[at(ply)]
        if can_ask and not is_lazy:  # it is not legal: nobody has to look for it in the list
            first = NO_MOVE
        moves[0] = first
        count = 1 if is_lazy else list_moves(state, ply, first, is_lazy, is_sorted, workspace)
        outcome = result(board, state, count)
        if outcome != ONGOING:
            return final_score(outcome, ply)

        if uses_futility and ply > 0 and can_be_guessed(alpha, beta, workspace):
            static = static_value(state, workspace.evaluation)
            side = futile_side(static, depth, beta, workspace.selectivity)
            if side != NO_PROBE:
                workspace.horizon = 1
                return beta if side == FAILS_HIGH else alpha

        best_score, move_count = -INFINITY, 0
        while True:
            if move_count == count:
                if is_lazy:
                    count = list_moves(state, ply, first, is_lazy, is_sorted, workspace)
                    is_lazy = False
                if move_count == count:
                    return best_score
            move = pick(move_count, count, ply, TRIED, is_sorted, workspace)
            move_count += 1
            if ply == 0 and is_excluded(move, workspace):
                continue
            workspace.nodes += 1
            score = -score_leaf(play(board, state, move), ply + 1, -beta, -alpha, workspace)
            if score > (alpha if uses_alphabeta else best_score):
                update_pv(ply, move, score, workspace)
                if uses_alphabeta and score >= beta:
                    update_stats(state, ply, move, depth, workspace)
                    return score
            best_score = larger(best_score, score)
            if uses_alphabeta:
                alpha = larger(alpha, score)

    return frontier
