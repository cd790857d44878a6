"""The unit of an evaluation, fitted to the results of games: `python -m benchmarks.accuracy --fit`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from plyground.core.position import Game
from plyground.review.chances import Fit, usual_size

SMALLEST, LARGEST = 1e-3, 1e3
"""The unit is searched for between these shares of the usual size."""

STEPS = 60
GOLDEN = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True)
class Sample:
    """A score in points for the side to move, that is no proof, and what became of the game.

    `result` is 1 where that side won, 0.5 for a draw, 0 where it lost.
    """

    score: float
    result: float


def fitted(game: Game, samples: Sequence[Sample], games: int) -> Fit:
    """Return the unit under which the results are likeliest."""
    usual = usual_size(game, None)
    low, high = math.log(SMALLEST * usual), math.log(LARGEST * usual)
    for _ in range(STEPS):  # golden section: the loss falls and then rises with the logarithm of the unit
        inner, outer = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        if mean_loss(samples, math.exp(inner)) < mean_loss(samples, math.exp(outer)):
            high = outer
        else:
            low = inner
    unit = math.exp((low + high) / 2)
    return Fit(unit, usual, len(samples), games, mean_loss(samples, unit), mean_loss(samples, usual))


def mean_loss(samples: Iterable[Sample], unit: float) -> float:
    """Return the mean negative logarithm of the chance that was given to what happened.

    >>> round(mean_loss([Sample(0.0, 1.0), Sample(5.0, 0.5)], 1e9), 3)
    0.693
    """
    losses = [_softplus(-each.score / unit) + (1 - each.result) * each.score / unit for each in samples]
    return math.fsum(losses) / len(losses) if losses else math.log(2)


def _softplus(number: float) -> float:
    """Return log(1 + exp(number)), which never overflows."""
    return max(number, 0.0) + math.log1p(math.exp(-abs(number)))
