"""The curve of an evaluation, fitted to the results of games: `python -m benchmarks.accuracy --fit`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plyground.core.position import Game
from plyground.review.chances import ChanceCurve, ChanceFit, usual_size

UNITS = [2.0 ** (step / 2) for step in range(-10, 15)]
"""The units that are tried, as shares of the usual size."""

LEAST_STEEPNESS, LARGEST_STEEPNESS = 0.01, 100.0
STEPS = 30
GOLDEN = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True)
class ScoredPosition:
    """A score in points for the side to move, that is no proof, and what became of the game.

    `result` is 1 where that side won, 0.5 for a draw, 0 where it lost.
    """

    score: float
    result: float


def fitted(game: Game, samples: Sequence[ScoredPosition], games: int) -> ChanceFit:
    """Return the curve under which the results are likeliest."""
    usual = usual_size(game, None)
    curves = [_steepest(samples, share * usual) for share in UNITS]
    best = min(curves, key=lambda curve: mean_loss(samples, curve))
    return ChanceFit(
        best.unit,
        best.steepness,
        usual,
        positions=len(samples),
        games=games,
        loss=mean_loss(samples, best),
        uncalibrated_loss=mean_loss(samples, ChanceCurve(usual)),
    )


def mean_loss(samples: Sequence[ScoredPosition], curve: ChanceCurve) -> float:
    """Return the mean negative logarithm of the chance that was given to what happened.

    >>> round(mean_loss([ScoredPosition(0.0, 1.0), ScoredPosition(5.0, 0.5)], ChanceCurve(steepness=1e-9)), 3)
    0.693
    """
    return _loss(_bent(samples, curve.unit), curve.steepness)


def _steepest(samples: Sequence[ScoredPosition], unit: float) -> ChanceCurve:
    """Return the best curve with this unit."""
    bent = _bent(samples, unit)
    return ChanceCurve(unit, _minimum(lambda steepness: _loss(bent, steepness)))


def _bent(samples: Sequence[ScoredPosition], unit: float) -> list[tuple[float, float]]:
    return [(math.asinh(each.score / unit), each.result) for each in samples]


def _loss(bent: Sequence[tuple[float, float]], steepness: float) -> float:
    total = math.fsum(
        _softplus(-steepness * score) + (1 - result) * steepness * score for score, result in bent
    )
    return total / max(len(bent), 1)


def _minimum(function: Callable[[float], float]) -> float:
    """Find the minimum of a function that falls and then rises with the logarithm, by golden section."""
    low, high = math.log(LEAST_STEEPNESS), math.log(LARGEST_STEEPNESS)
    for _ in range(STEPS):
        inner, outer = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        if function(math.exp(inner)) < function(math.exp(outer)):
            high = outer
        else:
            low = inner
    return math.exp((low + high) / 2)


def _softplus(number: float) -> float:
    """Return log(1 + exp(number)), which never overflows."""
    return max(number, 0.0) + math.log1p(math.exp(-abs(number)))
