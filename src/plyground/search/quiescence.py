"""The leaves of a search: where the depth is used up, tactical moves are searched until all is quiet.

A score of this search has the same promise as one of `alphabeta` (fail-soft), for the game in which each
side may stand pat, or make a tactical move.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from plyground.core.heuristics import MOST_POINTS, DataKernel
from plyground.core.instructions import as_int, at, is_whole, larger, smaller
from plyground.core.rules import ONGOING, Rules
from plyground.jit import kernel
from plyground.search.repetition import IsRepeated
from plyground.search.score import LARGEST_EVALUATION, UNIT, WIN
from plyground.search.tactical import make_list_tactical
from plyground.search.workspace import MOST_PLIES, State, Workspace

Value = Callable[[Any, Any], int]
Leaf = Callable[[State, int, int, int, Workspace], int]
Quiescence = Callable[[State, int, int, int, int, Workspace], int]


def make_value(board: Any, evaluate: DataKernel) -> Value:
    """Make the kernel that turns an evaluation into a score in thousandths.

    It takes ``(state, address)``: where the data of the evaluation are.
    """

    @kernel
    def value(state: Any, address: Any) -> int:
        return as_score(evaluate(board, state, address))

    return value


@kernel
def as_score(points: float) -> int:
    """Turn points into thousandths. What is not a number counts as nothing."""
    if is_whole(points):  # most evaluations count something: there is nothing to round
        return smaller(larger(as_int(points), -MOST_POINTS), MOST_POINTS) * UNIT
    scaled = points * float(UNIT)
    if scaled >= LARGEST_EVALUATION:
        return LARGEST_EVALUATION
    if scaled <= -LARGEST_EVALUATION:
        return -LARGEST_EVALUATION
    return 0 if math.isnan(scaled) else math.floor(scaled + 0.5)


@kernel
def final_score(outcome: int, ply: int) -> int:
    """Score a finished game: a quick win is better than a slow one."""
    if outcome == 0:
        return 0
    return WIN - ply * UNIT if outcome > 0 else ply * UNIT - WIN


def make_leaf(
    rules: Rules[Any, Any], board: Any, value: Value, is_repeated: IsRepeated, *, uses_quiescence: bool
) -> Leaf:
    """Make the kernel that scores a position where the depth is used up.

    It takes ``(state, ply, alpha, beta, workspace)``.
    """
    has_any_move, result = _make_has_any_move(rules, board), rules.result
    has_quiescence = uses_quiescence and rules.is_noisy is not None
    quiescence = _make_quiescence(rules, board, value) if has_quiescence else _stand_pat
    is_near_end = True

    @kernel
    def score_leaf(state: State, ply: int, alpha: int, beta: int, workspace: Workspace) -> int:
        outcome = result(board, state, has_any_move(state, ply, workspace))
        if outcome != ONGOING:
            return final_score(outcome, ply)
        workspace.horizon = 1
        if is_repeated(state, ply, is_near_end, workspace):
            return 0
        stand_pat = value(state, workspace.evaluation)
        return stand_pat if stand_pat >= beta else quiescence(state, stand_pat, ply, alpha, beta, workspace)

    return score_leaf


def _make_quiescence(rules: Rules[Any, Any], board: Any, value: Value) -> Quiescence:
    """Make the kernel that searches the tactical moves of a position that is not over.

    It takes ``(state, stand_pat, ply, alpha, beta, workspace)``. A side need not make a tactical move: the
    position is worth `stand_pat`, its evaluation, at least.
    """
    has_any_move, list_tactical = _make_has_any_move(rules, board), make_list_tactical(rules, board)
    result, play = rules.result, rules.play

    @kernel(is_inlined=False)
    def static_value(state: State, address: Any) -> int:
        return value(state, address)

    @kernel
    def quiescence(
        state: State, stand_pat: int, ply: int, alpha: int, beta: int, workspace: Workspace
    ) -> int:
        if ply >= MOST_PLIES:
            return stand_pat
        moves = workspace.moves[at(ply)]
        count = list_tactical(state, moves)
        if count == 0:  # as mostly
            return stand_pat
        best_score = stand_pat
        alpha = larger(alpha, best_score)
        for index in range(count):
            workspace.nodes += 1
            child = play(board, state, as_int(moves[index]))
            outcome = result(board, child, has_any_move(child, ply + 1, workspace))
            if outcome != ONGOING:
                score = final_score(outcome, ply + 1)
            else:
                score = static_value(child, workspace.evaluation)
                if score < -alpha:
                    score = quiescence(child, score, ply + 1, -beta, -alpha, workspace)
            best_score = larger(best_score, -score)
            if best_score > alpha:
                alpha = best_score
                if best_score >= beta:
                    break
        return best_score

    return quiescence


@kernel
def _stand_pat(state: State, stand_pat: int, ply: int, alpha: int, beta: int, workspace: Workspace) -> int:
    """Stand in where no tactical moves are searched."""
    return stand_pat


def _make_has_any_move(rules: Rules[Any, Any], board: Any) -> Callable[[State, int, Workspace], int]:
    """Make the kernel that tells a leaf whether there are moves: by asking, or by listing them."""
    legal_moves, has_move = rules.legal_moves, rules.has_move
    if has_move is None:

        @kernel
        def list_moves(state: State, ply: int, workspace: Workspace) -> int:
            return legal_moves(board, state, workspace.moves[at(ply)])

        return list_moves

    @kernel
    def ask(state: State, ply: int, workspace: Workspace) -> int:
        return 1 if has_move(board, state) else 0

    return ask
