"""How fast does the tree grow? Moves, positions and time as the board and the depth grow."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from plyground.core.position import Game
from plyground.errors import OptionError
from plyground.report.formats import duration, plural
from plyground.report.lines import Axes, Line, LinePoint
from plyground.search.features import PRESETS, STAGES
from plyground.search.limit import Limit
from plyground.study.content import Column, Kind, LinePlot, Section, Table, Value, three_digits
from plyground.study.declared import option, study
from plyground.study.samples import boards_of, random_game
from plyground.study.timed_searching import EvaluatedStudy, TimedSearcher, check_counts
from plyground.tournament.game_task import seed_for


@dataclass(frozen=True)
class Exponential:
    """``scale * base ** x``: every step multiplies by `base`."""

    scale: float
    base: float

    def __call__(self, x: float) -> float:
        """Return the height of the curve."""
        return float(self.scale * self.base**x)

    @classmethod
    def through(cls, xs: Sequence[float], ys: Sequence[float]) -> Exponential:
        """Return the curve nearest to the points, distances being factors: a line through logarithms.

        >>> Exponential.through([1, 2, 3], [6, 12, 24]).base
        2.0
        """
        slope, intercept = _line(xs, np.log(ys))
        return cls(_rounded(np.exp(intercept)), _rounded(np.exp(slope)))


@dataclass(frozen=True)
class Power:
    """``scale * x ** exponent``: twice the x is 2 ** exponent times as much."""

    scale: float
    exponent: float

    def __call__(self, x: float) -> float:
        """Return the height of the curve."""
        return float(self.scale * x**self.exponent)

    @classmethod
    def through(cls, xs: Sequence[float], ys: Sequence[float]) -> Power:
        """Return the curve nearest to the points, distances being factors.

        >>> Power.through([1, 2, 4], [3, 12, 48]).exponent
        2.0
        """
        slope, intercept = _line(np.log(xs), np.log(ys))
        return cls(_rounded(np.exp(intercept)), _rounded(slope))


def _line(xs: Sequence[float] | np.ndarray, ys: np.ndarray) -> tuple[float, float]:
    if len(xs) < 2:
        raise ValueError("a curve needs two points or more")
    slope, intercept = np.polyfit(np.asarray(xs, dtype=np.float64), ys, 1)
    return float(slope), float(intercept)


def _rounded(value: float) -> float:
    """Take away what logarithms add behind the twelfth digit."""
    return float(f"{value:.12g}")


GAMES, SEARCH = "games", "search"
FEWEST_POINTS = 3
"""Through two points there is always a curve, and it says nothing."""
MOST_SQUARES = 81
"""Larger boards are studied only if they are asked for."""

SHORTEST_TIME = 0.0002
"""Seconds; to call a search from Python takes some of shorter times, and they grow with nothing."""

BOARD_COLUMNS = (
    Column("size", "board"),
    Column("squares", "squares", Kind.COUNT),
    Column("moves", "legal moves", Kind.NUMBER),
    Column("plies", "plies a game", Kind.NUMBER),
)
GROWTH_COLUMNS = (
    Column("size", "board"),
    Column("algorithm", "algorithm"),
    Column("depth", "deepest", Kind.COUNT),
    Column("nodes", "nodes", Kind.COUNT),
    Column("nodes_factor", "more a ply", Kind.TIMES),
    Column("seconds", "time", Kind.SECONDS),
    Column("seconds_factor", "longer a ply", Kind.TIMES),
)
TREE_COLUMNS = (
    Column("size", "board"),
    Column("algorithm", "algorithm"),
    Column("depth", "depth", Kind.COUNT),
    Column("nodes", "nodes", Kind.COUNT),
    Column("fitted_nodes", "fitted", Kind.COUNT),
    Column("seconds", "time", Kind.SECONDS),
    Column("fitted_seconds", "fitted", Kind.SECONDS),
)


class Task(NamedTuple):
    """Random games on a board, or a search from its start: `what` says which."""

    what: str
    size: str
    algorithm: str
    depth: int


@dataclass(frozen=True)
class Grown:
    """The mean number of legal moves and of plies of random games; or what a search took."""

    moves: float = 0.0
    plies: float = 0.0
    nodes: int = 0
    seconds: float = 0.0
    is_finished: bool = True


Trees = Mapping[tuple[str, str], Mapping[int, Grown]]
"""What was measured by board and algorithm, and then by depth."""


@study("growth", game="breakthrough")
@dataclass(frozen=True, kw_only=True)
class Growth(EvaluatedStudy[Task, Grown]):
    """Legal moves, positions and time as the board and the depth grow, with fitted curves."""

    sizes: str | None = option(None, "Which boards, such as 4,5,6x5; by default all square ones up to 9x9.")
    depth: int = option(8, "The deepest search; every depth from 1 on is measured.")
    most_nodes: int = option(50_000_000, "A search that needs more positions gives up.")
    games: int = option(20, "Random games on each board, in which legal moves are counted.")

    def __post_init__(self) -> None:
        super().__post_init__()
        Limit(depth=self.depth, nodes=self.most_nodes)  # complains of what is no limit
        check_counts(games=self.games)
        if self.start != self.start.game.start():
            raise OptionError("growth is about whole boards: it begins where games begin")
        if not self._games:
            raise OptionError("there is no square board up to 9x9; name some with --sizes")

    def plan(self) -> Iterator[Task]:
        """Play random games on every board, and search it to every depth with every algorithm."""
        for size in self._games:
            yield Task(GAMES, size, "", 0)
            for algorithm in STAGES:
                for depth in range(1, self.depth + 1):
                    yield Task(SEARCH, size, algorithm, depth)

    def measure(self, task: Task) -> Grown:
        """Play the games, or search from the start."""
        game = self._games[task.size]
        if task.what == SEARCH:
            searcher = self._searcher(task.size, task.algorithm)
            found = searcher.search(game.start(), Limit(depth=task.depth, nodes=self.most_nodes))
            return Grown(nodes=found.nodes, seconds=found.seconds, is_finished=found.nodes <= self.most_nodes)
        counts, plies = [], []
        for number in range(self.games):
            line = random_game(game.start(), random.Random(seed_for(self.seed, task.size, number)))
            counts += [len(position.moves()) for position in line if position.outcome is None]
            plies.append(len(line) - 1)
        return Grown(moves=statistics.fmean(counts), plies=statistics.fmean(plies))

    def sections(self, results: Mapping[Task, Grown]) -> list[Section]:
        """Show both kinds of growth, each with its curve."""
        found = {
            (size, algorithm): self._finished(results, size, algorithm)
            for size in self._games
            for algorithm in STAGES
        }
        *_, largest = self._games
        on_largest = {algorithm: found[largest, algorithm] for algorithm in STAGES}
        how = (
            f"from the start, {self.evaluation.name}, without searches of more than {self.most_nodes:,} nodes"
        )
        growth = Table(how, GROWTH_COLUMNS, [_growth_row(*key, each) for key, each in found.items() if each])
        every = [row for key, each in found.items() for row in _tree_rows(*key, each)]
        return [
            self._boards(results),
            Section(
                "Growth by ply",
                _growth_sentences(found),
                growth,
                [*_tree_plots(found), _fitted_plot(largest, on_largest)],
            ),
            Section("Every search", table=Table(how, TREE_COLUMNS, every)),
        ]

    def _boards(self, results: Mapping[Task, Grown]) -> Section:
        rows: list[tuple[str, int, float, float]] = []
        for size, game in self._games.items():
            found = results[Task(GAMES, size, "", 0)]
            rows.append((size, game.rows * game.columns, found.moves, found.plies))
        sentences, plots = [], []
        if len({row[1] for row in rows}) > 1:
            curve = Power.through([row[1] for row in rows], [row[2] for row in rows])
            sentences.append(
                f"Legal moves grow as {three_digits(curve.scale)} times the number of squares to the power "
                f"of {three_digits(curve.exponent)}: twice the squares are "
                f"{three_digits(2**curve.exponent)} times the moves."
            )
            plots.append(_moves_plot(rows, curve))
        caption = f"means over {plural(self.games, 'random game')} on each board"
        return Section("Legal moves by board", sentences, Table(caption, BOARD_COLUMNS, rows), plots)

    @cached_property
    def _games(self) -> dict[str, Game]:
        """The boards to study, by how their sizes are written."""
        return boards_of(
            self.start.game,
            self.sizes,
            lambda shape: shape[0] == shape[1] and shape[0] * shape[1] <= MOST_SQUARES,
        )

    @cached_property
    def _searcher(self) -> Callable[[str, str], TimedSearcher]:
        """Makes searchers; only the last one is kept, and the plan asks for one after the other."""
        return lru_cache(1)(
            lambda size, algorithm: TimedSearcher(self._games[size], self.evaluation, PRESETS[algorithm])
        )

    def _finished(self, results: Mapping[Task, Grown], size: str, algorithm: str) -> dict[int, Grown]:
        """Return the searches by depth, up to the last one that was finished and found something new."""
        found: dict[int, Grown] = {}
        for depth in range(1, self.depth + 1):
            each = results[Task(SEARCH, size, algorithm, depth)]
            is_exhausted = depth > 1 and each.nodes <= found[depth - 1].nodes
            if not each.is_finished or is_exhausted:
                break
            found[depth] = each
        return found


def fitted_growth(found: Mapping[int, float], least: float = 0.0) -> Exponential | None:
    """Return the curve of values over depth, of those from `least` on; None where there are too few."""
    kept = {depth: value for depth, value in found.items() if value > 0 and value >= least}
    return Exponential.through(list(kept), list(kept.values())) if len(kept) >= FEWEST_POINTS else None


def _fits(found: Mapping[int, Grown]) -> tuple[Exponential | None, Exponential | None]:
    """Return the curves of nodes and of time."""
    return (
        fitted_growth({depth: each.nodes for depth, each in found.items()}),
        fitted_growth({depth: each.seconds for depth, each in found.items()}, SHORTEST_TIME),
    )


def _growth_row(size: str, algorithm: str, found: Mapping[int, Grown]) -> tuple[Value, ...]:
    nodes, seconds = (None if curve is None else curve.base for curve in _fits(found))
    deepest = max(found)
    last = found[deepest]
    return size, algorithm, deepest, last.nodes, nodes, last.seconds, seconds


def _tree_rows(size: str, algorithm: str, found: Mapping[int, Grown]) -> list[tuple[Value, ...]]:
    nodes, seconds = _fits(found)
    rows: list[tuple[Value, ...]] = []
    for depth, each in found.items():
        fitted_nodes = None if nodes is None else nodes(depth)
        fitted_seconds = None if seconds is None or each.seconds < SHORTEST_TIME else seconds(depth)
        rows.append((size, algorithm, depth, each.nodes, fitted_nodes, each.seconds, fitted_seconds))
    return rows


def _growth_sentences(found: Trees) -> list[str]:
    factors: dict[str, list[str]] = {}
    for (size, algorithm), searches in found.items():
        nodes, _ = _fits(searches)
        if nodes is not None:
            factors.setdefault(size, []).append(f"{three_digits(nodes.base)} for {algorithm}")
    return [
        f"{size}: a ply more multiplies the positions by {', '.join(each)}." for size, each in factors.items()
    ]


def _tree_plots(found: Trees) -> list[LinePlot]:
    lines: dict[str, list[Line]] = {}
    for (size, algorithm), searches in found.items():
        lines.setdefault(algorithm, []).append(_tree_line(size, searches))
    return [
        LinePlot(f"Positions over depth, {name}", each, Axes("depth", f"positions, {name}", is_log=True))
        for name, each in lines.items()
    ]


def _tree_line(size: str, found: Mapping[int, Grown], name: str = "") -> Line:
    """Draw positions over depth, under a name or that of the board."""
    points = [
        LinePoint(
            depth,
            each.nodes,
            title=f"{name or size}, depth {depth}: {each.nodes:,}, {duration(each.seconds)}",
        )
        for depth, each in found.items()
    ]
    return Line(name or size, points)


def _fitted_plot(size: str, found: Mapping[str, Mapping[int, Grown]]) -> LinePlot:
    lines = []
    for algorithm, searches in found.items():
        curve = fitted_growth({depth: each.nodes for depth, each in searches.items()})
        lines.append(_tree_line(size, searches, algorithm))
        if curve is not None and algorithm != "engine":
            lines.append(Line(f"{algorithm}, fitted", [LinePoint(depth, curve(depth)) for depth in searches]))
    return LinePlot(
        f"Positions over depth on {size}, with fitted curves",
        lines,
        Axes("depth", f"positions on {size}", is_log=True),
        "A curve that grows by the same factor with every ply is a straight line here.",
    )


def _moves_plot(rows: Sequence[tuple[str, int, float, float]], curve: Power) -> LinePlot:
    ordered = sorted(rows, key=lambda row: row[1])
    measured = [
        LinePoint(squares, moves, title=f"{size}: {moves:.2f} moves") for size, squares, moves, _ in ordered
    ]
    first, last = ordered[0][1], ordered[-1][1]
    steps = [first + (last - first) * step / 40 for step in range(41)]
    return LinePlot(
        "Legal moves over squares",
        [Line("measured", measured), Line("fitted", [LinePoint(x, curve(x)) for x in steps])],
        Axes("squares of the board", "legal moves"),
        "The mean of random games, and the power of the number of squares that comes nearest.",
    )
