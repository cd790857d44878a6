"""The rating of one player from results against opponents whose ratings are known."""

from __future__ import annotations

import math
from collections.abc import Sequence

from plyground.tournament.counts import Counts
from plyground.tournament.estimates import DEVIATIONS, UNKNOWN, Estimate
from plyground.tournament.ratings import ELO_PER_UNIT, PRIOR_DRAWS

_FARTHEST = 10_000.0
_CLOSE_ENOUGH = 1e-6


def rate_performance(
    results: Sequence[tuple[float, Counts]], *, prior_draws: float = PRIOR_DRAWS
) -> Estimate:
    """Return the rating under which results are most likely, each against an opponent of some rating.

    A draw is half a win. As in `rate_players`, a draw that is made up is shared out among the opponents, so
    that those who won or lost every game get a rating too. Without games nothing is known.

    >>> from plyground.tournament.counts import Counts
    >>> print(rate_performance([(1000, Counts(wins=30, losses=10))]))
    +1185.2 ± 121.8
    """
    played = [(elo, counts) for elo, counts in results if counts.games]
    games = sum(counts.games for _, counts in played)
    if not games:
        return UNKNOWN
    weight = 1 + prior_draws / games
    points = sum(counts.points for _, counts in played) + prior_draws / 2

    def expected(elo: float) -> list[tuple[float, float]]:
        """Return how many games were played against each opponent, and the score to be expected."""
        return [
            (weight * counts.games, 1 / (1 + math.exp((opponent - elo) / ELO_PER_UNIT)))
            for opponent, counts in played
        ]

    low = min(elo for elo, _ in played) - _FARTHEST
    high = max(elo for elo, _ in played) + _FARTHEST
    while high - low > _CLOSE_ENOUGH:  # what is expected grows with the rating
        middle = (low + high) / 2
        if sum(number * score for number, score in expected(middle)) < points:
            low = middle
        else:
            high = middle
    elo = (low + high) / 2
    information = sum(number * score * (1 - score) for number, score in expected(elo))
    error = DEVIATIONS * ELO_PER_UNIT / math.sqrt(information)
    return Estimate(elo, elo - error, elo + error)
