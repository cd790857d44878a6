"""Weights of a sum of heuristics from positions and results: logistic regression, Texel's way.

The chance to win is taken to be ``1 / (1 + exp(-(tempo + K * sum of weight * value)))``. K is fitted for the
weights as they were given, then all weights are fitted. The sum may be multiplied by any number without
a change to what is predicted; the number is chosen so that the scores of the positions are as
large as they were before: windows of a search, and what people are used to, stay right.

A constant advantage of the side to move, `tempo`, is fitted too, but is no part of the sum: it
adds the same to all leaves of a depth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.errors import LearningError

RIDGE = 1.0
"""This many positions in balance say that a weight is 0: keeps weights finite that nothing speaks about."""

NEWTON_STEPS = 50
CLOSE_ENOUGH = 1e-10
DIGITS = 3
"""Weights are rounded to this many significant digits: what the data can tell apart is coarser."""

CURVATURE = 0.25  # of the loss of a position in balance


@dataclass(frozen=True)
class Examples:
    """Positions to fit to.

    values: what each heuristic of the sum says, one row a position.
    chances: what came of each position for the side to move, from 0 to 1.
    games: the game that each position belongs to.
    """

    values: Any
    chances: Any
    games: Any

    def __len__(self) -> int:
        return len(self.chances)

    def where(self, chosen: Any) -> Examples:
        """Return some of the positions."""
        return Examples(self.values[chosen], self.chances[chosen], self.games[chosen])

    def split(self, every: int) -> tuple[Examples, Examples]:
        """Hold out one game in this many; return what is left and what is held out."""
        is_held_out = self.games % every == every - 1
        return self.where(~is_held_out), self.where(is_held_out)


@dataclass(frozen=True)
class Curve:
    """What a score says about the chance to win: `tempo` and `slope` are log-odds, the latter for a point."""

    tempo: float
    slope: float

    def chances(self, scores: Any) -> Any:
        """Return the chances to win."""
        return _chances(self.tempo + self.slope * scores)


@dataclass(frozen=True)
class Weighing:
    """Weights that were fitted, the deviation of each, and the curve that belongs to them."""

    weights: tuple[float, ...]
    deviations: tuple[float, ...]
    curve: Curve


def fit_curve(scores: Any, chances: Any) -> Curve:
    """Find what scores say about chances."""
    tempo, slope = _fit(np.asarray(scores, np.float64)[:, np.newaxis], chances)[0]
    return Curve(float(tempo), float(slope))


def fit_weights(examples: Examples, before: Sequence[float]) -> Weighing:
    """Find the weights that predict best; the scores of the positions stay as large as those of `before`.

    Raises:
        LearningError: the positions say nothing about the weights.
    """
    found, covariance = _fit(examples.values, examples.chances, examples.games)
    size = _size(examples.values @ np.asarray(before, np.float64))
    new_size = _size(examples.values @ found[1:])
    if not (size > 0 and new_size > 0):
        raise LearningError(
            "the heuristics of the sum say the same about all positions: nothing can be fitted"
        )
    slope = new_size / size
    weights = [rounded(weight / slope) for weight in found[1:]]
    deviations = np.sqrt(np.diag(covariance)[1:]) / slope
    curve = fit_curve(examples.values @ np.asarray(weights), examples.chances)
    return Weighing(tuple(weights), tuple(map(float, deviations)), curve)


def error_of(examples: Examples, weights: Sequence[float], curve: Curve) -> float:
    """Return the mean cross-entropy of what is predicted and what came: smaller is better."""
    if not len(examples):
        return math.nan
    logits = curve.tempo + curve.slope * (examples.values @ np.asarray(weights, np.float64))
    return float(np.mean(np.logaddexp(0.0, logits) - examples.chances * logits))


def losses_without(training: Examples, held_out: Examples) -> tuple[float, ...]:
    """Return how much of what the sum explains is lost without each of its heuristics.

    Everything else is fitted again. What is explained is the error that is left compared with that of a
    prediction that knows the side to move only. Near 0: others say the same. It may be a little below.
    """

    def error(columns: list[int]) -> float:
        found = _fit(training.values[:, columns], training.chances)[0]
        logits = found[0] + held_out.values[:, columns] @ found[1:]
        return float(np.mean(np.logaddexp(0.0, logits) - held_out.chances * logits))

    everything = list(range(training.values.shape[1]))
    full = error(everything)
    explained = error([]) - full
    if not explained > 0:
        return (math.nan,) * len(everything)
    return tuple(
        (error([each for each in everything if each != left_out]) - full) / explained
        for left_out in everything
    )


def rounded(weight: float) -> float:
    """Round a weight to a few digits.

    >>> rounded(1.83449), rounded(-0.0012345), rounded(1234.5)
    (1.83, -0.00123, 1230.0)
    """
    return float(f"{weight:.{DIGITS}g}")


def _size(scores: Any) -> float:
    """Return the root of the mean square."""
    return float(np.sqrt(np.mean(scores**2))) if len(scores) else 0.0


def _chances(logits: Any) -> Any:
    with np.errstate(over="ignore"):
        return 1.0 / (1.0 + np.exp(-logits))


def _fit(values: Any, chances: Any, games: Any = None) -> tuple[Any, Any]:
    """Fit a logistic regression by Newton's method; return tempo and weights, and their covariance.

    Positions of one game are not independent: with `games`, the covariance counts each game as one
    observation (the sandwich estimator).
    """
    scale = np.maximum(values.std(axis=0), 1e-12)
    rows = np.hstack([np.ones((len(values), 1)), values / scale])
    ridge = RIDGE * CURVATURE * np.eye(rows.shape[1])
    ridge[0, 0] = 1e-9
    found = np.zeros(rows.shape[1])
    loss = math.inf
    for _ in range(NEWTON_STEPS):
        predicted = _chances(rows @ found)
        gradient = rows.T @ (predicted - chances) + ridge @ found
        curvature = (rows * (predicted * (1 - predicted))[:, np.newaxis]).T @ rows + ridge
        step = np.linalg.solve(curvature, gradient)
        found, loss, is_done = _moved(rows, chances, ridge, found, step, loss)
        if is_done:
            break
    units = np.concatenate([[1.0], scale])
    if games is None:
        return found / units, None
    predicted = _chances(rows @ found)
    inverse = np.linalg.inv((rows * (predicted * (1 - predicted))[:, np.newaxis]).T @ rows + ridge)
    pulls = rows * (chances - predicted)[:, np.newaxis]
    _, of_game = np.unique(games, return_inverse=True)
    of_games = np.zeros((int(of_game.max(initial=-1)) + 1, rows.shape[1]))
    np.add.at(of_games, of_game, pulls)
    covariance = inverse @ (of_games.T @ of_games) @ inverse
    return found / units, covariance / np.outer(units, units)


def _moved(
    rows: Any, chances: Any, ridge: Any, found: Any, step: Any, loss: float
) -> tuple[Any, float, bool]:
    """Take a step of Newton's method, or a part of it if the whole one leads up."""
    length = 1.0
    while True:
        moved = found - length * step
        logits = rows @ moved
        new_loss = float((np.logaddexp(0.0, logits) - chances * logits).sum() + moved @ ridge @ moved / 2)
        if new_loss <= loss or length < 1e-6:
            is_done = float(np.abs(length * step).max()) < CLOSE_ENOUGH * (1 + float(np.abs(moved).max()))
            return moved, new_loss, is_done
        length /= 2
