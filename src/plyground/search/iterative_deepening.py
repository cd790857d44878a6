"""Iterative deepening: one depth after the other, until something says stop."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from plyground.core.position import Position
from plyground.search.constants import DEFAULT, Constants
from plyground.search.features import Features
from plyground.search.limit import Clock, Limit
from plyground.search.parallel import RootResult, RootSearch, ThreadPool
from plyground.search.proof import Judgement, wins_hold
from plyground.search.report import Line, Report
from plyground.search.score import DRAW, INFINITY, UNIT, plies_to_end
from plyground.search.time_management import (
    COMPARED_SHALLOWER,
    Finding,
    is_worth_comparing,
    lead_bound,
    paced_budget,
    plain_budget,
)
from plyground.search.workspace import MOST_PLIES

REPORT_SECONDS = 0.1
# What a search has unless it is given other constants.
ASPIRATION_WINDOW = round(DEFAULT.aspiration_window * UNIT)
ASPIRATION_FROM_DEPTH = round(DEFAULT.aspiration_from_depth)
WIDENING = round(DEFAULT.widening)


class IterativeDeepening:
    """One search: `run` in a thread of its own finds what `reports` tells."""

    def __init__(
        self,
        pool: ThreadPool,
        search_root: RootSearch,
        position: Position,
        features: Features,
        lines: int,
        constants: Constants = DEFAULT,
    ) -> None:
        self._pool = pool
        self._search_root = search_root
        self._position = position
        self._features = features
        self._is_mt = features.mtdf or features.sss
        self._window = round(constants.aspiration_window * UNIT)
        self._window_from_depth = constants.aspiration_from_depth
        self._widening = constants.widening
        self._judgement = Judgement(wins_hold(position), features.is_selective, features.cuts_by_guess)
        self._move_count = len(position.moves())
        self._line_count = min(lines, self._move_count)
        self._started = time.perf_counter()
        self._found = deque[Report]()  # what has not been reported yet
        self._is_over = threading.Event()
        self._failure: BaseException | None = None
        first = position.moves()[0]
        self._best = Report((Line(position, (first.code,), DRAW),), 0, 1, 0, 0.0)
        self._depth = 0  # the one that is being searched
        self._last_lines: list[tuple[Line, ...]] = []  # of the last two depths
        self._history: list[Finding] = []  # of all depths that were finished
        self._compared: tuple[int, bool] | None = None  # a move, and whether it is the only sensible one

    def reports(self, watch: Callable[[], None] = lambda: None) -> Iterator[Report]:
        """Yield what `run` finds, and where it stands while it finds nothing.

        `watch` is called ten times per second while it runs; what it raises ends the reports.

        The thread that waits here is woken at the end only, and looks up now and then: waking it
        for every depth would cost small searches a tenth of their time.
        """
        is_over = False
        while not is_over:
            is_over = self._is_over.wait(timeout=REPORT_SECONDS)
            if not is_over:
                watch()
            if not is_over and not self._found:
                yield self._progress()
            while self._found:
                yield self._found.popleft()
        if self._failure is not None:
            raise self._failure

    def run(self, limit: Limit) -> None:
        """Search one depth after the other until something says stop."""
        try:
            for depth in self._depths(limit):
                is_complete = self._search_depth(depth)
                if not is_complete or self._is_decided(depth) or self._is_late(limit):
                    break
        except BaseException as error:  # noqa: BLE001  # it is raised again where it is asked for
            self._failure = error
        finally:
            self._is_over.set()

    @property
    def pace(self) -> float:
        """Nodes per second, up to the last report."""
        return self._best.speed

    def _depths(self, limit: Limit) -> range:
        """Return the depths to search: all up to the deepest, or that one alone."""
        deepest = limit.depth or MOST_PLIES
        is_one_enough = limit.depth is not None and not self._features.deepening
        return range(deepest if is_one_enough else 1, deepest + 1)

    def _search_depth(self, depth: int) -> bool:
        """Search the best lines to one depth and report them; tell whether nothing stopped it."""
        self._depth = depth
        lines: list[Line] = []
        for rank in range(self._line_count):
            self._pool.exclude([line.codes[0] for line in lines])
            result = (
                self._search_by_null_windows(depth, rank) if self._is_mt else self._search_pv(depth, rank)
            )
            if result.pv:
                lines.append(self._line(result, depth, is_root_proved=not lines or lines[0].proved))
            if not result.is_complete:
                self._tell(self._report(self._best.depth, self._merged(lines)))
                return False
        self._tell(self._report(depth, lines))
        self._last_lines = [*self._last_lines[-1:], self._best.lines]
        best = self._best.lines[0]
        self._history.append(Finding(best.codes[0], best.exact_score))
        return True

    def _search_pv(self, depth: int, rank: int) -> RootResult:
        """Search the best line, at first in a window around its last two scores.

        Two, since many evaluations favour the side to move: scores of odd and of even depths
        lie apart.
        """
        is_narrow = self._features.aspiration and depth >= self._window_from_depth
        last = self._last_scores(rank)
        width = self._window if is_narrow and last else INFINITY
        return self._search_window(
            depth, min(last, default=DRAW) - width, max(last, default=DRAW) + width, width
        )

    def _search_window(self, depth: int, alpha: int, beta: int, width: int) -> RootResult:
        """Search in a window, and in wider ones until the score lies inside."""
        while True:
            result = self._search_root(depth, max(alpha, -INFINITY), min(beta, INFINITY))
            if not result.is_complete or alpha < result.score < beta:
                return result
            width = round(width * self._widening)
            if result.score <= alpha:
                alpha = result.score - width
            else:
                beta = result.score + width

    def _search_by_null_windows(self, depth: int, rank: int) -> RootResult:
        """Find a score by null windows alone: each raises its lower bound or lowers the upper one.

        MTD(f) begins at the score two depths before, of the same side's last move; MT-SSS* at the largest
        there is. A last search around the score finds the principal variation, which null windows leave open.
        (A. Plaat and others, "Best-first fixed-depth minimax algorithms", 1996.)
        """
        last = self._last_scores(rank)
        score = INFINITY if self._features.sss else last[0] if last else DRAW
        lower, upper = -INFINITY, INFINITY
        while lower < upper:
            beta = max(score, lower + 1)
            result = self._search_root(depth, beta - 1, beta)
            if not result.is_complete:
                return result
            score = result.score
            if score < beta:
                upper = score
            else:
                lower = score
        return self._search_window(depth, score - 1, score + 1, self._window)

    def _last_scores(self, rank: int) -> list[int]:
        """Return the scores of a line at the last two depths."""
        return [lines[rank].exact_score for lines in self._last_lines if rank < len(lines)]

    def _line(self, result: RootResult, depth: int, *, is_root_proved: bool) -> Line:
        """Return the line that was just searched, and what its score proves.

        A move that is proved to draw says nothing of the root while a better one may be found.
        """
        is_whole = is_root_proved and result.is_complete and not self._pool.reached_horizon
        proof = self._judgement.proof(result.score, depth, is_complete=result.is_complete, is_whole=is_whole)
        return Line(self._position, result.pv, result.score, proof)

    def _merged(self, lines: Sequence[Line]) -> list[Line]:
        """Complete the lines of an interrupted depth by those of the depth before.

        Where the best move of the depth before is tried first, a better one is really better. It
        is the table that remembers it; without one, any move may have come first, and the
        depth before tells more.
        """
        is_best_first = self._features.tt or self._features.root_splitting
        if not is_best_first and self._best.depth > 0:
            return list(self._best.lines)
        moves = {line.codes[0] for line in lines}
        others = [line for line in self._best.lines if line.codes[0] not in moves]
        return [*lines, *others][: self._line_count]

    def _tell(self, report: Report) -> None:
        self._best = report
        self._found.append(report)

    def _is_decided(self, depth: int) -> bool:
        """Tell whether all lines are proved, or a deeper search could not find anything new."""
        plies = [plies_to_end(line.exact_score) for line in self._best.lines]
        is_known = all(each is not None and each <= depth for each in plies)
        is_proved = all(line.proved for line in self._best.lines)
        return is_proved or is_known or not self._pool.reached_horizon

    def _is_late(self, limit: Limit) -> bool:
        """Tell whether a clock forbids to begin another depth."""
        if limit.clock is None:
            return False
        return self._move_count == 1 or self._seconds > self._budget(limit.clock)

    def _budget(self, clock: Clock) -> float:
        """Return the seconds after which no depth is begun."""
        history, window = self._history, self._window
        if not self._features.time_management:
            return plain_budget(clock, history)
        budget = paced_budget(clock, history, window)
        if not is_worth_comparing(history, self._seconds, budget):
            return budget
        return paced_budget(clock, history, window, is_alone=self._is_alone())

    def _is_alone(self) -> bool:
        """Tell whether the best move is the only sensible one: the others are searched once for each move."""
        move = self._history[-1].move
        if self._compared is None or self._compared[0] != move:
            bound = lead_bound(self._history, self._window)
            self._pool.exclude([move])
            others = self._search_root(self._depth - COMPARED_SHALLOWER, bound - 1, bound)
            self._compared = move, others.is_complete and others.score < bound
        return self._compared[1]

    @property
    def _seconds(self) -> float:
        return time.perf_counter() - self._started

    def _report(self, finished_depth: int, lines: Sequence[Line]) -> Report:
        # What is proved of the root holds for every move: no guess is better.
        most = lines[0].exact_score if lines[0].proved else INFINITY
        ranked = tuple(sorted(lines, key=lambda line: -min(line.exact_score, most)))
        pool = self._pool
        return Report(ranked, finished_depth, self._depth, pool.nodes, self._seconds, pool.table_fill)

    def _progress(self) -> Report:
        return self._report(self._best.depth, self._best.lines)
