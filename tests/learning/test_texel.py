"""Weights from positions and results: known ones are found again, and the scale of scores stays."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from plyground.errors import LearningError
from plyground.learning.texel import (
    Curve,
    Examples,
    error_of,
    fit_curve,
    fit_weights,
    losses_without,
    rounded,
)

TRUE_WEIGHTS = np.array([2.0, -0.5, 0.0, 1.0])
SLOPE, TEMPO = 0.4, 0.3


def made_up(positions: int, seed: int = 1, a_game: int = 10) -> Examples:
    """Make positions whose results follow from weights that are known."""
    chance = np.random.default_rng(seed)
    values = chance.normal(size=(positions, 4)) * np.array([1.0, 4.0, 2.0, 0.5])
    chances = Curve(TEMPO, SLOPE).chances(values @ TRUE_WEIGHTS)
    results = (chance.random(positions) < chances).astype(np.float64)
    return Examples(values, results, np.arange(positions) // a_game)


def scaled(weights: Any) -> Any:
    """Return weights by which what is predicted can be compared: the length is of no matter."""
    weights = np.asarray(weights)
    return weights / np.linalg.norm(weights)


@pytest.mark.parametrize("before", [[1, 1, 1, 1], [2, -0.5, 0, 1], [-1, 5, 0.1, -3]])
def test_known_weights_are_found_again(before: list[float]) -> None:
    examples = made_up(60_000)
    found = fit_weights(examples, before)
    assert scaled(found.weights) == pytest.approx(scaled(TRUE_WEIGHTS), abs=0.03)
    ratio = np.linalg.norm(found.weights) / np.linalg.norm(TRUE_WEIGHTS)
    expected = TRUE_WEIGHTS * ratio
    errors = np.abs(np.array(found.weights) - expected) / np.array(found.deviations)
    assert errors.max() < 4  # deviations tell how wrong the weights may be
    assert found.curve.tempo == pytest.approx(TEMPO, abs=0.05)


def test_scores_stay_as_large_as_they_were() -> None:
    examples, before = made_up(5_000), np.array([3.0, 1.0, -2.0, 0.2])
    found = np.array(fit_weights(examples, before.tolist()).weights)
    sizes = [math.sqrt(np.mean((examples.values @ each) ** 2)) for each in (before, found)]
    assert sizes[0] == pytest.approx(sizes[1], rel=0.01)


def test_the_fit_is_where_the_slope_of_the_loss_is_nothing() -> None:
    examples = made_up(3_000)
    found = fit_weights(examples, [1, 1, 1, 1])
    weights = np.array(found.weights)
    least = error_of(examples, found.weights, found.curve)
    for index in range(4):
        for step in (-0.2, 0.2):
            moved = weights.copy()
            moved[index] += step
            curve = fit_curve(examples.values @ moved, examples.chances)
            assert error_of(examples, moved.tolist(), curve) > least - 1e-6


def test_positions_of_one_game_count_as_one_observation() -> None:
    examples = made_up(2_000, a_game=1)
    doubled = Examples(
        *(np.repeat(each, 5, axis=0) for each in (examples.values, examples.chances, examples.games))
    )
    once, five_times = (fit_weights(each, [1, 1, 1, 1]) for each in (examples, doubled))
    assert five_times.deviations == pytest.approx(once.deviations, rel=0.02)


def test_a_curve_by_bisection_is_the_same() -> None:
    chance = np.random.default_rng(2)
    scores = chance.normal(size=4_000)
    results = (chance.random(4_000) < Curve(0.0, 1.5).chances(scores)).astype(np.float64)
    curve = fit_curve(scores, results)

    def pull(slope: float) -> float:
        return float((scores * (results - Curve(curve.tempo, slope).chances(scores))).sum())

    low, high = 0.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if pull(middle) > 0 else (low, middle)
    assert curve.slope == pytest.approx(low, rel=1e-2)  # the ridge makes it a little smaller


def test_what_is_lost_without_a_heuristic() -> None:
    training, held_out = made_up(40_000).split(8)
    losses = losses_without(training, held_out)
    assert losses[0] > losses[3] > 0.01
    assert losses[1] > losses[3]
    assert abs(losses[2]) < 0.005  # its true weight is 0
    assert len(held_out) == 5_000
    assert not set(training.games) & set(held_out.games)


def test_what_says_nothing_cannot_be_fitted() -> None:
    with pytest.raises(LearningError, match="say the same about all positions"):
        fit_weights(Examples(np.zeros((50, 2)), np.ones(50), np.arange(50)), [1, 1])
    assert math.isnan(error_of(Examples(np.zeros((0, 2)), np.zeros(0), np.zeros(0)), [1, 1], Curve(0, 1)))


def test_separable_results_leave_weights_finite() -> None:
    values = np.linspace(-1, 1, 200)[:, np.newaxis] * np.array([1.0, 0.0])
    found = fit_weights(Examples(values, (values[:, 0] > 0).astype(float), np.arange(200)), [1, 1])
    assert all(math.isfinite(each) for each in (*found.weights, *found.deviations, found.curve.slope))
    assert found.weights[0] > 0


@pytest.mark.parametrize(("weight", "expected"), [(0.0, 0.0), (-2.0456, -2.05), (1e-7, 1e-7), (99999.0, 1e5)])
def test_weights_are_rounded(weight: float, expected: float) -> None:
    assert rounded(weight) == pytest.approx(expected)
