"""One position being solved by searches: who wins, then by how much, then a line of best moves."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace

from plyground.core.position import Position
from plyground.search.limit import Limit
from plyground.solving.searcher import ExactSearcher
from plyground.solving.solution import Solution, final_margin, largest_margin

REPORT_SECONDS = 0.1
"""How often a run tells what is known."""


class SearchRun:
    """One position being solved, in a thread of its own: a kernel does not notice signals."""

    def __init__(
        self, searcher: ExactSearcher, position: Position, limit: Limit, *, only_winner: bool
    ) -> None:
        self._searcher = searcher
        self._only_winner = only_winner
        self._deadline = limit.deadline
        self._began = time.perf_counter()
        self._largest = largest_margin(position)
        self._known = Solution(position, searcher.method.name, -self._largest, self._largest)
        self._error: BaseException | None = None
        if limit.nodes is not None:
            searcher.limit_nodes(limit.nodes)

    def watch(self) -> Iterator[Solution]:
        """Yield what is proved so far; the last solution is the result."""
        thread = threading.Thread(target=self._work)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(self._seconds_to_wait())
                if self._deadline is not None and self._elapsed >= self._deadline:
                    self._searcher.stop()
                    thread.join()
                if thread.is_alive():
                    yield self._now()
        finally:
            self._searcher.stop()
            thread.join()
        if self._error is not None:
            raise self._error
        yield self._now()

    @property
    def _elapsed(self) -> float:
        return time.perf_counter() - self._began

    def _seconds_to_wait(self) -> float:
        if self._deadline is None:
            return REPORT_SECONDS
        return max(min(REPORT_SECONDS, self._deadline - self._elapsed), 0)

    def _now(self) -> Solution:
        return replace(self._known, nodes=self._searcher.nodes, seconds=self._elapsed)

    def _work(self) -> None:
        try:
            self._prove_value()
            if self._known.is_proved:
                self._follow_line()
        except BaseException as error:  # noqa: BLE001  # raised again where it is waited for
            self._error = error

    def _prove_value(self) -> None:
        """Prove who wins, in a window of three values; then by how much, on that side of 0."""
        position = self._known.position
        if position.outcome is not None:
            margin = final_margin(position)
            self._known = replace(self._known, low=margin, high=margin, distance=0)
            return
        self._narrow(position, -1, 1)
        known = self._known
        if known.low < known.high and known.is_proved and not self._only_winner:
            self._narrow(position, known.low - 1, known.high + 1)

    def _narrow(self, position: Position, alpha: int, beta: int) -> None:
        """Narrow the bounds by a search within a window."""
        score = self._searcher.search(position.state, alpha, beta)
        if self._searcher.has_stopped:
            return
        low, high = self._known.low, self._known.high
        if score > alpha:
            low = max(low, score)
        if score < beta:
            high = min(high, score)
        self._known = replace(self._known, low=low, high=high)

    def _follow_line(self) -> None:
        """Find a move that keeps what is proved, again and again until the game is over.

        No position comes twice: where moves can be taken back, a winner could put off the end for ever.
        """
        position, low, high = self._known.position, self._known.low, self._known.high
        seen = {position.repetition_key}
        while position.outcome is None:
            move = self._searcher.keeping_move(position, low, seen)
            if move is None:
                return
            self._known = replace(self._known, line=(*self._known.line, move))
            position, low, high = position.play(move), -high, -low
            seen.add(position.repetition_key)
