"""The engine as people use it: the search, tables of solved positions, and the exact solver."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any

from plyground.core.position import Move, Position
from plyground.errors import TableError, TableWarning
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit
from plyground.search.proof import Proof
from plyground.search.report import Line, Report
from plyground.search.score import DRAW, LONGEST_LINE, UNIT, WIN
from plyground.search.searcher import DEFAULT_MEGABYTES
from plyground.search.workspace import MOST_PLIES
from plyground.solving import Solution, Solver
from plyground.solving.proof_engine import line_of
from plyground.tables import Exact, Table, find_table

__all__ = ["DEFAULT_MEGABYTES", "Engine"]

UNLIMITED_SECONDS = 60.0
"""Without a limit, positions that can be solved within this time are solved."""
UNLIMITED_SEARCH = 1.0

# The solver's table is on top of that of the search, and small: what it is used for takes seconds at most.
TABLE_SHARE = 4
MOST_TABLE_MEGABYTES = 16

FIRST_PACE = 5e6  # positions per second, until a rate is measured
WORTH_A_PACE = 100_000  # positions; shorter runs say little


class Engine(SearchEngine):
    """Searches positions of one game with one evaluation.

    >>> import plyground as ply
    >>> game = ply.game("breakthrough", size=4)
    >>> engine = ply.Engine(game, evaluate="piece")
    >>> engine.best_move(game.start(), ply.Limit(depth=4))
    Move('a3-a2')

    Args:
        game: the game, on a board of some size.
        evaluate: the evaluation, as a text such as ``complete`` or ``2*piece+mobility``, a
            heuristic or a function; `best` by default.
        algorithm: ``engine``, ``minimax``, ``alphabeta``, ``mtdf`` and others: presets of the features.
        features: the features one by one, instead of an algorithm.
        order: a heuristic that sorts the children of every node, instead of the engine's move ordering.
        threads: how many threads search together; 0 for one per core.
        megabytes: the size of the transposition table.
        constants: numbers of the search that can be tuned.

    If there is a table of the board (`plyground tables build`) that knows the position, it has the answer.
    Where a game estimates how hard a position is to solve (`Rules.exact_effort`), and that fits into the
    limit, the engine searches briefly and then calls the exact solver: first for who wins, then for
    the margin. A limit of depth asks for a search of that depth, and disables both. What the
    solver visits counts as nodes. Its table comes on top, a quarter of `megabytes` and 16 at most.

    The table is kept from one search to the next. An engine runs one search at a time: any
    other call meanwhile, from this thread or another, raises `EngineBusyError`. Only
    `stop` may be called at any time. To search in several threads or processes, make an engine in each.
    """

    _solver: Solver | None = None
    _table: Table | None = None
    _solver_pace = FIRST_PACE

    def _halt(self) -> None:
        super()._halt()
        if self._solver is not None:
            self._solver.stop()

    def _forget(self) -> None:
        super()._forget()
        if self._solver is not None:
            self._solver.clear()

    def _prepare(self) -> None:
        if not self._is_prepared and self.features.tablebases:
            self._table = find_table(self.game)
        super()._prepare()
        can_solve = self.features.solver and self.game.rules.exact_effort is not None
        if can_solve and self._solver is None:
            megabytes = min(self.megabytes // TABLE_SHARE, MOST_TABLE_MEGABYTES)
            self._solver = Solver(self.game, megabytes=megabytes)
            self._solver.prepare()

    def _think(self, position: Position, limit: Limit, lines: int) -> Generator[Report, None, None]:
        """Probe the table, or search; only briefly where the rest can be solved within the limit."""
        exact = None if limit.depth else self._looked_up(position, lines)
        if exact is not None:
            yield exact
            return
        if self._solver is None or not self._can_solve(position, limit, lines):
            yield from super()._think(position, limit, lines)
            return
        began = time.perf_counter()
        first = _first_part(limit, self.constants.search_share)
        for report in super()._think(position, first, lines):  # the last one is needed
            yield report
        if not self._is_told_to_stop.is_set():
            yield from self._solve(_Rest(position, report, limit, began, self._margin), lines, self._solver)

    def _looked_up(self, position: Position, lines: int) -> Report | None:
        """Return the table's answer; a table that turns out to be damaged is not probed again."""
        if self._table is None:
            return None
        try:
            return _probed_report(self._table, position, lines)
        except TableError as error:
            warnings.warn(str(error), TableWarning, stacklevel=2)
            self._table = None
            return None

    def _can_solve(self, position: Position, limit: Limit, lines: int) -> bool:
        """Return whether the solver needs no more positions than the limit leaves for it."""
        game, effort = position.game, position.game.rules.exact_effort
        is_forced = limit.clock is not None and len(position.moves()) == 1
        if effort is None or limit.depth is not None or is_forced:
            return False
        roots = [position] if lines == 1 else [position.play(move) for move in position.moves()]
        needed = sum(2.0 ** effort(game.board, each.state) for each in roots if each.outcome is None)
        return bool(needed <= (1 - self.constants.search_share) * self._affordable(limit))

    def _affordable(self, limit: Limit) -> float:
        """Return how many positions the solver can visit within a limit."""
        planned = None if limit.clock is None else limit.clock.planned
        seconds = min((each for each in (limit.seconds, planned) if each is not None), default=None)
        if seconds is None and limit.nodes is None:
            seconds = UNLIMITED_SECONDS
        by_time = math.inf if seconds is None else seconds * self._solver_pace
        return min(by_time, math.inf if limit.nodes is None else limit.nodes)

    def _solve(self, rest: _Rest, lines: int, solver: Solver) -> Iterator[Report]:
        """Prove who wins, then by how much; for several lines the margin of every move."""
        if lines > 1:
            yield from self._solve_moves(rest, lines, solver)
            return
        for only_winner in (True, False):
            solution = yield from self._solved(rest, rest.position, solver, only_winner=only_winner)
            if solution is None or solution.move is None:
                return
            if solution.margin is not None or not rest.best.proved:
                yield rest.report([line_of(solution)], is_complete=True)
            if solution.margin is not None:
                return

    def _solve_moves(self, rest: _Rest, lines: int, solver: Solver) -> Iterator[Report]:
        found: list[Line] = []
        for move in rest.position.moves():
            after = rest.position.play(move)
            solution = yield from self._solved(rest, after, solver, only_winner=False)
            if solution is None or solution.margin is None:
                return
            found.append(_line_before(rest.position, move.code, line_of(solution)))
        found.sort(key=lambda line: -(line.margin or 0))
        yield rest.report(found[: len(rest.best.lines)], is_complete=True)

    def _solved(
        self, rest: _Rest, position: Position, solver: Solver, *, only_winner: bool
    ) -> Generator[Report, None, Solution | None]:
        """Run the solver, report progress, and return what is proved; None if something ended it before."""
        limit = rest.left
        if limit is None:
            return None
        for solution in solver.run(position, limit, only_winner=only_winner):
            if self._is_told_to_stop.is_set():
                solver.stop()
            rest.solver_nodes = rest.solved_nodes + solution.nodes
            yield rest.report(rest.best.lines, is_complete=False)
        rest.solved_nodes = rest.solver_nodes
        if solution.nodes > WORTH_A_PACE:
            self._solver_pace = solution.nodes / solution.seconds
        return solution if solution.is_proved else None


@dataclass
class _Rest:
    """What is left of a limit after a first search of a position, and what was found so far."""

    position: Position
    best: Report
    limit: Limit
    began: float
    margin: Any
    solved_nodes: int = 0  # of runs of the solver that are over
    solver_nodes: int = 0  # with the one under way

    @property
    def left(self) -> Limit | None:
        """The limit of the next run, None if nothing is left."""
        deadline, nodes = self.limit.deadline, self.limit.nodes
        seconds = None if deadline is None else self.margin.before(deadline) - self._seconds
        left = None if nodes is None else nodes - self._nodes
        if (seconds is not None and seconds <= 0) or (left is not None and left <= 0):
            return None
        return Limit(seconds=seconds, nodes=left)

    def report(self, lines: Any, *, is_complete: bool) -> Report:
        """Report lines that are proved and so complete, or where the solver stands."""
        depth = max(self.best.depth, *(len(line.codes) for line in lines)) if is_complete else self.best.depth
        current = depth if is_complete else depth + 1
        report = replace(
            self.best,
            lines=tuple(lines),
            depth=depth,
            current_depth=current,
            nodes=self._nodes,
            seconds=self._seconds,
        )
        if is_complete:
            self.best = replace(report, nodes=self.best.nodes)
        return report

    @property
    def _seconds(self) -> float:
        return time.perf_counter() - self.began

    @property
    def _nodes(self) -> int:
        return self.best.nodes + self.solver_nodes


def _first_part(limit: Limit, share: float) -> Limit:
    """Return the limit of the search that comes before the solver."""
    deadline = UNLIMITED_SEARCH if limit.deadline is None and limit.nodes is None else limit.deadline
    return Limit(
        seconds=None if deadline is None else share * deadline,
        nodes=None if limit.nodes is None else max(int(share * limit.nodes), 1),
    )


def _line_before(position: Position, code: int, line: Line) -> Line:
    """Put a move before a line of the position after it."""
    value, margin = line.value or "draw", line.margin
    turned = {"win": Proof("loss"), "draw": Proof("draw"), "loss": Proof("win")}[value]
    step = 0 if value == "draw" else UNIT if value == "win" else -UNIT
    proof = replace(turned, margin=None if margin is None else -margin)
    return Line(position, (code, *line.codes), step - line.exact_score, proof)


def _probed_report(table: Table, position: Position, lines: int) -> Report | None:
    """Return the best moves with their exact values, None if the table does not know that of the position."""
    root = table.probe(position)
    if root is None:
        return None
    known = [(move, exact) for move, exact in table.moves(position) if exact is not None]
    known.sort(key=lambda each: each[1].rank, reverse=True)
    if not known or known[0][1].rank != root.rank:  # counters hide the move that has the value
        return None
    found = tuple(_probed_line(table, position, move, exact) for move, exact in known[:lines])
    depth = max(len(line.codes) for line in found)
    return Report(found, depth, depth, 1 + len(known), 0.0)


def _probed_line(table: Table, position: Position, move: Move, exact: Exact) -> Line:
    """Follow best moves to the end of the game, if there is one: a draw may never end."""
    moves, after = [move], position.play(move)
    follows = exact.value != "draw" or table.game.rules.repetition_key is None
    while follows and after.outcome is None and len(moves) < MOST_PLIES:
        best = table.best_move(after)
        if best is None:
            break
        moves.append(best)
        after = after.play(best)
    plies = exact.distance or (len(moves) if after.outcome is not None else LONGEST_LINE)
    score = {"win": WIN - plies * UNIT, "draw": DRAW, "loss": plies * UNIT - WIN}[exact.value]
    codes = tuple(each.code for each in moves)
    return Line(position, codes, score, Proof(exact.value, exact.margin, exact.distance))
