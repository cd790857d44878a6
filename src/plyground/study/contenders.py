"""Ways to choose a move, beside each other: errors where the right moves are proved, and a round robin."""

from __future__ import annotations

import itertools
import statistics
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from plyground.core.heuristics import Heuristic
from plyground.evaluation import default_heuristic, find_evaluation
from plyground.players import make_player
from plyground.players.searching import SearchPlayer
from plyground.report.formats import duration, plural
from plyground.report.lines import KINDS, Axes, Line, LinePoint
from plyground.report.scales import round_bounds
from plyground.report.whiskers import Whisker
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
)
from plyground.study.declared import Study, option
from plyground.study.samples import Playing, ProvedPosition, proved_positions, rate
from plyground.study.timed_searching import check_counts
from plyground.tournament.game_task import seed_for
from plyground.tournament.ratings import Rating

LOOK, MATCH = "look", "match"
BUDGETS = 6
"""Each is twice the one before; the last one is that of a move in the games."""

COLUMNS = (
    Column("name", "searches by"),
    Column("nodes", "nodes or simulations", Kind.COUNT),
    Column("depth", "depth", Kind.NUMBER),
    Column("errors", "errors", Kind.SHARE),
    Column("proved", "proved", Kind.SHARE),
    Column("points", "points", Kind.NUMBER),
    Column("games", "games", Kind.COUNT),
    *ELO_COLUMNS,
)


class Task(NamedTuple):
    """Searches of a proved position with every budget, or a pair of games: `what` says which."""

    what: str
    first: str
    second: str
    number: int


@dataclass(frozen=True)
class Measured:
    """By budget whether the move was right, and what the last search did; or the points of a pair of games.

    `is_right` is empty where there is no position of this number.
    """

    is_right: list[bool] = field(default_factory=list)
    nodes: int = 0
    depth: int = 0
    is_proved: bool = False
    points: list[float] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class ContenderStudy(Playing, Study[Task, Measured]):
    """A study of players who search in different ways, each with the same time or as many nodes."""

    seconds: float = option(0.02, "Time for a move.")
    nodes: int | None = option(
        None, "Nodes or simulations for a move instead: the same results in every run."
    )
    positions: int = option(24, "How many positions are searched whose right moves are proved; 0 for none.")
    games: int = option(4, "Games of each encounter, with the sides swapped each time; 0 for none.")
    evaluate: str | None = option(None, "What scores positions; by default the best that the game has.")

    def __post_init__(self) -> None:
        self._budget(1.0)  # complains of what is no limit
        check_counts(positions=self.positions + 1, games=self.games + 1)
        for name in self.names:
            make_player(self._player(name), self.start.game).close()

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """Whoever takes part."""

    @abstractmethod
    def player(self, name: str, limit: str) -> str:
        """Return the text of a player, which has the limit as an option."""

    def findings(self, rows: Sequence[Mapping[str, Value]]) -> list[str]:
        """Say what the table shows, best first, beyond who is the strongest."""
        return []

    def plots(self, rows: Sequence[Mapping[str, Value]]) -> list[Plot]:
        """Draw more than errors and Elo."""
        return []

    def heuristics(self) -> list[Heuristic]:
        """Return the evaluation."""
        game = self.start.game
        return [find_evaluation(game, self.evaluate) if self.evaluate else default_heuristic(game.name)]

    def plan(self) -> Iterator[Task]:
        """Let everybody search every position, and meet everybody."""
        for number in range(self.positions):
            for name in self.names:
                yield Task(LOOK, name, "", number)
        for pair in self.pairs:
            for first, second in itertools.combinations(self.names, 2):
                yield Task(MATCH, first, second, pair)

    def cost(self, task: Task) -> float:
        """Guess that a game has twenty moves of each side."""
        return 80.0 if task.what == MATCH else 2.0

    def measure(self, task: Task) -> Measured:
        """Search a position with every budget, or play a pair of games."""
        if task.what == MATCH:
            players = self._player(task.first), self._player(task.second)
            return Measured(points=self.matches.points(*players, task.number))
        if task.number >= len(self._proved):
            return Measured()
        return self._look(task.first, self._proved[task.number], task.number)

    def close(self) -> None:
        """Let go of the players."""
        for each in self._lookers.values():
            each.close()
        self._lookers.clear()
        super().close()

    def sections(self, results: Mapping[Task, Measured]) -> list[Section]:
        """Show everybody, the strongest first."""
        looked = {name: _looked(results, name) for name in self.names}
        rows = [self._row(rating, looked[rating.name]) for rating in self._ratings(results)]
        if not self.games:
            rows.sort(key=lambda row: float(row["errors"] or 0))
        found = len(next(iter(looked.values())))
        columns = [column for column in COLUMNS if self._is_shown(column, found)]
        table = Table.of(self._caption(found), columns, rows)
        plots = [*self._error_plots(looked, found), *self._elo_plot(rows), *self.plots(rows)]
        return [Section("Errors and strength", [*self._sentences(rows), *self.findings(rows)], table, plots)]

    def _is_shown(self, column: Column, found: int) -> bool:
        """Tell whether there is anything in a column."""
        if column.name in ("nodes", "depth", "errors", "proved"):
            return found > 0
        return column.name == "name" or self.games > 0

    def _caption(self, found: int) -> str:
        looks = f"{plural(found, 'position')} whose right moves are proved" if found else ""
        games = f"everybody meets everybody in {self.games_told}" if self.games else ""
        return "; ".join(filter(None, [f"{self._limit_words} a move", looks, games]))

    @property
    def _limit_words(self) -> str:
        return duration(self.seconds) if self.nodes is None else plural(self.nodes, "node")

    def _player(self, name: str) -> str:
        limit = f"seconds={self.seconds:g}" if self.nodes is None else f"nodes={self.nodes}"
        return self.player(name, limit)

    def _budget(self, share: float) -> Limit:
        """Return a part of what a move may take."""
        if self.nodes is None:
            return Limit(seconds=self.seconds * share)
        return Limit(nodes=max(round(self.nodes * share), 1))

    @cached_property
    def _proved(self) -> list[ProvedPosition]:
        return proved_positions(self.start, self.positions, self.seed)

    @cached_property
    def _lookers(self) -> dict[str, SearchPlayer]:
        return {}

    def _look(self, name: str, proved: ProvedPosition, number: int) -> Measured:
        """Search a position with each budget, from an empty memory."""
        if name not in self._lookers:
            made = make_player(self._player(name), self.start.game)
            assert isinstance(made, SearchPlayer)  # noqa: S101  # all contenders are
            self._lookers[name] = made
        player, is_right = self._lookers[name], list[bool]()
        for halvings in reversed(range(BUDGETS)):
            player.begin(proved.position, seed_for(self.seed, name, number))
            report = player.think(proved.position, self._budget(0.5**halvings))
            is_right.append(str(report.move) in proved.right)
        return Measured(is_right, report.nodes, report.depth, report.proved)

    def _ratings(self, results: Mapping[Task, Measured]) -> list[Rating]:
        played = [
            (task.first, task.second, each.points) for task, each in results.items() if task.what == MATCH
        ]
        return rate(self.names, played)

    def _row(self, rating: Rating, looked: Sequence[Measured]) -> dict[str, Value]:
        counts, elo = rating.counts, rating.elo
        measured: dict[str, list[float]] = {
            "nodes": [each.nodes for each in looked],
            "depth": [each.depth for each in looked],
            "errors": [not each.is_right[-1] for each in looked],
            "proved": [each.is_proved for each in looked],
        }
        return {
            "name": rating.name,
            **{name: statistics.fmean(each) if each else None for name, each in measured.items()},
            "points": counts.points,
            "games": counts.games,
            "elo": elo.value,
            "elo_low": elo.low,
            "elo_high": elo.high,
        }

    def _sentences(self, rows: Sequence[Mapping[str, Value]]) -> list[str]:
        sentences = []
        if self.games:
            best, *others = rows
            close = [
                str(row["name"])
                for row in others
                if float(row["elo_high"] or 0) > float(best["elo_low"] or 0)
            ]
            rest = f"{', '.join(close)} may be as strong" if close else "nobody else may be as strong"
            sentences.append(f"With {self._limit_words} a move, {best['name']} is the strongest; {rest}.")
        errors = [(float(row["errors"] or 0), str(row["name"])) for row in rows if row["errors"] is not None]
        if errors:
            (least, most) = min(errors), max(errors)
            fewest = ", ".join(name for share, name in errors if share == least[0])
            sentences.append(
                f"Where the right moves are proved, the fewest errors are made by {fewest} ({least[0]:.0%}), "
                f"and the most by {most[1]} ({most[0]:.0%})."
            )
        return sentences

    def _error_plots(self, looked: Mapping[str, Sequence[Measured]], found: int) -> list[Plot]:
        """Draw errors over the budget, a few lines in each plot."""
        what = "seconds" if self.nodes is None else "nodes or simulations"
        lines = [Line(name, self._error_points(name, each)) for name, each in looked.items()] if found else []
        _, highest = round_bounds([0.0, 0.1, *(point.y for line in lines for point in line.points)])
        axes = Axes(f"{what} a move", "errors", y_bounds=(0.0, highest), is_percent=True, is_x_log=True)
        chunks = [lines[first : first + KINDS] for first in range(0, len(lines), KINDS)]
        return [
            LinePlot(
                f"Errors over {'time' if self.nodes is None else 'nodes'}{_numbered(index, len(chunks))}",
                chunk,
                axes,
                f"How often the move gives something away, in {plural(found, 'position')} that are solved.",
            )
            for index, chunk in enumerate(chunks, start=1)
        ]

    def _error_points(self, name: str, looked: Sequence[Measured]) -> list[LinePoint]:
        points = []
        for index in range(BUDGETS):
            budget = self._budget(0.5 ** (BUDGETS - 1 - index))
            share = statistics.fmean(not each.is_right[index] for each in looked)
            points.append(LinePoint(budget.seconds or budget.nodes or 1, share, title=f"{name}: {share:.0%}"))
        return points

    def _elo_plot(self, rows: Sequence[Mapping[str, Value]]) -> list[Plot]:
        if not self.games:
            return []
        whiskers = []
        for row in rows:
            elo, low, high = (float(row[name] or 0) for name in ("elo", "elo_low", "elo_high"))
            whiskers.append(
                Whisker(str(row["name"]), elo, low, high, f"{elo:+z.0f} ± {(high - low) / 2:.0f}")
            )
        return [WhiskerPlot("Elo in the round robin", whiskers, f"Elo with {self._limit_words} a move")]


def _looked(results: Mapping[Task, Measured], name: str) -> list[Measured]:
    """Return the searches of a contender, of positions that there are."""
    mine = (each for task, each in results.items() if task.what == LOOK and task.first == name)
    return [each for each in mine if each.is_right]


def _numbered(index: int, count: int) -> str:
    return f", {index} of {count}" if count > 1 else ""
