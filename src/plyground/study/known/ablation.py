"""What is each feature of the engine worth? Switched off in turn, and switched on one after the other."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from plyground.arena.counts import Counts
from plyground.arena.estimates import Estimate, elo_difference
from plyground.arena.tasks import close_players
from plyground.reporting.formats import plural
from plyground.reporting.whiskers import Whisker
from plyground.search.features import PRESETS, Features
from plyground.search.limit import Limit
from plyground.study.content import Column, Kind, Section, Table, Value, WhiskerPlot, three_digits
from plyground.study.declared import option, study
from plyground.study.evaluated import EvaluatedStudy, check_counts
from plyground.study.matches import Matches
from plyground.study.positions import sample_position
from plyground.study.searching import MEGABYTES, evaluation_text

SEARCH, MATCH = "search", "match"
ENGINE = PRESETS["engine"]
NAMES = tuple(name for name in Features.names() if getattr(ENGINE, name))
"""The features that are switched, in the order in which they are switched on."""

COLUMNS = (
    Column("variant", "variant"),
    Column("nodes", "nodes to depth", Kind.COUNT),
    Column("nodes_ratio", "nodes, of all", Kind.TIMES),
    Column("seconds", "time to depth", Kind.SECONDS),
    Column("seconds_ratio", "time, of all", Kind.TIMES),
    Column("unfinished", "gave up", Kind.COUNT),
    Column("elo", "Elo", Kind.ELO),
    Column("elo_low", "from", Kind.ELO),
    Column("elo_high", "to", Kind.ELO),
)


class Task(NamedTuple):
    """A search of a position, or a pair of games against another variant.

    A variant is named by the features that it is without, joined by +.
    """

    what: str
    without: str
    opponent: str
    number: int


@dataclass(frozen=True)
class Measured:
    """What a search took, or the points of a pair of games."""

    nodes: int = 0
    seconds: float = 0.0
    is_finished: bool = True
    points: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Variant:
    """A set of features: what it is called, what it is without, and whom it plays against."""

    name: str
    without: str
    opponent: str | None = None


def variants_off(names: Sequence[str]) -> list[Variant]:
    """Return the engine, and the engine without each of some features, which plays against it."""
    return [Variant("all features", ""), *(Variant(f"without {name}", name, "") for name in names)]


def variants_on(names: Sequence[str]) -> list[Variant]:
    """Return the engine without some features, and with one more of them each time.

    Each plays against the one before.
    """
    texts = ["+".join(names[count:]) for count in range(len(names) + 1)]
    later = [Variant(f"+ {name}", texts[count + 1], texts[count]) for count, name in enumerate(names)]
    return [Variant("minimax" if tuple(names) == NAMES else "none of them", texts[0]), *later]


@study("ablation", game="breakthrough")
@dataclass(frozen=True, kw_only=True)
class Ablation(EvaluatedStudy[Task, Measured]):
    """Every feature of the engine switched off in turn, and on one after the other: nodes, time, Elo."""

    result: ClassVar = Measured

    features: str | None = option(None, "Which features, such as table,killers; all by default.")
    depth: int = option(7, "How deep every position is searched.")
    positions: int = option(4, "How many positions are searched.")
    most_nodes: int = option(5_000_000, "A search that needs more positions gives up.")
    games: int = option(20, "How many games every variant plays; 0 for none.")
    seconds: float = option(0.01, "Time for a move in these games.")
    nodes: int | None = option(None, "Positions for a move instead of time: the same games in every run.")

    def __post_init__(self) -> None:
        super().__post_init__()
        Limit(self.seconds, self.depth, self.most_nodes)  # complains of what is no limit
        Limit(nodes=self.nodes)
        ENGINE.without(*self._names)  # complains of what is no feature
        check_counts(positions=self.positions, games=self.games + 1)

    def plan(self) -> Iterator[Task]:
        """Search with every variant, and let it play; what two rows share is measured once."""
        tasks: dict[Task, None] = {}
        for variant in self._variants:
            for number in range(self.positions):
                tasks[Task(SEARCH, variant.without, "", number)] = None
        for variant in self._variants:
            if variant.opponent is not None:
                for number in range(-(-self.games // 2)):
                    tasks[Task(MATCH, variant.without, variant.opponent, number)] = None
        yield from tasks

    def cost(self, task: Task) -> float:
        """Guess the seconds: some moves for each side of two games, or a short search."""
        return 100 * (self.seconds if self.nodes is None else self.nodes / 1e6) if task.what == MATCH else 0.3

    def measure(self, task: Task) -> Measured:
        """Search a position, or play a pair of games."""
        if task.what == MATCH:
            points = self._matches.points(
                self._player(task.without), self._player(task.opponent), task.number
            )
            return Measured(points=points)
        position = sample_position(self.start, task.number, self.positions, self.seed)
        features = ENGINE.without(*filter(None, task.without.split("+")))
        limit = Limit(depth=self.depth, nodes=self.most_nodes)
        found = self.searchers.get(features).search(position, limit)
        # A search also ends where nothing is left to look at; only the nodes tell that it gave up.
        return Measured(found.nodes, found.seconds, found.nodes <= self.most_nodes)

    def sections(self, results: Mapping[Task, Measured]) -> list[Section]:
        """Show both rows of variants."""
        off = [self._row(each, results) for each in variants_off(self._names)]
        on = [self._row(each, results) for each in variants_on(self._names)]
        limit = f"{self.seconds:g} s" if self.nodes is None else f"{self.nodes:,} nodes"
        how = f"depth {self.depth}, mean of {plural(self.positions, 'position')}, {self.evaluation.name}"
        games = f"; {plural(2 * -(-self.games // 2), 'game')} of {limit} a move" if self.games else ""
        return [
            Section(
                "Switched off in turn",
                _dearest(off),
                Table(f"{how}{games} against all features", COLUMNS, off),
                _elo_plot(off, "Elo without a feature, against all features"),
            ),
            Section(
                "Switched on one after the other",
                [],
                Table(f"{how}{games} against the row above", COLUMNS, on),
                _elo_plot(on, "Elo that a feature adds to those before it"),
            ),
        ]

    def close(self) -> None:
        """Let go of the players."""
        close_players()

    @cached_property
    def _names(self) -> list[str]:
        return self.features.split(",") if self.features else list(NAMES)

    @cached_property
    def _variants(self) -> list[Variant]:
        return [*variants_off(self._names), *variants_on(self._names)]

    @cached_property
    def _matches(self) -> Matches:
        return Matches(self.start, self.seed)

    def _player(self, without: str) -> str:
        limit = f"seconds={self.seconds}" if self.nodes is None else f"nodes={self.nodes}"
        text = evaluation_text(self.start.game, self.evaluate)
        evaluate = "" if text is None else f",evaluate={text}"
        return f"engine:{limit},hash={MEGABYTES}{evaluate},without={without}"

    def _row(self, variant: Variant, results: Mapping[Task, Measured]) -> tuple[Value, ...]:
        searches, full = (
            [results[Task(SEARCH, without, "", number)] for number in range(self.positions)]
            for without in (variant.without, "")
        )
        unfinished = sum(not each.is_finished for each in searches)
        nodes, seconds = _means(searches)
        full_nodes, full_seconds = _means(full)
        elo = self._elo(variant, results)
        return (
            variant.name,
            nodes,
            nodes / full_nodes,
            seconds,
            seconds / full_seconds,
            unfinished or None,
            *((None,) * 3 if elo is None else (elo.value, elo.low, elo.high)),
        )

    def _elo(self, variant: Variant, results: Mapping[Task, Measured]) -> Estimate | None:
        opponent = variant.opponent
        if opponent is None or not self.games:
            return None
        tasks = (Task(MATCH, variant.without, opponent, number) for number in range(-(-self.games // 2)))
        return elo_difference(Counts.of(results[task].points for task in tasks))


def _means(searches: Sequence[Measured]) -> tuple[float, float]:
    return (
        statistics.fmean(each.nodes for each in searches),
        statistics.fmean(each.seconds for each in searches),
    )


def _dearest(rows: Sequence[Sequence[Value]]) -> list[str]:
    """Say without which feature a search takes longest, and which ones the games show to matter."""
    slowest = max(rows[1:], key=lambda row: float(row[4] or 0))
    bound = "at least " if slowest[5] else ""
    played = [row for row in rows if isinstance(row[8], float)]
    worse = [_feature(row) for row in played if float(row[8] or 0) < 0]
    return [
        f"The search misses {_feature(slowest)} most: without it, it takes {bound}"
        f"{three_digits(float(slowest[4] or 0))} times as long.",
        *(
            [f"The games show it to be weaker without: {', '.join(worse) or 'none of them'}."]
            if played
            else []
        ),
        "Reductions look at some moves less deeply than the depth says, and quiescence more deeply.",
    ]


def _feature(row: Sequence[Value]) -> str:
    return str(row[0]).removeprefix("without ")


def _elo_plot(rows: Sequence[Sequence[Value]], label: str) -> list[WhiskerPlot]:
    whiskers = []
    for row in rows:
        value, low, high = row[6:]
        if isinstance(value, float) and isinstance(low, float) and isinstance(high, float):
            told = f"{value:+z.0f}" if math.isfinite(value) else ("won all" if value > 0 else "lost all")
            whiskers.append(Whisker(str(row[0]), value, low, high, told))
    return [WhiskerPlot(label, whiskers, "Elo")] if whiskers else []
