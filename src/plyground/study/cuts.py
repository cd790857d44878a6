"""How often alpha-beta cuts, and how often already at the first move: a good order shows there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from plyground.core.guards import guarded
from plyground.core.heuristics import DataKernel
from plyground.core.position import Game, Position
from plyground.core.rules import ONGOING, Rules
from plyground.evaluation import Evaluation, usable_evaluation
from plyground.jit import kernel
from plyground.search.features import PRESETS
from plyground.search.limit import Limit
from plyground.search.movepick import TRIED, make_move_picker, pick
from plyground.search.parallel import ThreadPool
from plyground.search.quiescence import final_score, make_value
from plyground.search.repetition import make_is_repeated
from plyground.search.score import INFINITY
from plyground.search.tt import make_table
from plyground.search.watchdog import Suspects, run_watched
from plyground.search.workspace import NO_MOVE, make_workspace

NODES, CUTS, FIRST_CUTS = range(3)

Visit = Callable[[Any, int, int, int, int, Any, Any], int]


class Cuts(NamedTuple):
    """The nodes of a search, those that were cut off, and those that their first move cut off."""

    nodes: int
    cuts: int
    first_cuts: int


class CutCounter:
    """Alpha-beta as the textbook has it, compiled, which counts its cuts."""

    def __init__(self, game: Game, evaluate: Evaluation, order: Evaluation | None = None) -> None:
        evaluator = usable_evaluation(game, evaluate)
        orderer = None if order is None else usable_evaluation(game, order)
        order_kernel = None if orderer is None else orderer.kernel
        self._visit = _make_visit(game.rules, game.board, evaluator.kernel, order_kernel)
        self._suspects = Suspects.of(game, evaluate, order)
        table = make_table(0)
        workspace = make_workspace(game.rules, game.board, table)
        self._pool = ThreadPool(self._no_search, [workspace], table, evaluator, orderer)

    def count(self, position: Position, depth: int) -> Cuts:
        """Search a position to a depth."""
        pool, counts = self._pool, np.zeros(3, np.int64)
        pool.begin(position, Limit())
        run_watched(
            lambda: self._visit(position.state, depth, 0, -INFINITY, INFINITY, pool.workspaces[0], counts),
            self._suspects,
            lambda: int(counts[NODES]),
            stop=pool.stop,
        )
        return Cuts(*counts.tolist())

    def _no_search(self, *arguments: Any) -> int:
        raise AssertionError("only the memory of a pool is needed here; `count` searches by itself")


def _make_visit(
    rules: Rules[Any, Any],
    board: Any,
    evaluate: DataKernel,
    order: DataKernel | None,
) -> Visit:
    rules = guarded(rules, board)
    play, result = rules.play, rules.result
    is_repeated, is_near_end = make_is_repeated(rules, board), False
    value = make_value(board, evaluate)
    order_value = None if order is None else make_value(board, order)
    is_sorted, _, _, list_moves, _ = make_move_picker(rules, board, PRESETS["alphabeta"], order_value)

    @kernel(label=f"the counting of cuts in {rules.name} {board.rows}x{board.columns}")
    def visit(state: Any, depth: int, ply: int, alpha: int, beta: int, workspace: Any, counts: Any) -> int:
        counts[NODES] += 1
        is_tried, is_leaf = False, depth == 0
        count = list_moves(state, ply, NO_MOVE, is_tried, is_sorted and not is_leaf, workspace)
        outcome = result(board, state, count)
        if outcome != ONGOING:
            return final_score(outcome, ply)
        is_draw = is_repeated(state, ply, is_near_end, workspace) and ply > 0
        if is_draw or workspace.stop != 0:
            return 0
        if is_leaf:
            return value(state, workspace.evaluation)
        best_score = -INFINITY
        for move_count in range(count):
            child = play(board, state, pick(move_count, count, ply, TRIED, is_sorted, workspace))
            score = -visit(child, depth - 1, ply + 1, -beta, -alpha, workspace, counts)
            best_score = max(best_score, score)
            alpha = max(alpha, best_score)
            if alpha >= beta:
                counts[CUTS] += 1
                counts[FIRST_CUTS] += move_count == 0
                break
        return best_score

    return visit
