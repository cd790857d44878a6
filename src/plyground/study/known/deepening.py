"""How deep does a search get in some time? Iterative deepening, with limits of time."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plyground.report.formats import duration, plural
from plyground.report.lines import Axes, Line, LinePoint
from plyground.search.engine import SearchEngine
from plyground.search.features import STAGES
from plyground.search.limit import Limit
from plyground.study.content import Column, Kind, LinePlot, Section, Table
from plyground.study.declared import option, study
from plyground.study.published import beside_breakthrough
from plyground.study.samples import sample_position
from plyground.study.timed_searching import MEGABYTES, EvaluatedStudy, check_counts

STEPS = (1, 3)
"""Limits are these times a power of ten, up to the longest: 0.01, 0.03, 0.1, 0.3, ..."""


class Task(NamedTuple):
    """A search of one position by one algorithm, for the longest time."""

    algorithm: str
    position: int


@dataclass(frozen=True)
class Deepened:
    """When each depth was finished, in seconds and nodes, and how long the whole search took."""

    seconds: list[float]
    nodes: list[int]
    took: float

    def depth_within(self, limit: float) -> int:
        """Return the deepest search that was finished in some time."""
        return sum(seconds <= limit for seconds in self.seconds)


@study("deepening", game="breakthrough")
@dataclass(frozen=True, kw_only=True)
class DeepeningStudy(EvaluatedStudy[Task, Deepened]):
    """Depth reached by limit of time: minimax, alpha-beta and the whole engine, deepening."""

    seconds: float = option(3.0, "The longest limit; shorter ones are read off the same searches.")
    positions: int = option(3, "How many positions are searched.")

    def __post_init__(self) -> None:
        super().__post_init__()
        Limit(seconds=self.seconds)  # complains of what is no time
        check_counts(positions=self.positions)

    def plan(self) -> Iterator[Task]:
        """Search every position with every algorithm."""
        return itertools.starmap(Task, itertools.product(STAGES, range(self.positions)))

    def measure(self, task: Task) -> Deepened:
        """Search one depth after the other until the time is up."""
        engine = self._engine(task.algorithm)
        # Not to the very end of a game, where a search is over before the time is.
        position = sample_position(self.start, task.position, 2 * self.positions, self.seed)
        engine.clear()
        began = time.perf_counter()
        reports = engine.search(position, Limit(seconds=self.seconds))
        found = list({each.depth: each for each in reports if each.is_complete}.values())
        took = time.perf_counter() - began
        return Deepened([each.seconds for each in found], [each.nodes for each in found], took)

    def sections(self, results: Mapping[Task, Deepened]) -> list[Section]:
        """Show the depth by limit, and the time by depth."""
        limits = limits_up_to(self.seconds)
        positions = plural(self.positions, "position")
        columns = [
            Column("limit", "limit", Kind.SECONDS),
            *(Column(name, f"{name} depth", Kind.NUMBER) for name in STAGES),
        ]
        rows = [[limit, *(self._depth(results, name, limit) for name in STAGES)] for limit in limits]
        depths = zip(STAGES, rows[-1][1:], strict=True)
        deepest = ", ".join(f"{name} {depth:.1f}" for name, depth in depths)
        longest = max(each.took for each in results.values())
        return [
            Section(
                "Depth by limit of time",
                [
                    f"In {duration(self.seconds)} the mean depth is: {deepest}.",
                    f"The longest search took {duration(longest)} with a limit of {duration(self.seconds)}.",
                ],
                Table(
                    f"mean depth in plies over {positions}, {self.evaluation.name}, one thread", columns, rows
                ),
                [self._plot(results)],
            ),
            *([beside_breakthrough(self.seconds, longest)] if self.start.game.name == "breakthrough" else []),
        ]

    def _engine(self, algorithm: str) -> SearchEngine:
        engine = SearchEngine(self.start.game, self.evaluation, algorithm=algorithm, megabytes=MEGABYTES)
        engine.prepare()
        return engine

    def _of(self, results: Mapping[Task, Deepened], algorithm: str) -> list[Deepened]:
        return [results[Task(algorithm, number)] for number in range(self.positions)]

    def _depth(self, results: Mapping[Task, Deepened], algorithm: str, limit: float) -> float:
        return statistics.fmean(each.depth_within(limit) for each in self._of(results, algorithm))

    def _plot(self, results: Mapping[Task, Deepened]) -> LinePlot:
        lines = [Line(name, _times(self._of(results, name))) for name in STAGES]
        return LinePlot(
            "Time until a depth is finished",
            lines,
            Axes("depth", "seconds", is_log=True),
            "Median of the positions in which the depth was finished, as long as it was in all of them.",
        )


def _times(found: Sequence[Deepened]) -> list[LinePoint]:
    """Return the median time to every depth that was finished in all positions."""
    points = []
    for depth in range(1, min(len(each.seconds) for each in found) + 1):
        seconds = statistics.median(each.seconds[depth - 1] for each in found)
        points.append(LinePoint(depth, seconds, title=f"depth {depth}: {duration(seconds)}"))
    return points


def limits_up_to(longest: float) -> list[float]:
    """Return round limits up to the longest, and that one.

    >>> limits_up_to(0.5)
    [0.01, 0.03, 0.1, 0.3, 0.5]
    """
    exponents = range(-2, 7)
    rounded = [float(f"{step}e{exponent}") for exponent in exponents for step in STEPS]
    return [*(each for each in rounded if each < longest), longest]
