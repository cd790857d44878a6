"""The passes of a fit over positions: each gathers weights, scatters errors, or both."""

from __future__ import annotations

import math
from typing import Any

from plyground.core.instructions import as_int, at
from plyground.jit import kernel


@kernel
def _sum_of(table: Any, indices: Any, dense: Any, row: int, weight_count: int) -> float:
    """Add up the weights of a position, and its dense features times theirs."""
    total = 0.0
    for place in range(indices.shape[1]):
        total += table[at(indices[at(row), at(place)])]
    for place in range(dense.shape[1]):
        total += table[at(weight_count + place)] * dense[at(row), at(place)]
    return total


@kernel
def _add_to(table: Any, indices: Any, dense: Any, row: int, weight_count: int, value: float) -> None:
    """Add a value to the sums of a position's weights; to those of dense features times the feature."""
    for place in range(indices.shape[1]):
        table[at(indices[at(row), at(place)])] += value
    for place in range(dense.shape[1]):
        table[at(weight_count + place)] += value * dense[at(row), at(place)]


@kernel
def gather(
    begin: int,
    end: int,
    indices: Any,
    phases: Any,
    dense: Any,
    vector: Any,
    weight_count: int,
    predictions: Any,
    shares: Any,
) -> None:
    """Write the predictions of each position, by the phase before its own, by its own and by the next."""
    for row in range(begin, end):
        for side in range(3):
            phase = as_int(phases[at(row)]) + side - 1
            if phase < 0 or phase >= len(vector) or shares[at(side)] == 0.0:
                predictions[at(row), at(side)] = 0.0
                continue
            predictions[at(row), at(side)] = _sum_of(vector[at(phase)], indices, dense, row, weight_count)


@kernel
def loss(
    begin: int,
    end: int,
    phases: Any,
    labels: Any,
    predictions: Any,
    shares: Any,
    phase_count: int,
    is_logistic: bool,
) -> float:
    """Add up the losses of predictions, each with its share."""
    total = 0.0
    for row in range(begin, end):
        label = labels[at(row)]
        for side in range(3):
            phase = as_int(phases[at(row)]) + side - 1
            if phase < 0 or phase >= phase_count or shares[at(side)] == 0.0:
                continue
            value = predictions[at(row), at(side)]
            if is_logistic:
                size = value if value > 0.0 else -value
                positive = value if value > 0.0 else 0.0
                loss = positive + math.log1p(math.exp(-size)) - label * value
            else:
                loss = 0.5 * (value - label) * (value - label)
            total += shares[at(side)] * loss
    return total


@kernel
def differentiate(
    begin: int,
    end: int,
    phases: Any,
    labels: Any,
    predictions: Any,
    curvatures: Any,
    shares: Any,
    phase_count: int,
    is_logistic: bool,
) -> None:
    """Replace predictions by the derivatives of their losses, and note the second derivatives."""
    for row in range(begin, end):
        for side in range(3):
            phase = as_int(phases[at(row)]) + side - 1
            slope, curvature = 0.0, 0.0
            if 0 <= phase < phase_count and shares[at(side)] != 0.0:
                value, curvature = predictions[at(row), at(side)], 1.0
                if is_logistic:
                    value = 1.0 / (1.0 + math.exp(-value))
                    curvature = value * (1.0 - value)
                slope = value - labels[at(row)]
            predictions[at(row), at(side)] = shares[at(side)] * slope
            curvatures[at(row), at(side)] = shares[at(side)] * curvature


@kernel
def scatter(
    begin: int,
    end: int,
    indices: Any,
    phases: Any,
    dense: Any,
    values: Any,
    weight_count: int,
    first_phase: int,
    sums: Any,
) -> None:
    """Add the value of each position to the sums of its weights."""
    for row in range(begin, end):
        for side in range(3):
            value = values[at(row), at(side)]
            if value == 0.0:
                continue
            table = sums[at(as_int(phases[at(row)]) + side - 1 - first_phase)]
            _add_to(table, indices, dense, row, weight_count, value)


@kernel
def apply_curvature(
    begin: int,
    end: int,
    indices: Any,
    phases: Any,
    dense: Any,
    direction: Any,
    curvatures: Any,
    weight_count: int,
    first_phase: int,
    sums: Any,
) -> None:
    """Gather a direction and scatter it again, multiplied by the curvature of each position."""
    for row in range(begin, end):
        for side in range(3):
            curvature = curvatures[at(row), at(side)]
            if curvature == 0.0:
                continue
            phase = as_int(phases[at(row)]) + side - 1
            curved = curvature * _sum_of(direction[at(phase)], indices, dense, row, weight_count)
            _add_to(sums[at(phase - first_phase)], indices, dense, row, weight_count, curved)


@kernel
def add_diagonal(
    begin: int,
    end: int,
    indices: Any,
    phases: Any,
    dense: Any,
    curvatures: Any,
    weight_count: int,
    first_phase: int,
    sums: Any,
) -> None:
    """Add up the diagonal of the curvature; a weight that a position has twice counts twice."""
    for row in range(begin, end):
        for side in range(3):
            curvature = curvatures[at(row), at(side)]
            if curvature == 0.0:
                continue
            table = sums[at(as_int(phases[at(row)]) + side - 1 - first_phase)]
            for place in range(indices.shape[1]):
                table[at(indices[at(row), at(place)])] += curvature
            for place in range(dense.shape[1]):
                value = dense[at(row), at(place)]
                table[at(weight_count + place)] += curvature * value * value
