"""What a position is worth: labels made of how its game ended and of what a search found.

Scores of a search are calibrated first. Points of a handmade evaluation need not be discs or chances, and
what a point is worth may change in the course of a game. So for each part of the games it is fitted
what a score says about results.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.learning.positions import EXACT, LEAF, NO_RESULT, Positions
from plyground.learning.thinking import PROVED
from plyground.search.score import UNIT

RESULT_SHARE = 0.5
"""The part of a label that is the result; the rest is what a search found."""

PARTS = 8
FEWEST_IN_A_PART = 1000
LARGEST_SCORE_QUANTILE = 0.98
_NEWTON_STEPS = 30


@dataclass(frozen=True)
class Labels:
    """Labels for the side to move: margins, or chances to win; and which positions have one."""

    values: Any
    is_known: Any


def make_labels(positions: Positions, largest_margin: int) -> Labels:
    """Label positions of one evaluation: half by the result and half by the search, where there are both."""
    if largest_margin > 1:
        return _label_margins(positions, largest_margin)
    return _label_chances(positions)


def _label_margins(positions: Positions, largest: int) -> Labels:
    results = positions.results.astype(np.float64)
    has_result, is_proved = positions.results != NO_RESULT, _is_proved(positions)
    is_exact = positions.kinds & EXACT != 0
    slopes, points = _calibration(positions, _linear_slope)
    found = np.clip(slopes * points, -largest, largest)
    has_found = ~is_exact & ~is_proved & np.isfinite(slopes)  # a won game says nothing about its margin
    return _mixed(results, has_result, found, has_found)


def _label_chances(positions: Positions) -> Labels:
    chances = 0.5 + 0.5 * np.sign(positions.results.astype(np.float64))
    has_result, is_exact = positions.results != NO_RESULT, positions.kinds & EXACT != 0
    slopes, points = _calibration(
        positions, lambda points, results: _logistic_slope(points, 0.5 + 0.5 * np.sign(results))
    )
    with np.errstate(over="ignore"):
        found = 1.0 / (1.0 + np.exp(-np.nan_to_num(slopes) * points))
    return _mixed(chances, has_result, found, ~is_exact & np.isfinite(slopes))


def _mixed(results: Any, has_result: Any, found: Any, has_found: Any) -> Labels:
    both = RESULT_SHARE * results + (1 - RESULT_SHARE) * np.nan_to_num(found)
    values = np.where(has_result & has_found, both, np.where(has_result, results, np.nan_to_num(found)))
    return Labels(values, has_result | has_found)


def _is_proved(positions: Positions) -> Any:
    return np.abs(positions.scores.astype(np.int64)) >= PROVED


def _calibration(positions: Positions, slope_of: Any) -> tuple[Any, Any]:
    """Return what a point is worth at each position, NaN where that is not known, and the points there."""
    is_usual = (
        (positions.results != NO_RESULT) & (positions.kinds & (LEAF | EXACT) == 0) & ~_is_proved(positions)
    )
    points = positions.scores / UNIT
    slopes = np.full(len(points), np.nan)
    if not is_usual.any():
        return slopes, points
    largest = float(np.quantile(np.abs(points[is_usual]), LARGEST_SCORE_QUANTILE))
    points = np.clip(points, -largest, largest)
    plies = positions.plies[is_usual]
    count = max(1, min(PARTS, len(plies) // FEWEST_IN_A_PART))
    edges = np.quantile(plies, np.linspace(0, 1, count + 1)[1:-1])
    part_of = np.searchsorted(edges, positions.plies, side="right")
    for part in range(count):
        here = is_usual & (part_of == part)
        slopes[part_of == part] = slope_of(points[here], positions.results[here].astype(np.float64))
    return slopes, points


def _linear_slope(points: Any, results: Any) -> float:
    """Return by what points are best multiplied to get margins; NaN if they say nothing."""
    size = float((points * points).sum())
    slope = float((points * results).sum()) / size if size > 0 else 0.0
    return slope if slope > 0 else np.nan


def _logistic_slope(points: Any, chances: Any) -> float:
    """Return by what points are best multiplied to get log-odds; NaN if they say nothing."""
    deviation = float(points.std()) if len(points) else 0.0
    if deviation == 0:
        return np.nan
    scaled, slope = points / deviation, 0.0
    for _ in range(_NEWTON_STEPS):
        predicted = 1.0 / (1.0 + np.exp(-slope * scaled))
        gradient = float((scaled * (predicted - chances)).sum()) + 0.01 * slope
        curvature = float((scaled * scaled * predicted * (1 - predicted)).sum()) + 0.01
        step = gradient / curvature
        slope -= float(np.clip(step, -1.0, 1.0))
        if abs(step) < 1e-9:
            break
    return slope / deviation if slope > 0 else np.nan
