"""What one player scored against another: games by result, and colour-swapped pairs by points."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

Pairs = tuple[int, int, int, int, int]

GAME_SCORES = (0.0, 0.5, 1.0)
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class Sample:
    """Results that do not depend on each other, and how often each was seen.

    A result is a pair of games or a single game; its score lies between 0 and 1 in both cases.
    """

    scores: tuple[float, ...]
    times: tuple[int, ...]
    games_each: int

    @property
    def _seen(self) -> list[tuple[float, int]]:
        return [(score, times) for score, times in zip(self.scores, self.times, strict=True) if times]

    @property
    def size(self) -> int:
        """The number of results."""
        return sum(self.times)

    @property
    def mean(self) -> float:
        """The mean score; there must be a result."""
        return sum(score * times for score, times in self._seen) / self.size

    @property
    def variance(self) -> float:
        """The mean square of what a score differs from the mean."""
        mean = self.mean
        return sum((score - mean) ** 2 * times for score, times in self._seen) / self.size

    @property
    def is_constant(self) -> bool:
        """Whether all results were the same, so that nothing tells how much chance there is."""
        return len(self._seen) <= 1


@dataclass(frozen=True)
class Counts:
    """The results of A against B, as A sees them.

    `pairs` tells in how many pairs A made 0, 0.5, 1, 1.5 and 2 points: the pentanomial counts.
    A game whose partner is missing counts in wins, draws and losses only.

    >>> Counts.of([(1, 0.5), (1, 0), (0, None)])
    Counts(wins=2, draws=1, losses=2, pairs=(0, 0, 1, 1, 0))
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: Pairs = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        if min(self.wins, self.draws, self.losses, *self.pairs) < 0:
            raise ValueError(f"no game is played less than 0 times: {self}")
        if 2 * sum(self.pairs) > self.games:
            raise ValueError(f"there are more pairs than games: {self}")

    @classmethod
    def of(cls, pairs: Iterable[Iterable[float | None]]) -> Counts:
        """Count the points (0, 0.5 or 1) that A made in each game of each pair; None was not played."""
        return sum(
            (cls._of_pair([points for points in pair if points is not None]) for pair in pairs), start=cls()
        )

    @classmethod
    def _of_pair(cls, points: list[float]) -> Counts:
        if len(points) > 2 or not set(points) <= set(GAME_SCORES):
            raise ValueError(f"{points} are no results of a pair")
        counted = [0, 0, 0, 0, 0]
        if len(points) == 2:
            counted[round(2 * sum(points))] = 1
        worst, low, middle, high, best = counted
        return cls(points.count(1), points.count(0.5), points.count(0), (worst, low, middle, high, best))

    def __add__(self, other: Counts) -> Counts:
        worst, low, middle, high, best = (
            mine + yours for mine, yours in zip(self.pairs, other.pairs, strict=True)
        )
        return Counts(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            (worst, low, middle, high, best),
        )

    @property
    def swapped(self) -> Counts:
        """The same results, as B sees them."""
        worst, low, middle, high, best = self.pairs
        return Counts(self.losses, self.draws, self.wins, (best, high, middle, low, worst))

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """What A made: a win is a point, a draw half of one."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float | None:
        """The part of all points that A made, from 0 to 1; None without games."""
        return self.points / self.games if self.games else None

    @property
    def draw_ratio(self) -> float | None:
        """The part of the games that were drawn; None without games."""
        return self.draws / self.games if self.games else None

    @property
    def pairs_ratio(self) -> float | None:
        """Pairs won for each pair lost: infinite if none was lost, None if none was decided."""
        lost, won = sum(self.pairs[:2]), sum(self.pairs[3:])
        if lost:
            return won / lost
        return math.inf if won else None

    @property
    def sample(self) -> Sample:
        """What statistics are made from: the pairs, or the games if there are no pairs.

        The two games of a pair begin at the same position, so their results hang together; pairs do not.
        """
        if any(self.pairs):
            return Sample(PAIR_SCORES, self.pairs, games_each=2)
        return Sample(GAME_SCORES, (self.losses, self.draws, self.wins), games_each=1)
