"""Which evaluation plays best? All of a game against each other, looking one ply ahead and deeper."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from plyground.errors import OptionError
from plyground.evaluation import find_evaluation, heuristics_on
from plyground.report.formats import plural
from plyground.report.whiskers import Whisker
from plyground.search.limit import Limit
from plyground.study.content import ELO_COLUMNS, Column, Kind, Section, Table, Value, WhiskerPlot
from plyground.study.declared import Study, option, study
from plyground.study.samples import Playing, rate
from plyground.study.timed_searching import check_counts, looked_at, whole_numbers
from plyground.tournament.ratings import Rating

COLUMNS = (
    Column("depth", "depth", Kind.COUNT),
    Column("rank", "rank", Kind.COUNT),
    Column("evaluation", "evaluation"),
    Column("points", "points", Kind.NUMBER),
    Column("games", "games", Kind.COUNT),
    *ELO_COLUMNS,
)


class Task(NamedTuple):
    """A pair of games between players that look equally deep with two evaluations."""

    depth: int
    first: str
    second: str
    pair: int


@dataclass(frozen=True)
class PlayedPair:
    """The points of the first player in two games with the sides swapped."""

    points: list[float]


@study("evaluations", game="breakthrough")
@dataclass(frozen=True, kw_only=True)
class Evaluations(Playing, Study[Task, PlayedPair]):
    """A round robin of all evaluations, one ply deep and deeper: Elo with error bars."""

    depths: str = option("1,3", "How deep the players look, such as 1,3; 1 is the one-ply player.")
    games: int = option(10, "Games of each encounter, with the sides swapped each time.")
    evaluations: str | None = option(None, "Which ones, such as piece,mobility; all by default.")

    def __post_init__(self) -> None:
        for depth in self._depths:
            Limit(depth=depth)  # complains of what is no depth
        check_counts(games=self.games)
        if len(self._names) < 2:
            raise OptionError("a round robin needs two evaluations or more")
        for name in self._names:
            find_evaluation(self.start.game, name)

    def plan(self) -> Iterator[Task]:
        """Let everybody meet everybody at every depth."""
        for depth in self._depths:
            for pair in self.pairs:
                for first, second in itertools.combinations(self._names, 2):
                    yield Task(depth, first, second, pair)

    def cost(self, task: Task) -> float:
        """Guess that a ply costs four times as much."""
        return 4.0**task.depth

    def measure(self, task: Task) -> PlayedPair:
        """Play a pair of games."""
        first, second = (_player(task.depth, name) for name in (task.first, task.second))
        return PlayedPair(self.matches.points(first, second, task.pair))

    def sections(self, results: Mapping[Task, PlayedPair]) -> list[Section]:
        """Rank the evaluations at every depth."""
        ranked = {depth: self._ratings(depth, results) for depth in self._depths}
        rows = [
            _row(depth, rank, rating)
            for depth, ratings in ranked.items()
            for rank, rating in enumerate(ratings, start=1)
        ]
        caption = f"everybody meets everybody in {self.games_told}, Elo from the mean of all"
        return [
            Section(
                "Evaluations by strength",
                [_sentence(depth, ratings) for depth, ratings in ranked.items()],
                Table(caption, COLUMNS, rows),
                [_plot(depth, ratings) for depth, ratings in ranked.items()],
            ),
            looked_at(self.start.game, self._names),
        ]

    @cached_property
    def _depths(self) -> list[int]:
        return whole_numbers("depths", self.depths, "1,3")

    @cached_property
    def _names(self) -> list[str]:
        known = heuristics_on(self.start.game)
        return self.evaluations.split(",") if self.evaluations else list(known)

    def _ratings(self, depth: int, results: Mapping[Task, PlayedPair]) -> list[Rating]:
        return rate(
            self._names,
            [
                (task.first, task.second, played.points)
                for task, played in results.items()
                if task.depth == depth
            ],
        )


def _player(depth: int, evaluation: str) -> str:
    return f"greedy:{evaluation}" if depth == 1 else f"alphabeta:depth={depth},evaluate={evaluation}"


def _row(depth: int, rank: int, rating: Rating) -> tuple[Value, ...]:
    counts, elo = rating.counts, rating.elo
    return depth, rank, rating.name, counts.points, counts.games, elo.value, elo.low, elo.high


def _sentence(depth: int, ratings: Sequence[Rating]) -> str:
    best, *others = ratings
    close = [each.name for each in others if each.elo.high > best.elo.low]
    told = f"; {', '.join(close)} may be as strong" if close else "; none of the others is as strong"
    return f"Looking {plural(depth, 'ply', 'plies')} deep, {best.name} is the strongest{told}."


def _plot(depth: int, ratings: Sequence[Rating]) -> WhiskerPlot:
    rows = []
    for each in ratings:
        elo = each.elo
        rows.append(Whisker(each.name, elo.value, elo.low, elo.high, str(elo)))
    return WhiskerPlot(f"Elo of the evaluations at depth {depth}", rows, f"Elo at depth {depth}")
