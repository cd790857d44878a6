"""Elo ratings of many players from what they scored against each other.

The ratings are those under which the results are most likely (the model of Bradley and Terry, a
draw being half a win). Everybody also played a draw that is made up, shared out among the
opponents, so that those who won or lost every game get a rating too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plyground.errors import OptionError, nearest
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import DEVIATIONS, UNKNOWN, Estimate

Crosstable = Mapping[tuple[str, str], Counts]
"""What the first of two players scored against the second; either order, or both, may be there."""

Matrix = NDArray[np.floating]

ELO_PER_UNIT = 400 / math.log(10)
"""The unit of the calculation is a factor e between the odds of two players."""

PRIOR_DRAWS = 1.0
MOST_STEPS = 200
CLOSE_ENOUGH = 1e-9


@dataclass(frozen=True)
class Rating:
    """What the results of a player say.

    `counts` are all games of the player. Players of different groups never met, directly or through
    others: their ratings cannot be compared.
    """

    name: str
    elo: Estimate
    counts: Counts
    group: int


def rate_players(
    names: Sequence[str],
    results: Crosstable,
    *,
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    prior_draws: float = PRIOR_DRAWS,
) -> list[Rating]:
    """Return the ratings of all players, best first.

    The mean of every group is 0. With an anchor, that player's rating is given, its group moves
    along, and the bars tell how sure the difference from the anchor is.

    Raises:
        OptionError: nobody has the anchor's name.
    """
    if anchor is not None and anchor not in names:
        raise OptionError(f"no player is called {anchor!r}{nearest(anchor, names)}")
    if prior_draws <= 0:
        raise ValueError("without a prior, a player who won every game has no rating")
    table = _full_table(names, results)
    shape = (len(names), len(names))
    games = np.array([[counts.games for counts in row] for row in table], dtype=np.float64).reshape(shape)
    points = np.array([[counts.points for counts in row] for row in table], dtype=np.float64).reshape(shape)
    made_up = _shared_draws(games, prior_draws)
    dispersion = _dispersion(results.values())

    ratings = []
    for number, group in enumerate(_groups(games)):
        part = np.ix_(group, group)
        strengths, covariance = _most_likely(points[part] + made_up[part] / 2, games[part] + made_up[part])
        covariance *= dispersion
        if anchor is not None and names.index(anchor) in group:
            elos = _from_anchor(strengths, covariance, group.index(names.index(anchor)), anchor_elo)
        elif len(group) > 1:
            elos = _estimates(ELO_PER_UNIT * strengths, np.diag(covariance))
        else:
            elos = [UNKNOWN]  # nobody is at any distance from itself
        for player, elo in zip(group, elos, strict=True):
            ratings.append(Rating(names[player], elo, sum(table[player], start=Counts()), number))
    return sorted(ratings, key=lambda rating: -rating.elo.value)


def _from_anchor(strengths: Matrix, covariance: Matrix, place: int, anchor_elo: float) -> list[Estimate]:
    """Return the ratings if one is given, with bars of the differences from it."""
    own = np.diag(covariance)
    variances = own + own[place] - 2 * covariance[place]
    return _estimates(anchor_elo + ELO_PER_UNIT * (strengths - strengths[place]), variances)


def _estimates(elos: Matrix, variances: Matrix) -> list[Estimate]:
    errors = DEVIATIONS * ELO_PER_UNIT * np.sqrt(np.maximum(variances, 0))
    return [
        Estimate(elo, elo - error, elo + error)
        for elo, error in zip(elos.tolist(), errors.tolist(), strict=True)
    ]


def _full_table(names: Sequence[str], results: Crosstable) -> list[list[Counts]]:
    """Return everybody's results against everybody, in the order of the names."""
    if len(set(names)) < len(names):
        raise ValueError(f"two players have the same name: {sorted(names)}")
    place = {name: number for number, name in enumerate(names)}
    table = [[Counts() for _ in names] for _ in names]
    for (first, second), counts in results.items():
        if first == second:
            raise ValueError(f"{first!r} cannot be rated by games against itself")
        row, column = place[first], place[second]
        table[row][column] += counts
        table[column][row] += counts.swapped
    return table


def _shared_draws(games: Matrix, draws: float) -> Matrix:
    """Return how many made-up draws each two players played: more where they met more often."""
    totals = games.sum(axis=1, keepdims=True)
    shares = np.divide(games, totals, out=np.zeros_like(games), where=totals > 0)
    made_up: Matrix = draws * (shares + shares.T) / 2
    return made_up


def _groups(games: Matrix) -> list[list[int]]:
    """Return the players in groups that are connected by games."""
    groups: list[list[int]] = []
    left = set(range(len(games)))
    while left:
        group, new = set[int](), {min(left)}
        while new:
            group |= new
            new = {other for player in new for other in np.flatnonzero(games[player]).tolist()} - group
        groups.append(sorted(group))
        left -= group
    return groups


def _most_likely(points: Matrix, games: Matrix) -> tuple[Matrix, Matrix]:
    """Return strengths with mean 0 that make the points most likely, and their covariance.

    Newton's method. The likelihood has one summit, but far from it the steps are too long; when no
    two strengths move by more than 1 against each other, every step leads upwards.
    """
    number = len(games)
    strengths = np.zeros(number)
    for _ in range(MOST_STEPS):
        expected = 1 / (1 + np.exp(strengths[np.newaxis, :] - strengths[:, np.newaxis]))
        slope = (points - games * expected).sum(axis=1)
        variances = games * expected * (1 - expected)
        information = np.diag(variances.sum(axis=1)) - variances
        # Moving all players together changes nothing, so nothing holds them. This holds their mean.
        information += 1 / number
        step = np.linalg.solve(information, slope)
        width = float(np.ptp(step))
        strengths += step / max(width, 1)
        if width < CLOSE_ENOUGH:
            break
    covariance: Matrix = np.linalg.inv(information) - 1 / number
    centred: Matrix = strengths - strengths.mean()
    return centred, covariance


def _dispersion(results: Iterable[Counts]) -> float:
    """Return how much the results vary, compared with games that are independent and never drawn.

    Draws make it less, and so do pairs in which the opening decides both games. All matches are
    taken together, since a single one may be short; one point of variance as it is without draws
    and pairs is added, for the beginning, when there is little to see.
    """
    seen = independent = 1.0
    for counts in results:
        sample = counts.sample
        if sample.size > 1:
            games = sample.size * sample.games_each
            # Both as estimated from few results: the mean was fitted to them.
            seen += sample.variance * sample.games_each**2 * sample.size**2 / (sample.size - 1)
            independent += sample.mean * (1 - sample.mean) * games**2 / (games - 1)
    return seen / independent


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
