"""The sequential probability ratio test: play until it is clear which of two claims is right.

It is the generalised test on pairs of games that fishtest and fastchess use (M. Van den Bergh,
"Comments on normalized Elo"). A claim is as likely as the likeliest distribution of results that
agrees with it, so nothing has to be assumed about draws and openings.
"""

from __future__ import annotations

import enum
import math
import re
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from plyground.errors import OptionError, shortened
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import NORMALISED_ELO_PER_DEVIATION, score_of_elo

Matrix = NDArray[np.float64]
Scale = Literal["logistic", "normalised"]

LARGEST_ELO = {"logistic": 1000, "normalised": 200}
UNSEEN = 1e-3
"""How often a result that was never seen is taken to have been seen: nothing is impossible."""

MOST_STEPS = 200
CLOSE_ENOUGH = 1e-12
SIZE_CLOSE_ENOUGH = 1e-8  # a mistake in the size changes a likelihood by its square


class SprtVerdict(enum.StrEnum):
    """What a test says."""

    CONTINUE = "continue"
    ACCEPT_H0 = "accept H0"
    ACCEPT_H1 = "accept H1"


@dataclass(frozen=True)
class SprtStatus:
    """How far a test is: the log-likelihood ratio (LLR), the bounds that end it, and what it says."""

    llr: float
    lower: float
    upper: float
    verdict: SprtVerdict

    def __str__(self) -> str:
        return f"{self.llr:z.2f} ({self.lower:z.2f}, {self.upper:z.2f}), {self.verdict}"


@dataclass(frozen=True)
class Sprt:
    """A test of H0, A is `elo0` better than B, against H1, A is `elo1` better.

    If H0 is true, H1 is accepted with a probability of `alpha`. If H1 is true, H0 is accepted with a
    probability of `beta`.

    >>> test = Sprt.read("0,20")
    >>> print(test.status(Counts.of([(1, 1)] * 60)))
    3.35 (-2.94, 2.94), accept H1
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    scale: Scale = "logistic"

    def __post_init__(self) -> None:
        largest = LARGEST_ELO[self.scale]
        if not -largest <= self.elo0 < self.elo1 <= largest:
            raise OptionError(
                f"nobody can test {self.elo0:g} against {self.elo1:g} Elo; "
                f"the second must be larger, and both between -{largest} and {largest}"
            )
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise OptionError(
                f"a test cannot be wrong with probabilities of {self.alpha:g} and {self.beta:g}; "
                "both must be positive and their sum less than 1"
            )

    @classmethod
    def read(cls, text: str) -> Sprt:
        """Read ``0,20``, ``0,20,0.05,0.05`` or either of them followed by ``,normalised``.

        Raises:
            OptionError: the text says something else.
        """
        items = [item.strip() for item in text.split(",")]
        scale: Scale = "logistic"
        for known in get_args(Scale):
            if items[-1] == known:
                scale = known
                items.pop()
                break
        number = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)"
        if len(items) not in {2, 4} or not all(re.fullmatch(number, item, re.ASCII) for item in items):
            raise OptionError(
                f"{shortened(text)} is no test; write two differences in Elo, such as 0,20, "
                "or with the two error probabilities 0,20,0.05,0.05"
            )
        elo0, elo1, *errors = map(float, items)
        alpha, beta = errors or (cls.alpha, cls.beta)
        return cls(elo0, elo1, alpha, beta, scale)

    def __str__(self) -> str:
        return f"{self.elo0!r},{self.elo1!r},{self.alpha!r},{self.beta!r},{self.scale}"

    @property
    def lower(self) -> float:
        """H0 is accepted when the log-likelihood ratio gets down to this."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """H1 is accepted when the log-likelihood ratio gets up to this."""
        return math.log((1 - self.beta) / self.alpha)

    def status(self, counts: Counts) -> SprtStatus:
        """Return what the results of A against B say so far."""
        times = np.array(counts.sample.times, dtype=np.float64)
        llr = float(self.log_likelihood_ratios(times)) if times.any() else 0.0
        verdict = SprtVerdict.CONTINUE
        if llr <= self.lower:
            verdict = SprtVerdict.ACCEPT_H0
        elif llr >= self.upper:
            verdict = SprtVerdict.ACCEPT_H1
        return SprtStatus(llr, self.lower, self.upper, verdict)

    def log_likelihood_ratios(self, times: Matrix) -> Matrix:
        """Return log(likelihood of H1 / likelihood of H0) for each row of counts, worst result first.

        A row of five counts pairs, a row of three counts games.
        """
        seen = np.where(times == 0, UNSEEN, times)
        total = seen.sum(axis=-1)
        shares = seen / total[..., np.newaxis]
        above = np.linspace(-0.5, 0.5, times.shape[-1])
        if self.scale == "logistic":
            costs = [_cost_of_mean(score_of_elo(elo) - 0.5, above, shares) for elo in (self.elo0, self.elo1)]
        else:
            games_each = 2 if times.shape[-1] == 5 else 1
            unit = math.sqrt(games_each) / NORMALISED_ELO_PER_DEVIATION
            costs = [_cost_of_distance(elo * unit, above, shares) for elo in (self.elo0, self.elo1)]
        ratios: Matrix = total * (costs[0] - costs[1])
        return ratios


def _cost_of_mean(mean: float, above: Matrix, shares: Matrix) -> Matrix:
    """Return how much log-likelihood a result loses if the mean must be a given one."""
    return _likeliest(above - mean, shares)[0]


def _cost_of_distance(deviations: float, above: Matrix, shares: Matrix) -> Matrix:
    """Return how much log-likelihood a result loses if the mean must be this many deviations above 0.

    Then the mean is a fixed part of the root mean square, called size here. The root is replaced by
    its tangent at a guessed size, which leaves a mean that must be 0; the likeliest distribution has
    a better size. Beginning with the largest size leads to the likeliest of several solutions.
    """
    part = deviations / math.sqrt(1 + deviations**2)
    squares = above**2
    size = np.full((*shares.shape[:-1], 1), 0.5)
    for _ in range(MOST_STEPS):
        cost, distribution = _likeliest(above - part * (squares + size**2) / (2 * size), shares)
        better = np.sqrt((distribution * squares).sum(axis=-1, keepdims=True))
        is_close = bool(np.all(np.abs(better - size) < SIZE_CLOSE_ENOUGH))
        size = better
        if is_close:
            break
    return cost


def _likeliest(excess: Matrix, shares: Matrix) -> tuple[Matrix, Matrix]:
    """Return the likeliest distribution under which the mean excess is 0, after what it costs.

    It is ``shares / (1 + tilt * excess)``. The tilt is found by Newton's method, or by halving the
    range in which it must lie where Newton would leave it.
    """
    low = -1 / excess.max(axis=-1, keepdims=True)
    high = -1 / excess.min(axis=-1, keepdims=True)
    tilt = np.zeros((*shares.shape[:-1], 1))
    for _ in range(MOST_STEPS):
        tilted = excess / (1 + tilt * excess)
        mean = (shares * tilted).sum(axis=-1, keepdims=True)
        low = np.where(mean >= 0, tilt, low)
        high = np.where(mean <= 0, tilt, high)
        newton = tilt + mean / (shares * tilted**2).sum(axis=-1, keepdims=True)
        better = np.where((low < newton) & (newton < high), newton, (low + high) / 2)
        is_close = bool(np.all(np.abs(better - tilt) <= CLOSE_ENOUGH * (1 + np.abs(tilt))))
        tilt = better
        if is_close:
            break
    cost = (shares * np.log1p(tilt * excess)).sum(axis=-1)
    return cost, shares / (1 + tilt * excess)
