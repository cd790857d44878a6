"""What do more threads bring? Root moves shared out, and one tree with a shared table."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from plyground.core.position import Position
from plyground.errors import OptionError
from plyground.report.formats import duration, plural
from plyground.report.lines import Axes, LinePoint
from plyground.search.engine import SearchEngine
from plyground.search.features import PRESETS
from plyground.search.limit import Limit
from plyground.search.parallel import MOST_THREADS, run_side_by_side
from plyground.study.content import Column, Kind, LinePlot, Section, Table, three_digits
from plyground.study.declared import option, study
from plyground.study.samples import sample_position
from plyground.study.timed_searching import MEGABYTES, EvaluatedStudy, check_counts

SPLIT, SHARED, APART = "split", "shared", "apart"
WAYS = {
    SPLIT: "alpha-beta, root moves shared out",
    SHARED: "engine, one tree and a shared table",
    APART: "searches that have nothing to do with each other",
}
COLUMNS = (
    Column("way", "way"),
    Column("threads", "threads", Kind.COUNT),
    Column("seconds", "time", Kind.SECONDS),
    Column("speed_up", "times faster", Kind.TIMES),
    Column("nodes_ratio", "nodes, of one", Kind.TIMES),
)


WORTH_A_RACE = 0.05
"""Seconds; starting threads takes a part of shorter searches that is not to be overlooked."""


class SpeedupRow(NamedTuple):
    """A row of the table: see its columns."""

    way: str
    threads: int
    seconds: float
    speed_up: float
    nodes_ratio: float


class Task(NamedTuple):
    """Searches of one position in one way, by every number of threads."""

    way: str
    position: int


@dataclass(frozen=True)
class Raced:
    """By number of threads: seconds on the wall, the smallest of some repeats, and nodes of all threads."""

    seconds: list[float]
    nodes: list[int]


@study("threads", game="othello")
@dataclass(frozen=True, kw_only=True)
class Threads(EvaluatedStudy[Task, Raced]):
    """Speed-up by more threads: root moves shared out, and one tree with a shared table."""

    threads: int = option(0, "The largest number of threads; 0 for one on every core.")
    depth: int = option(9, "How deep alpha-beta looks whose root moves are shared out.")
    shared_depth: int = option(16, "How deep the engine looks whose threads share a table.")
    positions: int = option(4, "How many positions are searched.")
    repeats: int = option(3, "How often each is searched; the smallest time counts.")

    def __post_init__(self) -> None:
        super().__post_init__()
        for depth in (self.depth, self.shared_depth):
            Limit(depth=depth)  # complains of what is no depth
        check_counts(positions=self.positions, repeats=self.repeats)
        if not 0 <= self.threads <= MOST_THREADS:
            raise OptionError(f"{self.threads} threads cannot search; allowed: 0 to {MOST_THREADS}")

    def plan(self) -> Iterator[Task]:
        """Search every position in every way with every number of threads."""
        return (Task(way, number) for way in WAYS for number in range(self.positions))

    def measure(self, task: Task) -> Raced:
        """Search a position, by one thread and by more in turn: what else the machine does hits them all."""
        # Not to the very end of a game, where a search is over before a thread has started.
        position = sample_position(self.start, task.position, 2 * self.positions, self.seed)
        races = [self._race(task.way, count) for count in self._counts]
        rounds = [[race(position) for race in races] for _ in range(self.repeats)]
        best = [min(each, key=lambda found: found[0]) for each in zip(*rounds, strict=True)]
        return Raced([seconds for seconds, _ in best], [nodes for _, nodes in best])

    def sections(self, results: Mapping[Task, Raced]) -> list[Section]:
        """Show how many times sooner this many threads are done than one."""
        rows = [self._row(way, threads, results) for way in WAYS for threads in self._counts]
        depths = f"alpha-beta to depth {self.depth}, the engine to depth {self.shared_depth}"
        positions = plural(self.positions, "position")
        caption = f"{positions}, {self.evaluation.name}, seconds on the wall; {depths}"
        table = Table(caption, COLUMNS, rows)
        return [Section("Speed-up by threads", self._sentences(rows), table, [_plot(rows)])]

    @cached_property
    def _counts(self) -> range:
        return range(1, (self.threads or len(os.sched_getaffinity(0))) + 1)

    def _race(self, way: str, threads: int) -> Callable[[Position], tuple[float, int]]:
        """Make what searches a position and returns the seconds on the wall, and the nodes."""
        depth = self.shared_depth if way == SHARED else self.depth
        apart, together = (threads, 1) if way == APART else (1, threads)
        features = PRESETS["engine" if way == SHARED else "alphabeta"]
        engines = [
            SearchEngine(
                self.start.game, self.evaluation, features=features, threads=together, megabytes=MEGABYTES
            )
            for _ in range(apart)
        ]
        for engine in engines:
            engine.prepare()

        def race(position: Position) -> tuple[float, int]:
            found: list[int] = []
            for engine in engines:
                engine.clear()
            began = time.perf_counter()
            run_side_by_side(lambda index: found.append(_nodes(engines[index], position, depth)), apart)
            return time.perf_counter() - began, sum(found)

        return race

    def _row(self, way: str, threads: int, results: Mapping[Task, Raced]) -> SpeedupRow:
        found = [results[Task(way, number)] for number in range(self.positions)]
        mine, alone = ([each.seconds[count - 1] for each in found] for count in (threads, 1))
        # Searches apart do this many times the work in their time; the others do the same work.
        work = threads if way == APART else 1
        gains = [work * one / many for one, many in zip(alone, mine, strict=True)]
        nodes = sum(each.nodes[threads - 1] for each in found) / sum(each.nodes[0] for each in found)
        return SpeedupRow(way, threads, statistics.fmean(mine), statistics.geometric_mean(gains), nodes)

    def _sentences(self, rows: list[SpeedupRow]) -> list[str]:
        gains = {row.way: three_digits(row.speed_up) for row in rows}  # the last rows count
        most = self._counts[-1]
        sentences = [
            f"With {plural(most, 'thread')}, root splitting is {gains[SPLIT]} times as fast as one thread, "
            f"and the shared table {gains[SHARED]} times.",
            f"For comparison, {plural(most, 'search', 'searches')} that have nothing to do with each other "
            f"do {gains[APART]} times the work of one in the same time.",
            *(f"{way}: {words}." for way, words in WAYS.items()),
        ]
        if min(row.seconds for row in rows) < WORTH_A_RACE:
            sentences.append(f"Searches of less than {duration(WORTH_A_RACE)} say little: look deeper.")
        return sentences


def _plot(rows: list[SpeedupRow]) -> LinePlot:
    points = []
    for way, threads, _, gain, _ in rows:
        title = f"{way}, {plural(threads, 'thread')}: {gain:.2f}"
        points.append((way, LinePoint(threads, gain, title=title)))
    return LinePlot.of("Speed-up over threads", points, Axes("threads", "times as fast as one thread"))


def _nodes(engine: SearchEngine, position: Position, depth: int) -> int:
    *_, last = engine.search(position, Limit(depth=depth))
    return last.nodes
