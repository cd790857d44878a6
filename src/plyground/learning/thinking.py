"""Choosing a move with a budget of nodes, compiled: iterative deepening without a return to Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core.instructions import as_int, at, larger, smaller
from plyground.core.position import Game
from plyground.core.rules import Rules
from plyground.jit import kernel
from plyground.search.alphabeta import make_search
from plyground.search.features import Features
from plyground.search.iterative_deepening import ASPIRATION_FROM_DEPTH, ASPIRATION_WINDOW, WIDENING
from plyground.search.score import INFINITY, LONGEST_LINE, UNIT, WIN
from plyground.search.tt import table_of
from plyground.search.workspace import KILLERS, MOST_PLIES, NO_MOVE

Think = Callable[[Any, int, Any], tuple[int, int]]
"""Takes ``(state, nodes, workspace)`` of a game that is not over; returns score and move."""

PROVED = WIN - LONGEST_LINE * UNIT
"""A score of this size or more is a won game, or a lost one."""

# The next depth takes several times the nodes of all before: it is not begun where it would hardly end.
LAST_START = 2

AGED_BY = 8
"""What is left of the history from move to move, as `ThreadPool.begin` has it."""


def make_think(
    rules: Rules[Any, Any], board: Any, evaluate: Callable[..., float], features: Features
) -> Think:
    """Make the kernel that chooses a move within a budget of nodes.

    The workspace has the positions before the root in ``keys``, ``past`` and ``seen``, as `search.repetition`
    reads them. The score is that of the last depth that was searched to its end, or of a better move
    that an unfinished depth found.
    """
    search = make_search(rules, board, evaluate, features)
    uses_windows = features.aspiration

    @kernel
    def search_depth(state: Any, depth: int, last: int, before: int, workspace: Any) -> int:
        """Search to a depth, at first in a window around the last two scores, as iterative deepening does."""
        width = INFINITY
        if uses_windows and depth >= ASPIRATION_FROM_DEPTH:
            width = ASPIRATION_WINDOW
        alpha, beta = smaller(last, before) - width, larger(last, before) + width
        while True:
            workspace.horizon = 0
            low, high = larger(alpha, -INFINITY), smaller(beta, INFINITY)
            score = search(state, depth, 0, low, high, workspace)
            if workspace.stop != 0 or alpha < score < beta:
                return score
            width *= WIDENING
            if score <= alpha:
                alpha = score - width
            else:
                beta = score + width

    @kernel(is_inlined=False)
    def think(state: Any, nodes: int, workspace: Any) -> tuple[int, int]:
        begin_move(nodes, workspace)
        best_score, best_move, before = 0, NO_MOVE, 0
        for depth in range(1, MOST_PLIES):
            last = best_score
            score = search_depth(state, depth, last, before, workspace)
            if workspace.stop != 0:
                if workspace.pv_length[0] > 0:
                    best_score, best_move = as_int(workspace.root_score), as_int(workspace.pv[0, 0])
                break
            before = last
            best_score, best_move = score, as_int(workspace.pv[0, 0])
            is_decided = score >= PROVED or score <= -PROVED or workspace.horizon == 0
            if is_decided or workspace.nodes * LAST_START > nodes:
                break
        return best_score, best_move

    return think


_made: dict[tuple[object, ...], Think] = {}


def think_with(game: Game, evaluate: Callable[..., float], features: Features) -> Think:
    """Return the kernel of `make_think` for a game, made once for each evaluation."""
    key = game.rules, game.board, evaluate, features
    if key not in _made:
        _made[key] = make_think(game.rules, game.board, evaluate, features)
    return _made[key]


@kernel
def begin_move(nodes: int, workspace: Any) -> None:
    """Prepare a workspace for the next move of a game, as `ThreadPool.begin` does."""
    workspace.nodes, workspace.node_limit = 0, nodes
    workspace.stop, workspace.is_shared, workspace.excluded_count = 0, 0, 0
    workspace.age += np.uint64(1)
    for ply in range(MOST_PLIES + 2):
        for place in range(KILLERS):
            workspace.killers[at(ply), at(place)] = NO_MOVE
    for player in range(2):
        history = workspace.history[at(player)]
        for move in range(len(history)):
            history[at(move)] //= AGED_BY


@kernel(is_inlined=False)
def begin_game(workspace: Any) -> None:
    """Forget all earlier games: a game is the same whichever were played before it."""
    workspace.age = np.uint64(0)
    workspace.seen[0], workspace.seen[1] = 0, 0
    for player in range(2):
        history = workspace.history[at(player)]
        for move in range(len(history)):
            history[at(move)] = 0
    clear_table(workspace)


@kernel
def clear_table(workspace: Any) -> None:
    """Empty the transposition table of a workspace."""
    table = table_of(workspace)
    for index in range(len(table)):
        entry = table[at(index)]
        entry.check, entry.content = np.uint64(0), np.uint64(0)
