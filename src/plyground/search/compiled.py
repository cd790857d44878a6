"""The search, compiled around one game, board, evaluation and set of features.

`make_search` returns a kernel that closes over the rules. Features are constants of the
closure: what is switched off leaves no trace in the machine code, and with all of them off
what remains is minimax.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.hashing import hash_state
from plyground.kernel import kernel
from plyground.rules import ONGOING, Rules
from plyground.search import table as entries
from plyground.search.features import Features
from plyground.search.memory import MOST_PLIES
from plyground.search.score import INFINITY, LARGEST_EVALUATION, UNIT, WIN
from plyground.search.table import AT_LEAST, AT_MOST, EXACTLY, NO_MOVE

Search = Callable[[Any, int, int, int, int, Any, Any], int]

# Moves are tried in the order of these scores; whatever has none is tried last.
TABLE_MOVE_FIRST = 1 << 30
NOISY_FIRST = 1 << 28
KILLER_FIRST = 1 << 26
LARGEST_HISTORY = 1 << 24

COMPLETE = 255
"""The depth in the table of what no deeper search can change."""

# A late move is searched less deeply once so many moves have been tried at such a depth.
REDUCED_AFTER = 3
REDUCED_FROM_DEPTH = 3


def make_value(board: Any, evaluate: Callable[[Any, Any], float]) -> Callable[[Any], int]:
    """Make the kernel that turns an evaluation into a score in thousandths."""

    @kernel
    def value(state: Any) -> int:
        score = math.floor(evaluate(board, state) * UNIT + 0.5)
        return min(max(score, -LARGEST_EVALUATION), LARGEST_EVALUATION)

    return value


def make_search(
    rules: Rules[Any, Any],
    board: Any,
    evaluate: Callable[[Any, Any], float],
    features: Features,
    order: Callable[[Any, Any], float] | None = None,
) -> Search:
    """Compile the search for one game on one board.

    The kernel takes ``(state, depth, ply, alpha, beta, workspace, table)`` and returns the
    score for the side to move. The best line is left in ``workspace.line[ply]``.
    """
    legal_moves, play, result = rules.legal_moves, rules.play, rules.result
    count_moves = _make_count_moves(rules, board)
    is_noisy = rules.is_noisy or _is_never_noisy
    value = make_value(board, evaluate)
    order_value = value if order is None else make_value(board, order)
    has_order = order is not None
    repetitions = rules.repetition_limit(board) if rules.repetition_key is not None else 0
    repetition_key = rules.repetition_key or _same_state
    uses_table, uses_pruning, uses_scouting = features.table, features.pruning, features.scouting
    uses_deeper, uses_killers, uses_history = features.deeper, features.killers, features.history
    uses_noisy = features.noisy and rules.is_noisy is not None

    uses_reductions = features.reductions
    is_ordered = uses_table or uses_killers or uses_history or uses_noisy or has_order

    @kernel
    def final_score(outcome: int, ply: int) -> int:
        if outcome == 0:
            return 0
        return WIN - ply * UNIT if outcome > 0 else ply * UNIT - WIN

    @kernel
    def is_repeated(state: Any, ply: int, workspace: Any) -> bool:
        """Tell whether this position has now stood on the board often enough for a draw."""
        here = workspace.past + ply
        key = hash_state(repetition_key(board, state))
        workspace.keys[here] = key
        seen = 1
        for index in range(here - 2, -1, -2):
            if workspace.keys[index] == key:
                seen += 1
        return seen >= repetitions

    @kernel
    def score_moves(state: Any, ply: int, count: int, table_move: int, workspace: Any) -> None:
        """Give every move of a node its place in the order."""
        moves, scores = workspace.moves[ply], workspace.scores[ply]
        killers = workspace.killers[ply]
        player = np.int64(state.player)
        for index in range(count):
            move = moves[index]
            score = 0
            if has_order:
                score = -order_value(play(board, state, move))
            else:
                if uses_history:
                    score = workspace.history[player, move]
                if uses_killers and (move == killers[0] or move == killers[1]):
                    score = KILLER_FIRST
                if uses_noisy and is_noisy(board, state, move):
                    score += NOISY_FIRST
            if uses_table and move == table_move:
                score = TABLE_MOVE_FIRST
            scores[index] = score

    @kernel
    def bring_best_forward(ply: int, first: int, count: int, workspace: Any) -> None:
        """Swap the best move that is left to where it is looked at next."""
        moves, scores = workspace.moves[ply], workspace.scores[ply]
        best = first
        for index in range(first + 1, count):
            if scores[index] > scores[best]:
                best = index
        move, score = moves[best], scores[best]
        # Moving the others up one place keeps equals in the order of the rules.
        for index in range(best, first, -1):
            moves[index], scores[index] = moves[index - 1], scores[index - 1]
        moves[first], scores[first] = move, score

    @kernel
    def remember_line(ply: int, move: int, workspace: Any) -> None:
        """Put a move before the best line of its child."""
        line, below = workspace.line[ply], workspace.line[ply + 1]
        length = workspace.line_length[ply + 1]
        line[0] = move
        for index in range(length):
            line[index + 1] = below[index]
        workspace.line_length[ply] = length + 1

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

    @kernel
    def is_excluded(move: int, workspace: Any) -> bool:
        for index in range(workspace.excluded_count):
            if workspace.excluded[index] == move:
                return True
        return False

    @kernel
    def score_leaf(state: Any, ply: int, workspace: Any) -> int:
        outcome = result(board, state, count_moves(state, ply, workspace))
        if outcome != ONGOING:
            return final_score(outcome, ply)
        workspace.horizon = 1
        if repetitions > 0 and is_repeated(state, ply, workspace):
            return 0
        return value(state)

    @kernel(label=f"the search of {rules.name} {board.rows}x{board.columns}", seconds=8)
    def search(state: Any, depth: int, ply: int, alpha: int, beta: int, workspace: Any, table: Any) -> int:
        # Step 1. Leaves: the depth is used up.
        workspace.nodes += 1
        workspace.line_length[ply] = 0
        if depth <= 0 or ply >= MOST_PLIES:
            return score_leaf(state, ply, workspace)

        # Step 2. Somebody stopped us, or the nodes are used up.
        if workspace.stop != 0 or workspace.nodes > workspace.node_limit:
            workspace.stop = 1
            return 0

        # Step 3. The game is over, or this position has been here before.
        moves = workspace.moves[ply]
        count = legal_moves(board, state, moves)
        outcome = result(board, state, count)
        if outcome != ONGOING:
            return final_score(outcome, ply)
        if repetitions > 0 and is_repeated(state, ply, workspace) and ply > 0:
            workspace.horizon = 1  # it depends on the path: not the last word on this position
            return 0

        # Step 4. What the table knows.
        key = np.uint64(0)
        table_move = NO_MOVE
        if uses_table:
            key = hash_state(state)
            known = entries.find(table, key)
            if known != np.uint64(0):
                table_move = entries.move_of(known)
                known_depth = entries.depth_of(known)
                if ply > 0 and (known_depth == depth or (uses_deeper and known_depth > depth)):
                    score = entries.from_root(entries.score_of(known), ply)
                    bound = entries.bound_of(known)
                    if (
                        bound == EXACTLY
                        or (bound == AT_LEAST and score >= beta)
                        or (bound == AT_MOST and score <= alpha)
                    ):
                        if known_depth < COMPLETE:
                            workspace.horizon = 1
                        return score

        # Step 5. Try the moves, the most promising first.
        if is_ordered:
            score_moves(state, ply, count, table_move, workspace)
        best_score, best_move, first_alpha = -INFINITY, NO_MOVE, alpha
        horizon_before = workspace.horizon
        workspace.horizon = 0
        for index in range(count):
            if is_ordered:
                bring_best_forward(ply, index, count, workspace)
            move = moves[index]
            if ply == 0 and is_excluded(move, workspace):
                continue
            child = play(board, state, move)
            if uses_scouting and best_move != NO_MOVE:
                # Step 6. Later moves only have to be shown to be no better; late and quiet
                # ones less deeply at first.
                reduction = 0
                is_late = depth >= REDUCED_FROM_DEPTH and index >= REDUCED_AFTER
                if uses_reductions and is_late and not is_noisy(board, state, move):
                    reduction = 1 + (1 if index >= 4 * REDUCED_AFTER else 0)
                score = -search(child, depth - 1 - reduction, ply + 1, -alpha - 1, -alpha, workspace, table)
                if reduction > 0 and score > alpha:
                    score = -search(child, depth - 1, ply + 1, -alpha - 1, -alpha, workspace, table)
                if alpha < score < beta:
                    score = -search(child, depth - 1, ply + 1, -beta, -alpha, workspace, table)
            else:
                score = -search(child, depth - 1, ply + 1, -beta, -alpha, workspace, table)
            if workspace.stop != 0:
                return 0
            if score > best_score:
                best_score, best_move = score, move
                if score > first_alpha or not uses_pruning:
                    remember_line(ply, move, workspace)
                    if ply == 0:
                        workspace.root_score = score
            # Step 7. The opponent would never allow this: the other moves do not matter.
            if uses_pruning:
                alpha = max(alpha, best_score)
                if alpha >= beta:
                    remember_cut(state, ply, move, depth, workspace)
                    break

        # Step 8. Remember it, unless it is not the whole truth. Where every line was followed to
        # the end of the game, it is the truth at any depth.
        if uses_table and not (ply == 0 and workspace.excluded_count > 0):
            bound = AT_LEAST if best_score >= beta else EXACTLY
            if best_score <= first_alpha:
                bound = AT_MOST
            stored = entries.from_node(best_score, ply)
            is_complete = uses_deeper and workspace.horizon == 0
            reached = COMPLETE if is_complete else depth
            entries.store(table, key, stored, best_move, reached, bound, workspace.age)
        workspace.horizon |= horizon_before
        return best_score

    return search


def _make_count_moves(rules: Rules[Any, Any], board: Any) -> Callable[[Any, int, Any], int]:
    """Make the kernel that tells a leaf whether there are moves: by asking, or by listing them."""
    legal_moves, has_move = rules.legal_moves, rules.has_move
    if has_move is None:

        @kernel
        def list_moves(state: Any, ply: int, workspace: Any) -> int:
            return legal_moves(board, state, workspace.moves[ply])

        return list_moves

    @kernel
    def ask(state: Any, ply: int, workspace: Any) -> int:
        return 1 if has_move(board, state) else 0

    return ask


@kernel
def _is_never_noisy(board: Any, state: Any, move: int) -> bool:
    return False


@kernel
def _same_state(board: Any, state: Any) -> Any:
    return state
