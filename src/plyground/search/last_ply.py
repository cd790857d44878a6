"""The last ply of a search: every child is a leaf. Most nodes of a tree are here or below."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.instructions import as_int, at, larger
from plyground.jit import kernel
from plyground.rules import ONGOING, Rules
from plyground.search.features import Features
from plyground.search.leaves import Leaf, Value, final_score
from plyground.search.nodes import is_excluded, remember_line
from plyground.search.ordering import TRIED, Ordering, pick
from plyground.search.probcut import FAILS_HIGH, NO_PROBE, can_be_guessed, futile_side
from plyground.search.repetition import IsRepeated
from plyground.search.score import INFINITY
from plyground.search.table import NO_MOVE

LastPly = Callable[[Any, int, int, int, Any], int]


def make_last_ply(
    rules: Rules[Any, Any],
    board: Any,
    features: Features,
    score_leaf: Leaf,
    static_value: Value,
    is_repeated: IsRepeated,
    ordering: Ordering,
    *,
    is_sorted: bool,
) -> LastPly:
    """Make the kernel that searches to a depth of 1.

    It takes ``(state, ply, alpha, beta, workspace)``. The table is not asked: reaching into memory
    takes longer than scoring some leaves. Nor are the moves sorted, unless a heuristic is to do
    that (`is_sorted`). Where the evaluation of the node alone is sure enough, no child is looked at.
    """
    play, result, uses_pruning = rules.play, rules.result, features.pruning
    uses_guess, is_near_end = features.killers and not is_sorted, True
    uses_futility, depth = features.futility, 1
    can_ask = rules.is_legal is not None
    _, can_begin_with, _, list_moves, remember_cut = ordering

    @kernel(is_inlined=False)
    def search_last_ply(state: Any, ply: int, alpha: int, beta: int, workspace: Any) -> int:
        workspace.nodes += 1
        workspace.line_length[at(ply)] = 0
        workspace.line_length[at(ply + 1)] = 0
        if is_repeated(state, ply, is_near_end, workspace) and ply > 0:
            workspace.horizon = 1
            return 0

        # What cut off the last sister mostly cuts off this node as well: the other moves need not
        # even be listed then.
        guess = as_int(workspace.killers[at(ply), 0]) if uses_guess else NO_MOVE
        is_guessed, moves = can_begin_with(state, guess), workspace.moves[at(ply)]
        if can_ask and not is_guessed:  # it is not legal: nobody has to look for it in the list
            guess = NO_MOVE
        moves[0] = guess
        count = 1 if is_guessed else list_moves(state, ply, guess, is_guessed, is_sorted, workspace)
        outcome = result(board, state, count)
        if outcome != ONGOING:
            return final_score(outcome, ply)

        if uses_futility and ply > 0 and can_be_guessed(alpha, beta, workspace):
            static = static_value(state, workspace.evaluation)
            side = futile_side(static, depth, beta, workspace.selectivity)
            if side != NO_PROBE:
                workspace.horizon = 1
                return beta if side == FAILS_HIGH else alpha

        best_score, turn = -INFINITY, 0
        while True:
            if turn == count:
                if is_guessed:
                    count = list_moves(state, ply, guess, is_guessed, is_sorted, workspace)
                    is_guessed = False
                if turn == count:
                    return best_score
            move = pick(turn, count, ply, TRIED, is_sorted, workspace)
            turn += 1
            if ply == 0 and is_excluded(move, workspace):
                continue
            workspace.nodes += 1
            score = -score_leaf(play(board, state, move), ply + 1, -beta, -alpha, workspace)
            if score > (alpha if uses_pruning else best_score):
                remember_line(ply, move, score, workspace)
                if uses_pruning and score >= beta:
                    remember_cut(state, ply, move, 1, workspace)
                    return score
            best_score = larger(best_score, score)
            if uses_pruning:
                alpha = larger(alpha, score)

    return search_last_ply
