"""What is each feature of the engine worth? Switched off in turn, and switched on one after the other."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from plyground.errors import OptionError
from plyground.report.formats import plural
from plyground.report.lines import KINDS, Axes, Line, LinePoint
from plyground.report.whiskers import Whisker
from plyground.search.features import PRESETS, Features, current_name
from plyground.search.limit import Limit
from plyground.study.content import (
    ELO_COLUMNS,
    Column,
    Kind,
    LinePlot,
    Plot,
    Section,
    Table,
    Value,
    WhiskerPlot,
    three_digits,
)
from plyground.study.declared import option, study
from plyground.study.samples import Playing, sample_position
from plyground.study.study_running import key_of
from plyground.study.timed_searching import MEGABYTES, EvaluatedStudy, check_counts, evaluation_text
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import Estimate, elo_difference

ENGINE = PRESETS["engine"]
NAMES = tuple(name for name in Features.names() if getattr(ENGINE, name))
"""The features that are switched, in the order in which they are switched on."""

MOST_ON_A_PLAIN_AXIS = 8
"""Where a variant needs more than this many times the nodes, each step up the axis is a factor."""

NodesByDepth = Sequence[Sequence[int]]
"""Of every position the nodes of searches to depth 1, 2, and so on."""


@dataclass(frozen=True)
class Variant:
    """A set of features: what it is called, what it is without, and whom it plays against."""

    name: str
    without: str
    opponent: str | None = None


def variants_off(names: Sequence[str], never: Sequence[str] = ()) -> list[Variant]:
    """Return the engine, and the engine without each of some features, which plays against it.

    What is in `never`, no variant has.
    """
    full = "+".join(never)
    first = Variant("all of them" if never else "all features", full)
    return [first, *(Variant(f"without {name}", "+".join([name, *never]), full) for name in names)]


def variants_on(names: Sequence[str], never: Sequence[str] = ()) -> list[Variant]:
    """Return the engine without some features, and with one more of them each time.

    Each plays against the one before. What is in `never`, no variant has.
    """
    texts = ["+".join([*names[count:], *never]) for count in range(len(names) + 1)]
    later = [Variant(f"+ {name}", texts[count + 1], texts[count]) for count, name in enumerate(names)]
    is_minimax = {*names, *never} == set(NAMES)
    return [Variant("minimax" if is_minimax else "none of them", texts[0]), *later]


def features_without(text: str) -> Features:
    """Return the engine without the features of a text, joined by +."""
    return ENGINE.without(*filter(None, text.split("+")))


def nodes_over_depth(
    label: str, measured: Mapping[str, NodesByDepth], full: NodesByDepth, most_nodes: int
) -> LinePlot:
    """Draw how many times the nodes of the full engine each variant needs, to every depth.

    A line ends where a search needed more than `most_nodes`, and gave up.
    """
    full_means = _mean_nodes(full, most_nodes)
    lines = []
    for name, nodes in measured.items():
        ratios = [
            mean / whole for mean, whole in zip(_mean_nodes(nodes, most_nodes), full_means, strict=False)
        ]
        points = [
            LinePoint(depth, ratio, title=f"{name}, depth {depth}: {three_digits(ratio)} times the positions")
            for depth, ratio in enumerate(ratios, start=1)
        ]
        lines.append(Line(name, points))
    largest = max((point.y for line in lines for point in line.points), default=1.0)
    is_cut_short = any(len(line.points) < len(full[0]) for line in lines)
    caption = "A line ends where a search gave up." if is_cut_short else ""
    axes = Axes("depth", "positions, times those of all", is_log=largest > MOST_ON_A_PLAIN_AXIS)
    return LinePlot(label, lines, axes, caption)


def _mean_nodes(nodes: NodesByDepth, most_nodes: int) -> list[float]:
    """Return the mean nodes to every depth, up to the first at which a search gave up."""
    means = []
    for of_depth in zip(*nodes, strict=True):
        if max(of_depth) > most_nodes:
            break
        means.append(statistics.fmean(of_depth))
    return means


SEARCH, MATCH = "search", "match"
Row = Mapping[str, Value]
"""A row of the table, by the names of its columns."""

COLUMNS = (
    Column("variant", "variant"),
    Column("nodes", "nodes to depth", Kind.COUNT),
    Column("nodes_ratio", "nodes, of all", Kind.TIMES),
    Column("seconds", "time to depth", Kind.SECONDS),
    Column("seconds_ratio", "time, of all", Kind.TIMES),
    Column("unfinished", "gave up", Kind.COUNT),
    *ELO_COLUMNS,
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
    """What a search took, or the points of a pair of games.

    `by_depth` are the nodes of searches to every depth from 1 on, where they are drawn.
    """

    nodes: int = 0
    seconds: float = 0.0
    is_finished: bool = True
    by_depth: list[int] = field(default_factory=list)
    points: list[float] = field(default_factory=list)


@study("ablation", game="breakthrough")
@dataclass(frozen=True, kw_only=True)
class Ablation(Playing, EvaluatedStudy[Task, Measured]):
    """Every feature of the engine switched off in turn, and on one after the other: nodes, time, Elo."""

    features: str | None = option(None, "Which features, such as tt,killers; all by default.")
    without: str | None = option(None, "Features that no variant has, such as lmr,quiescence.")
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
        features_without(self._on[0].without)  # complains of what is no feature
        if not self._names or set(self._names) & set(self._never):
            raise OptionError("there is nothing to switch: name features that some variant may have")
        check_counts(positions=self.positions, games=self.games + 1)

    def plan(self) -> Iterator[Task]:
        """Search with every variant, and let it play; what two rows share is measured once."""
        tasks: dict[Task, None] = {}
        for variant in [*self._off, *self._on]:
            for number in range(self.positions):
                tasks[Task(SEARCH, variant.without, "", number)] = None
        for variant in [*self._off, *self._on]:
            if variant.opponent is not None:
                for number in self.pairs:
                    tasks[Task(MATCH, variant.without, variant.opponent, number)] = None
        yield from tasks

    def cost(self, task: Task) -> float:
        """Guess the seconds: some moves for each side of two games, or a short search."""
        return 100 * (self.seconds if self.nodes is None else self.nodes / 1e6) if task.what == MATCH else 0.3

    def measure(self, task: Task) -> Measured:
        """Search a position, or play a pair of games."""
        if task.what == MATCH:
            points = self.matches.points(self._player(task.without), self._player(task.opponent), task.number)
            return Measured(points=points)
        position = sample_position(self.start, task.number, self.positions, self.seed)
        searcher = self.searcher(features_without(task.without))
        found = searcher.search(position, Limit(depth=self.depth, nodes=self.most_nodes))
        lower = [
            searcher.search(position, Limit(depth=depth, nodes=self.most_nodes), repeats=1).nodes
            for depth in range(1, self.depth if self._can_be_drawn else 1)
        ]
        # A search also ends where nothing is left to look at; only the nodes tell that it gave up.
        is_finished = found.nodes <= self.most_nodes
        return Measured(found.nodes, found.seconds, is_finished, [*lower, found.nodes])

    def current_key(self, key: str) -> str:
        """Return the key with the features as they are called now."""
        what, without, opponent, number = json.loads(key)
        without, opponent = ("+".join(map(current_name, each.split("+"))) for each in (without, opponent))
        return key_of(Task(what, without, opponent, number))

    def sections(self, results: Mapping[Task, Measured]) -> list[Section]:
        """Show both rows of variants; of one feature they would be the same two."""
        off = [self._row(each, results) for each in self._off]
        on = [self._row(each, results) for each in self._on]
        switched_off = Section(
            "Switched off in turn",
            [*_dearest(off), *self._asides()],
            self._table(off, against=self._off[0].name),
            [
                *self._nodes_plot(self._off, results, "Positions over depth without a feature"),
                *_elo_plot(off, f"Elo without a feature, against {self._off[0].name}"),
            ],
        )
        switched_on = Section(
            "Switched on one after the other",
            [],
            self._table(on, against="the row above"),
            [
                *self._nodes_plot(self._on, results, "Positions over depth with one more feature each"),
                *_elo_plot(on, "Elo that a feature adds to those before it"),
            ],
        )
        return [switched_off] if len(self._names) == 1 else [switched_off, switched_on]

    def _table(self, rows: Sequence[Row], against: str) -> Table:
        """Say how it was measured; without games there is no Elo."""
        how = f"depth {self.depth}, mean of {plural(self.positions, 'position')}, {self.evaluation.name}"
        if not self.games:
            return Table.of(how, [column for column in COLUMNS if column.kind is not Kind.ELO], rows)
        limit = f"{self.seconds:g} s" if self.nodes is None else f"{self.nodes:,} nodes"
        games = f"{self.games_told} of {limit} a move against {against}"
        return Table.of(f"{how}; {games}", COLUMNS, rows)

    @cached_property
    def _names(self) -> list[str]:
        given = map(current_name, self.features.split(",")) if self.features else NAMES
        return [name for name in given if self.features or name not in self._never]

    @cached_property
    def _never(self) -> list[str]:
        return list(map(current_name, self.without.split(","))) if self.without else []

    @cached_property
    def _off(self) -> list[Variant]:
        return variants_off(self._names, self._never)

    @cached_property
    def _on(self) -> list[Variant]:
        return variants_on(self._names, self._never)

    @property
    def _can_be_drawn(self) -> bool:
        """Tell whether the variants are so few that their lines can be told apart."""
        return len(self._names) < KINDS

    def _player(self, without: str) -> str:
        limit = f"seconds={self.seconds}" if self.nodes is None else f"nodes={self.nodes}"
        text = evaluation_text(self.start.game, self.evaluate)
        evaluate = "" if text is None else f",evaluate={text}"
        return f"engine:{limit},hash={MEGABYTES}{evaluate},without={without}"

    def _asides(self) -> list[str]:
        """Say why depths of different variants may not be the same thing."""
        if {"lmr", "quiescence"} <= set(self._never):
            return []
        return ["Reductions look at some moves less deeply than the depth says, and quiescence more deeply."]

    def _nodes_plot(
        self, variants: Sequence[Variant], results: Mapping[Task, Measured], label: str
    ) -> list[Plot]:
        """Draw nodes over depth, if there are not too many lines."""
        if not self._can_be_drawn:
            return []
        measured = {variant.name: self._nodes(variant, results) for variant in variants}
        return [nodes_over_depth(label, measured, self._nodes(self._off[0], results), self.most_nodes)]

    def _nodes(self, variant: Variant, results: Mapping[Task, Measured]) -> list[list[int]]:
        """Return the nodes by depth of every position."""
        tasks = (Task(SEARCH, variant.without, "", number) for number in range(self.positions))
        return [results[task].by_depth for task in tasks]

    def _row(self, variant: Variant, results: Mapping[Task, Measured]) -> Row:
        searches, full = (
            [results[Task(SEARCH, without, "", number)] for number in range(self.positions)]
            for without in (variant.without, self._off[0].without)
        )
        nodes, seconds = _means(searches)
        full_nodes, full_seconds = _means(full)
        elo = self._elo(variant, results)
        return {
            "variant": variant.name,
            "nodes": nodes,
            "nodes_ratio": nodes / full_nodes,
            "seconds": seconds,
            "seconds_ratio": seconds / full_seconds,
            "unfinished": sum(not each.is_finished for each in searches) or None,
            "elo": None if elo is None else elo.value,
            "elo_low": None if elo is None else elo.low,
            "elo_high": None if elo is None else elo.high,
        }

    def _elo(self, variant: Variant, results: Mapping[Task, Measured]) -> Estimate | None:
        opponent = variant.opponent
        if opponent is None or not self.games:
            return None
        tasks = (Task(MATCH, variant.without, opponent, number) for number in self.pairs)
        return elo_difference(Counts.of(results[task].points for task in tasks))


def _means(searches: Sequence[Measured]) -> tuple[float, float]:
    return (
        statistics.fmean(each.nodes for each in searches),
        statistics.fmean(each.seconds for each in searches),
    )


def _dearest(rows: Sequence[Row]) -> list[str]:
    """Say without which feature a search takes longest, and which ones the games show to matter."""
    slowest = max(rows[1:], key=lambda row: float(row["seconds_ratio"] or 0))
    ratio, bound = float(slowest["seconds_ratio"] or 0), "at least " if slowest["unfinished"] else ""
    times = f"{bound}{three_digits(ratio)} times as long"
    if len(rows) == 2:
        sentences = [f"Without {_feature(slowest)} the search takes {times}."]
    elif ratio > 1 or bound:
        sentences = [f"The search misses {_feature(slowest)} most: without it, it takes {times}."]
    else:
        sentences = ["The search takes no longer without any one of them."]
    played = [row for row in rows if isinstance(row["elo_high"], float)]
    if played:
        worse = [_feature(row) for row in played if float(row["elo_high"] or 0) < 0]
        sentences.append(f"The games show it to be weaker without: {', '.join(worse) or 'none of them'}.")
    return sentences


def _feature(row: Row) -> str:
    return str(row["variant"]).removeprefix("without ")


def _elo_plot(rows: Sequence[Row], label: str) -> list[Plot]:
    whiskers = []
    for row in rows:
        value, low, high = (row[name] for name in ("elo", "elo_low", "elo_high"))
        if isinstance(value, float) and isinstance(low, float) and isinstance(high, float):
            told = f"{value:+z.0f}" if math.isfinite(value) else ("won all" if value > 0 else "lost all")
            whiskers.append(Whisker(str(row["variant"]), value, low, high, told))
    return [WhiskerPlot(label, whiskers, "Elo")] if whiskers else []
