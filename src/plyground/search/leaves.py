"""What a search does where its depth is used up: score the position, or look until it is quiet."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from plyground.heuristics import MOST_POINTS, DataKernel
from plyground.instructions import as_int, at, is_whole, larger, smaller
from plyground.jit import kernel
from plyground.rules import ONGOING, Rules
from plyground.search.memory import MOST_PLIES
from plyground.search.ordering import is_never_so
from plyground.search.repetition import IsRepeated
from plyground.search.score import LARGEST_EVALUATION, UNIT, WIN

Value = Callable[[Any, Any], int]
Leaf = Callable[[Any, int, int, int, Any], int]
Follow = Callable[[Any, int, int, int, int, Any], int]


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
    rules: Rules[Any, Any], board: Any, value: Value, is_repeated: IsRepeated, *, is_followed: bool
) -> Leaf:
    """Make the kernel that scores a position at the end of the depth.

    It takes ``(state, ply, alpha, beta, workspace)``. If `is_followed`, noisy moves are
    followed until the position is quiet.
    """
    has_any_move, result = _make_has_any_move(rules, board), rules.result
    follows = is_followed and rules.is_noisy is not None
    follow = _make_follow(rules, board, value) if follows else _leave_it
    is_near_end = True

    @kernel
    def score_leaf(state: Any, ply: int, alpha: int, beta: int, workspace: Any) -> int:
        outcome = result(board, state, has_any_move(state, ply, workspace))
        if outcome != ONGOING:
            return final_score(outcome, ply)
        workspace.horizon = 1
        if is_repeated(state, ply, is_near_end, workspace):
            return 0
        best = value(state, workspace.evaluation)
        return best if best >= beta else follow(state, best, ply, alpha, beta, workspace)

    return score_leaf


def _make_follow(rules: Rules[Any, Any], board: Any, value: Value) -> Follow:
    """Make the kernel that follows the noisy moves from a position that goes on.

    It takes ``(state, best, ply, alpha, beta, workspace)``. A side may leave things as they are,
    whatever can be taken: then they are worth `best`.
    """
    has_any_move, list_noisy = _make_has_any_move(rules, board), _make_list_noisy(rules, board)
    result, play = rules.result, rules.play

    @kernel(is_inlined=False)
    def value_below(state: Any, address: Any) -> int:
        return value(state, address)

    @kernel
    def follow(state: Any, best: int, ply: int, alpha: int, beta: int, workspace: Any) -> int:
        if ply >= MOST_PLIES:
            return best
        moves = workspace.moves[at(ply)]
        count = list_noisy(state, moves)
        if count == 0:  # as mostly: nothing below need be made ready
            return best
        alpha = larger(alpha, best)
        for index in range(count):
            workspace.nodes += 1
            child = play(board, state, as_int(moves[index]))
            outcome = result(board, child, has_any_move(child, ply + 1, workspace))
            if outcome != ONGOING:
                score = final_score(outcome, ply + 1)
            else:
                score = value_below(child, workspace.evaluation)
                if score < -alpha:
                    score = follow(child, score, ply + 1, -beta, -alpha, workspace)
            best = larger(best, -score)
            if best > alpha:
                alpha = best
                if best >= beta:
                    break
        return best

    return follow


@kernel
def _leave_it(state: Any, best: int, ply: int, alpha: int, beta: int, workspace: Any) -> int:
    """Stand in where no moves are followed."""
    return best


def _make_list_noisy(rules: Rules[Any, Any], board: Any) -> Callable[[Any, Any], int]:
    """Make the kernel that lists the noisy moves: as the game does it, or by asking about each."""
    legal_moves, noisy_moves = rules.legal_moves, rules.noisy_moves
    is_noisy = rules.is_noisy or is_never_so
    if noisy_moves is not None:

        @kernel
        def list_them(state: Any, moves: Any) -> int:
            return noisy_moves(board, state, moves)

        return list_them

    @kernel
    def choose_them(state: Any, moves: Any) -> int:
        count = 0
        for index in range(legal_moves(board, state, moves)):
            if is_noisy(board, state, as_int(moves[index])):
                moves[count] = moves[index]
                count += 1
        return count

    return choose_them


def _make_has_any_move(rules: Rules[Any, Any], board: Any) -> Callable[[Any, int, Any], int]:
    """Make the kernel that tells a leaf whether there are moves: by asking, or by listing them."""
    legal_moves, has_move = rules.legal_moves, rules.has_move
    if has_move is None:

        @kernel
        def list_moves(state: Any, ply: int, workspace: Any) -> int:
            return legal_moves(board, state, workspace.moves[at(ply)])

        return list_moves

    @kernel
    def ask(state: Any, ply: int, workspace: Any) -> int:
        return 1 if has_move(board, state) else 0

    return ask
