"""Solving positions by retrograde analysis, as the solver does it: with limits, and a principal variation."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from plyground.core.position import Game, Move, Position
from plyground.search.limit import Limit
from plyground.search.parallel import thread_count
from plyground.solving.retrograde.analysis import Retrograde
from plyground.solving.retrograde.listing_checkpoint import ListingCheckpoint
from plyground.solving.searcher import SPARE_BYTES
from plyground.solving.solution import Solution, final_margin, largest_margin
from plyground.tables.exact import SolvedPositions

RETROGRADE, TABLE = "retrograde", "table"
"""The names of methods: an analysis in memory, and a table on disk."""
REPORT_SECONDS = 0.1
_MEGABYTES_TO_COMPILE = 1


class RetrogradeSolver:
    """Solves positions of one game. The last analysis is kept: what it reached is known at once."""

    def __init__(self, game: Game, megabytes: int, *, threads: int = 1) -> None:
        self._game, self._megabytes, self._threads = game, megabytes, thread_count(threads)
        self.analysis: Retrograde | None = None
        self.has_listed_all = False
        """Whether a run is about to use up what it has listed: no later checkpoint has anything to keep."""
        self._listing: Retrograde | None = None  # until its values are worked out
        self._checkpoint: ListingCheckpoint | None = None
        self._is_prepared = False
        self._is_stopped = False

    def make_room(self, size: int) -> bool:
        """Tell whether the analysis leaves so many bytes of the limit."""
        used = sum(kept.nbytes for kept in (self.analysis, self._listing) if kept is not None)
        return used + size <= (self._megabytes << 20) + SPARE_BYTES

    def prepare(self) -> None:
        """Compile, which does not count as time of a run."""
        if not self._is_prepared:
            next(Retrograde(self._game.start(), _MEGABYTES_TO_COMPILE).steps())
            self._is_prepared = True

    def begin(self) -> None:
        """Get ready for a run."""
        self._is_stopped = False

    def stop(self) -> None:
        """End the run under way."""
        self._is_stopped = True

    def clear(self) -> None:
        """Forget the last analysis."""
        self.analysis = self._listing = self._checkpoint = None

    def keep_listing(self, folder: Path, subject: str, seconds: float) -> None:
        """Append what is newly listed to the files of a folder; nothing once values are worked out.

        Raises:
            OSError: it cannot be written.
        """
        listing = self._listing
        if listing is None:
            return
        if self._checkpoint is None or self._checkpoint.folder != folder:
            folder.mkdir(exist_ok=True)
            self._checkpoint = ListingCheckpoint(folder, _named(subject, listing.root))
        self._checkpoint.keep(listing, seconds)

    def load_listing(self, folder: Path, subject: str, root: Position) -> float | None:
        """Take up what was kept, for the next run; return after how many seconds, None if it is unusable."""
        listing = Retrograde(root, self._megabytes, threads=self._threads)
        checkpoint = ListingCheckpoint(folder, _named(subject, root))
        if not checkpoint.load(listing):
            return None
        self._listing, self._checkpoint = listing, checkpoint
        return checkpoint.seconds

    def run(self, position: Position, limit: Limit) -> Iterator[Solution]:
        """Yield what is proved so far; the last solution is the result.

        Raises:
            OptionError: the positions do not fit into memory.
        """
        began = time.perf_counter()
        analysis = self.analysis
        if analysis is None or analysis.look_up(position.repetition_key) is None:
            self.analysis = None
            analysis = self._begun(position)
            already, told = len(analysis), began
            for nodes in self._steps(analysis):
                now = time.perf_counter()
                seconds = now - began
                is_late = limit.deadline is not None and seconds >= limit.deadline
                is_full = limit.nodes is not None and nodes - already >= limit.nodes
                is_over = self._is_stopped or is_late or is_full
                if is_over or self.has_listed_all or now - told >= REPORT_SECONDS:
                    told = now
                    yield _unsolved(position, nodes, seconds)
                if is_over:
                    return
            self.analysis = analysis
        yield solution_of(analysis, position, RETROGRADE, nodes=len(analysis), began=began)

    def _begun(self, position: Position) -> Retrograde:
        """Return the analysis of a position, with what an earlier run has listed of it if that is there."""
        listing = self._listing
        if listing is None or listing.root.repetition_key != position.repetition_key:
            self.clear()  # first, since its memory is needed
            self._listing = listing = Retrograde(position, self._megabytes, threads=self._threads)
        return listing

    def _steps(self, analysis: Retrograde) -> Iterator[int]:
        """Analyse, a step at a time; yield how many positions are listed."""
        self.has_listed_all = False
        for progress in analysis.explore():
            yield progress.positions
        self.has_listed_all = True
        yield len(analysis)
        self.has_listed_all, self._listing = False, None
        for progress in analysis.solve():
            yield progress.positions


def _unsolved(position: Position, nodes: int, seconds: float) -> Solution:
    largest = largest_margin(position)
    return Solution(position, RETROGRADE, -largest, largest, nodes=nodes, seconds=seconds)


def _named(subject: str, root: Position) -> str:
    """Name an analysis by its rules and its root, whose counters are not in it."""
    return f"{subject} {Position(root.game, root.repetition_key).text}"


def solution_of(
    solved: SolvedPositions, position: Position, method: str, *, nodes: int, began: float
) -> Solution:
    """Return what solved positions say about one of them.

    If a counter can end the game before a win is reached, the winner gets a draw at least.
    """
    largest = largest_margin(position)
    exact, bare = solved.probe(position), solved.probe_without_counters(position)
    if position.outcome is not None:
        low = high = final_margin(position)
    elif bare is None:
        low, high = -largest, largest
    elif exact is not None:
        low = high = exact.rank[0]
    else:
        low, high = (0, largest) if bare.value == "win" else (-largest, 0)
    distance = None if exact is None else exact.distance
    line = tuple(follow(solved, position)) if low == high else ()
    seconds = time.perf_counter() - began
    return Solution(position, method, low, high, line, nodes=nodes, seconds=seconds, distance=distance)


def follow(solved: SolvedPositions, position: Position) -> Iterator[Move]:
    """Yield best moves, until the game is over or a position comes again."""
    seen = set()
    while position.outcome is None and position.repetition_key not in seen:
        seen.add(position.repetition_key)
        move = solved.best_move(position)
        if move is None:
            return
        yield move
        position = position.play(move)
