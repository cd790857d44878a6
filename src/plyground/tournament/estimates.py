"""How strong A is compared with B, and how sure that is: Elo, normalised Elo, superiority.

The formulas are those of fishtest and fastchess, so that the numbers can be compared with theirs.
What they leave open, results that are all the same, is explained in `docs/explanation/ratings.md`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

from plyground.tournament.counts import Counts, Sample

CONFIDENCE = 0.95
DEVIATIONS = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""How many standard deviations the bars reach to each side: 1.96."""

NORMALISED_ELO_PER_DEVIATION = 800 / math.log(10)
"""Chosen so that both kinds of Elo agree for nearly equal players who never draw."""


@dataclass(frozen=True)
class Estimate:
    """A value, and the bounds between which the true one lies in 95 of 100 cases.

    All three may be infinite, and none is ever NaN. Without results it is 0, and nothing is known.
    """

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the distance between the bounds: what is written behind ±."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        if math.isinf(self.low) and math.isinf(self.high):
            return "unknown"
        if math.isfinite(self.error):
            return f"{self.value:+z.1f} ± {self.error:.1f}"
        bound = f"at least {self.low:+z.1f}" if math.isfinite(self.low) else f"at most {self.high:+z.1f}"
        return f"{self.value:+z.1f}, {bound}" if math.isfinite(self.value) else bound


UNKNOWN = Estimate(0.0, -math.inf, math.inf)


def elo_of_score(score: float) -> float:
    """Return the difference in Elo that makes a score between 0 and 1 the expected one."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """Return the expected score of a player who is better by a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_difference(counts: Counts) -> Estimate:
    """Return by how many Elo A is better than B.

    >>> print(elo_difference(Counts(wins=136, draws=111, losses=96)))
    +40.7 ± 30.4
    """
    return _estimate(counts.sample, lambda moments: elo_of_score(moments.mean))


def nelo(counts: Counts) -> Estimate:
    """Return the normalised Elo (nElo) of A over B: how easily games show the difference."""
    sample = counts.sample

    def measure(moments: Moments) -> float:
        above = moments.mean - 0.5
        if not moments.variance:
            return math.copysign(math.inf, above) if above else 0.0
        deviation_per_game = math.sqrt(sample.games_each * moments.variance)
        return NORMALISED_ELO_PER_DEVIATION * above / deviation_per_game

    return _estimate(sample, measure)


def likelihood_of_superiority(counts: Counts) -> float:
    """Return how likely it is, from 0 to 1, that A is the better player."""
    sample = counts.sample
    if not sample.size:
        return 0.5
    above = sample.mean - 0.5
    # Results that are all the same do not vary around their mean. Around 0.5, where the mean would
    # be if the players were equal, they do.
    variance = above**2 if sample.is_constant else sample.variance
    if not variance:
        return 0.5
    return NormalDist().cdf(above / math.sqrt(variance / sample.size))


class Moments(NamedTuple):
    """The mean and the variance of the score of a result."""

    mean: float
    variance: float


def _estimate(sample: Sample, measure: Callable[[Moments], float]) -> Estimate:
    if not sample.size:
        return UNKNOWN
    value = measure(Moments(sample.mean, sample.variance))
    low, high = (measure(bound) for bound in _bounds(sample))
    return Estimate(value, min(low, value), max(high, value))


def _bounds(sample: Sample) -> tuple[Moments, Moments]:
    """Return the worst and the best that A's results may really be like."""
    mean, variance = sample.mean, sample.variance
    if not sample.is_constant:
        margin = DEVIATIONS * math.sqrt(variance / sample.size)
        return Moments(mean - margin, variance), Moments(mean + margin, variance)
    # The same result every time: a result that comes less often than this would have been
    # interrupted by another one in 95 of 100 cases. At worst all others are lost, at best won.
    often = (1 - CONFIDENCE) ** (1 / sample.size)
    chance = often * (1 - often)
    lowest = Moments(often * mean, chance * mean**2)
    highest = Moments(1 - often * (1 - mean), chance * (1 - mean) ** 2)
    return lowest, highest
