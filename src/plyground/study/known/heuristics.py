"""Which heuristic should order the moves? Every one of them at the same depth and positions."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from plyground.core.guards import guarded
from plyground.core.heuristics import DataKernel, Heuristic
from plyground.core.position import Game, Position
from plyground.core.rules import ONGOING, Rules
from plyground.evaluation import Evaluation, find_evaluation, heuristics_on, usable_evaluation
from plyground.jit import kernel
from plyground.report.formats import duration, plural
from plyground.report.whiskers import Whisker
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
from plyground.study.content import Column, Kind, Section, Table, Value, WhiskerPlot, shown, three_digits
from plyground.study.declared import option, study
from plyground.study.published import DUEL_SECONDS, beside_duel
from plyground.study.samples import sample_position
from plyground.study.timed_searching import EvaluatedStudy, check_counts, looked_at

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


NONE = "none"

COLUMNS = (
    Column("order", "order"),
    Column("seconds", "time a move", Kind.SECONDS),
    Column("nodes", "nodes a move", Kind.COUNT),
    Column("first_cuts", "cut at once", Kind.SHARE),
    Column("nodes_ratio", "times fewer", Kind.TIMES),
    Column("seconds_ratio", "times faster", Kind.TIMES),
    Column("benefit", "benefit"),
)


class Task(NamedTuple):
    """A search of one position with the moves in one order."""

    order: str
    position: int


@dataclass(frozen=True)
class Ordered:
    """What a search found and took, and how many of its nodes were cut off, some by their first move."""

    score: float
    nodes: int
    seconds: float
    cuts: int
    first_cuts: int


@dataclass(frozen=True)
class Mean:
    """What one order costs on average, and how often it cuts at once."""

    seconds: float
    nodes: float
    first_cuts: float | None


@study("heuristics", game="duel")
@dataclass(frozen=True, kw_only=True)
class Heuristics(EvaluatedStudy[Task, Ordered]):
    """Every heuristic as the order of moves in alpha-beta: time, positions, cuts at the first move."""

    depth: int = option(5, "How deep every position is searched.")
    positions: int = option(12, "How many positions, from the beginning to the end of random games.")
    orders: str | None = option(None, "Which heuristics, such as moves,spacing; all by default.")

    def __post_init__(self) -> None:
        super().__post_init__()
        Limit(depth=self.depth)  # complains of what is no depth
        check_counts(positions=self.positions)

    def heuristics(self) -> list[Heuristic]:
        """Return the evaluation and the orders."""
        orders = [find_evaluation(self.start.game, name) for name in self._orders[1:]]
        return [*super().heuristics(), *orders]

    def plan(self) -> Iterator[Task]:
        """Search all positions in every order, and in that of the rules."""
        return itertools.starmap(Task, itertools.product(self._orders, range(self.positions)))

    def measure(self, task: Task) -> Ordered:
        """Search a position twice: to take the time, and to count the cuts."""
        order = None if task.order == NONE else task.order
        position = sample_position(self.start, task.position, self.positions, self.seed)
        found = self.searcher(PRESETS["alphabeta"], order).search(position, Limit(depth=self.depth))
        counted = self._counter(order).count(position, self.depth)
        return Ordered(found.score, found.nodes, found.seconds, counted.cuts, counted.first_cuts)

    def sections(self, results: Mapping[Task, Ordered]) -> list[Section]:
        """Compare every order with none."""
        means = {
            order: _mean([results[Task(order, number)] for number in range(self.positions)])
            for order in self._orders
        }
        plain = means[NONE]
        seconds = {order: mean.seconds for order, mean in means.items() if order in DUEL_SECONDS}
        rows = [_row(order, mean, plain) for order, mean in means.items()]
        positions = plural(self.positions, "position")
        caption = f"alpha-beta to depth {self.depth} with {self.evaluation.name}, mean of {positions}"
        return [
            Section(
                "Order of moves",
                [self._best(means), self._agreement(results)],
                Table(caption, COLUMNS, rows),
                [_plot(means, plain)],
            ),
            looked_at(self.start.game, self._orders[1:]),
            *([beside_duel(seconds)] if self.start.game.name == "duel" and seconds else []),
        ]

    @cached_property
    def _orders(self) -> list[str]:
        known = heuristics_on(self.start.game)
        return [NONE, *(self.orders.split(",") if self.orders else known)]

    @cached_property
    def _counter(self) -> Callable[[str | None], CutCounter]:
        return cache(partial(CutCounter, self.start.game, self.evaluation))

    def _best(self, means: Mapping[str, Mean]) -> str:
        plain = means[NONE]
        fewest = min(means, key=lambda order: means[order].nodes)
        fastest = min(means, key=lambda order: means[order].seconds)
        if fewest == NONE:
            return "No order needs fewer positions than that of the rules."
        fewer, usual = (shown(each.nodes, Kind.COUNT) for each in (means[fewest], plain))
        nodes = f"{fewer} a move instead of {usual}"
        if fastest == NONE:
            time = "no order saves time, since sorting costs more than it saves"
        else:
            instead = f"{duration(means[fastest].seconds)} a move instead of {duration(plain.seconds)}"
            time = f"{fastest} takes the least time, {instead}"
        return f"{fewest} needs the fewest positions, {nodes}; {time}."

    def _agreement(self, results: Mapping[Task, Ordered]) -> str:
        differing = [
            number
            for number in range(self.positions)
            if len({results[Task(order, number)].score for order in self._orders}) > 1
        ]
        if differing:
            return f"The value differs between orders in {plural(len(differing), 'position')}."
        return "All orders find the same value in every position."


def _mean(found: Sequence[Ordered]) -> Mean:
    cuts = sum(each.cuts for each in found)
    return Mean(
        statistics.fmean(each.seconds for each in found),
        statistics.fmean(each.nodes for each in found),
        sum(each.first_cuts for each in found) / cuts if cuts else None,
    )


def _row(order: str, mean: Mean, plain: Mean) -> tuple[Value, ...]:
    fewer, faster = plain.nodes / mean.nodes, plain.seconds / mean.seconds
    words = "the order of the rules" if order == NONE else benefit(fewer, faster)
    return order, mean.seconds, mean.nodes, mean.first_cuts, fewer, faster, words


def benefit(fewer: float, faster: float) -> str:
    """Say what an order is good for, from how many times fewer positions and less time it takes.

    >>> benefit(4.0, 2.0)
    'saves more than it costs'
    """
    if fewer < 1.05:
        return "cuts no better than no order" if fewer > 0.95 else "cuts worse than no order"
    if faster > 1.05:
        return "saves more than it costs"
    return "costs what it saves" if faster > 0.95 else "costs more than it saves"


def _plot(means: Mapping[str, Mean], plain: Mean) -> WhiskerPlot:
    rows = []
    for order, mean in means.items():
        fewer = plain.nodes / mean.nodes
        rows.append(Whisker(order, fewer, min(fewer, 1.0), max(fewer, 1.0), three_digits(fewer)))
    return WhiskerPlot(
        "Positions saved by every order",
        rows,
        "positions without an order, divided by those with it",
        "From 1, which is no benefit, to what each order saves; to the left of it an order does harm.",
    )
