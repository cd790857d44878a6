"""What a leaf of the tree is worth: a game played out, or an evaluation."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from plyground.core.hashing import below
from plyground.core.heuristics import DataKernel
from plyground.core.instructions import as_int, at
from plyground.core.rules import ONGOING, Rules
from plyground.jit import kernel
from plyground.search.mcts.features import MctsFeatures
from plyground.search.mcts.tree import MctsWorkspace
from plyground.search.quiescence import Value, make_leaf, make_value
from plyground.search.repetition import never_repeated
from plyground.search.score import INFINITY, LARGEST_EVALUATION

PlayOut = Callable[[Any, int, int, MctsWorkspace], float]
"""Takes ``(state, count, ply, workspace)``, with `count` moves listed in ``workspace.moves[ply]``; returns
the result for the side to move, from -1 to 1."""
Pick = Callable[[Any, int, int, MctsWorkspace], int]
Judge = Callable[[Any, int, MctsWorkspace], float]

LONGEST_PLAYOUT = 4000
"""A game that lasts longer counts as drawn: in some games random moves lead nowhere."""
_RANDOM_STEPS = 1 << 16


def make_playout(
    rules: Rules[Any, Any], board: Any, evaluate: DataKernel | None, features: MctsFeatures
) -> PlayOut:
    """Make the kernel that says what a leaf is worth whose game is not over."""
    legal_moves, play, result = rules.legal_moves, rules.play, rules.result
    is_cut, is_greedy, notes_moves = (
        features.playouts == "evaluation",
        features.playouts == "greedy",
        features.rave,
    )
    pick_greedily: Pick = _no_pick
    judge: Judge = _no_judgement
    if is_greedy and evaluate is not None:
        pick_greedily = _make_greedy_pick(rules, board, make_value(board, evaluate))
    if is_cut and evaluate is not None:
        judge = make_judge(rules, board, evaluate, uses_quiescence=features.quiescence)

    @kernel
    def play_out(state: Any, count: int, ply: int, workspace: MctsWorkspace) -> float:
        moves, sign = workspace.moves[at(ply)], 1.0
        for step in range(LONGEST_PLAYOUT):
            if step > 0:
                count = legal_moves(board, state, moves)
                outcome = result(board, state, count)
                if outcome != ONGOING:
                    return sign if outcome > 0 else -sign if outcome < 0 else 0.0
            if is_cut and step >= workspace.playout_plies:
                return sign * judge(state, ply, workspace)
            index = (
                pick_greedily(state, count, ply, workspace) if is_greedy else below(workspace.random, count)
            )
            move = as_int(moves[at(index)])
            if notes_moves:
                workspace.stamps[at((ply + step) & 1), at(move)] = workspace.simulations
            workspace.nodes += 1
            state = play(board, state, move)
            sign = -sign
        return 0.0

    return play_out


def make_judge(rules: Rules[Any, Any], board: Any, evaluate: DataKernel, *, uses_quiescence: bool) -> Judge:
    """Make the kernel that turns the evaluation of a position into a result, from -1 to 1.

    It takes ``(state, ply, workspace)``; moves may be listed from ``workspace.moves[ply]`` on.
    """
    score_leaf = make_leaf(
        rules, board, make_value(board, evaluate), never_repeated, uses_quiescence=uses_quiescence
    )

    @kernel
    def judge(state: Any, ply: int, workspace: Any) -> float:
        return as_result(score_leaf(state, ply, -INFINITY, INFINITY, workspace), workspace.spread)

    return judge


@kernel
def as_result(score: int, spread: float) -> float:
    """Turn a score into a result from -1 to 1, by a curve that is steep where games are open."""
    if score > LARGEST_EVALUATION:
        return 1.0
    return -1.0 if score < -LARGEST_EVALUATION else math.tanh(score / spread)


def _make_greedy_pick(rules: Rules[Any, Any], board: Any, value: Value) -> Pick:
    """Make the kernel that picks the best move by the evaluation, or now and then a random one."""
    play, result = rules.play, rules.result

    @kernel
    def pick(state: Any, count: int, ply: int, workspace: MctsWorkspace) -> int:
        if below(workspace.random, _RANDOM_STEPS) < workspace.chance * _RANDOM_STEPS:
            return below(workspace.random, count)
        moves = workspace.moves[at(ply)]
        best, best_score, ties = 0, -INFINITY, 0
        for index in range(count):
            child = play(board, state, as_int(moves[at(index)]))
            outcome = result(board, child, 1)  # who has no move left is seen a ply later
            if outcome != ONGOING:
                score = (
                    LARGEST_EVALUATION + 1 if outcome < 0 else -LARGEST_EVALUATION - 1 if outcome > 0 else 0
                )
            else:
                score = -value(child, workspace.evaluation)
            ties = ties + 1 if score == best_score else 1
            if score > best_score or (score == best_score and below(workspace.random, ties) == 0):
                best, best_score = index, score
        return best

    return pick


@kernel
def _no_pick(state: Any, count: int, ply: int, workspace: MctsWorkspace) -> int:
    """Stand in where moves are random."""
    return 0


@kernel
def _no_judgement(state: Any, ply: int, workspace: MctsWorkspace) -> float:
    """Stand in where games are played to their end."""
    return 0.0
