"""Exact margins by alpha-beta: a principal variation search to the end of the game, for any rules.

The contract is fail-soft alpha-beta. A score between alpha and beta is the margin for the side to move; a
score of at most alpha is an upper bound on it, a score of at least beta a lower one. A game may bring a
search of its own with the same contract (`Rules.make_exact_search`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.core.guards import guarded
from plyground.core.heuristics import Evaluator
from plyground.core.instructions import as_int, at, larger, smaller
from plyground.core.rules import ONGOING, Rules
from plyground.jit import kernel
from plyground.search.workspace import MOST_PLIES
from plyground.solving.bounds_table import LAYOUT, NO_MOVE, TT, cost_of
from plyground.solving.solver_workspace import STOPPED, TOO_LONG, Method, make_workspace

ExactSearch = Callable[[Any, int, int, Any], int]
"""Takes ``(state, alpha, beta, workspace)``. If it sets ``workspace.stop``, what it returns means nothing."""

LONGEST_GAME = MOST_PLIES - 2
"""Games of more plies than this cannot be followed to their end."""

_NOTHING = -(1 << 20)
_HASH_MOVE_RANK = 1 << 20


def make_alphabeta(rules: Rules[Any, Any], board: Any, evaluator: Evaluator | None = None) -> Method:
    """Compile alpha-beta for one game on one board, as a method of the solver.

    A game's own search may order moves by an evaluation.
    """
    probe = TT.probe

    @kernel
    def find_move(state: Any, goal: int, workspace: Any) -> int:
        _, _, move = probe(state, workspace)
        return move

    search = make_exact_search(rules, board, evaluator)
    return Method(
        "alphabeta", search, find_move, make_workspace, LONGEST_GAME, cost_of, LAYOUT, evaluator=evaluator
    )


def make_exact_search(rules: Rules[Any, Any], board: Any, evaluator: Evaluator | None = None) -> ExactSearch:
    """Compile the search for exact margins: the game's own, or the one that needs the rules alone."""
    if rules.make_exact_search is not None:
        return rules.make_exact_search(board, TT, None if evaluator is None else evaluator.kernel)
    return make_general_search(rules, board)


def make_general_search(rules: Rules[Any, Any], board: Any) -> ExactSearch:
    """Compile the search that needs the rules of a game alone."""
    search = _make_search(rules, board)

    @kernel(label=f"the solver of {rules.name} {board.rows}x{board.columns}")
    def exact_search(state: Any, alpha: int, beta: int, workspace: Any) -> int:
        ply = 0
        return search(state, ply, alpha, beta, workspace)

    return exact_search


def _make_search(rules: Rules[Any, Any], board: Any) -> Callable[..., int]:
    rules = guarded(rules, board)
    legal_moves, play, result, decided = (
        rules.legal_moves,
        rules.play,
        rules.result,
        rules.decided or is_open,
    )
    largest = rules.largest_margin(board)
    probe, store, is_busy, enter, leave = TT
    rank_moves = _make_rank_moves(rules, board)

    @kernel
    def search(state: Any, ply: int, alpha: int, beta: int, workspace: Any) -> int:
        # Step 1. Count the node, and stop at a limit.
        workspace.nodes += 1
        if workspace.nodes > workspace.node_limit:
            workspace.stop = STOPPED
        if ply >= LONGEST_GAME:
            workspace.stop = TOO_LONG
        if workspace.stop != 0:
            return 0

        # Step 2. The game is over, or decided. A margin beyond the largest that the game declares counts
        # as that.
        count = legal_moves(board, state, workspace.moves[at(ply)])
        outcome = result(board, state, count)
        if outcome == ONGOING:
            outcome = decided(board, state)
        if outcome != ONGOING:
            return larger(smaller(outcome, largest), -largest)

        # Step 3. Probe the transposition table.
        first_alpha, first_beta = alpha, beta
        low, high, hash_move = probe(state, workspace)
        if low >= beta:
            return low
        if high <= alpha or low == high:
            return high
        alpha, beta = larger(alpha, low), smaller(beta, high)

        # Step 4. Search the first move with the whole window, the others with an empty one; search again
        # what turns out to be better. What another thread is searching is deferred to the end of the list:
        # moves that were tried make room for it.
        rank_moves(state, ply, count, hash_move, workspace)
        best, best_move, deferred, index = _NOTHING, NO_MOVE, 0, 0
        while index < count + deferred:
            is_late, is_first, index = index >= count, index == 0, index + 1
            if is_late:
                move = as_int(workspace.moves[at(ply), at(index - 1 - count)])
            else:
                move = _next_move(ply, index - 1, count, workspace)
            child = play(board, state, move)
            if not is_first and not is_late and is_busy(child, workspace):
                workspace.moves[at(ply), at(deferred)] = move
                deferred += 1
                continue
            enter(child, workspace)
            bound = beta if is_first else alpha + 1
            score = -search(child, ply + 1, -bound, -alpha, workspace)
            if alpha < score < beta and bound < beta:
                score = -search(child, ply + 1, -beta, -score, workspace)
            leave(child, workspace)
            if score > best:
                best, best_move = score, move
                alpha = larger(alpha, best)
                if alpha >= beta:
                    break

        # Step 5. Store the bounds; nodes near the root cost more to find again.
        if workspace.stop != 0:
            return 0
        low = best if best > first_alpha else -largest
        high = best if best < first_beta else largest
        store(state, low, high, best_move, MOST_PLIES - ply, workspace)
        return best

    return search


@kernel
def is_open(board: Any, state: Any) -> int:
    """Stand for `Rules.decided` of a game that has none."""
    return ONGOING


def _make_rank_moves(rules: Rules[Any, Any], board: Any) -> Callable[..., None]:
    """Make the kernel that ranks the moves of a node: the hash move, then by the replies they leave."""
    legal_moves, play = rules.legal_moves, rules.play

    @kernel(is_inlined=False)
    def rank_moves(state: Any, ply: int, count: int, hash_move: int, workspace: Any) -> None:
        for index in range(count):
            move = as_int(workspace.moves[at(ply), at(index)])
            rank = _HASH_MOVE_RANK
            if move != hash_move:
                rank = -legal_moves(board, play(board, state, move), workspace.moves[at(ply + 1)])
            workspace.ranks[at(ply), at(index)] = rank

    return rank_moves


@kernel
def _next_move(ply: int, index: int, count: int, workspace: Any) -> int:
    """Swap the move that ranks highest among those left to this index, and return it."""
    moves, ranks = workspace.moves[at(ply)], workspace.ranks[at(ply)]
    best = index
    for other in range(index + 1, count):
        if ranks[at(other)] > ranks[at(best)]:
            best = other
    if best != index:
        moves[at(index)], moves[at(best)] = moves[at(best)], moves[at(index)]
        ranks[at(index)], ranks[at(best)] = ranks[at(best)], ranks[at(index)]
    return as_int(moves[at(index)])
