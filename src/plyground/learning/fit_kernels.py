"""The passes of a fit over positions: each gathers weights, scatters errors, or both."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from plyground.core.instructions import as_int, at
from plyground.jit import kernel

SIDES = 3
"""A position counts for the phase before its own, for its own and for the next."""


class Rows(NamedTuple):
    """Positions as the passes read them: the arrays of a `FitProblem`, and with which shares they count."""

    indices: Any
    phases: Any
    dense: Any
    labels: Any
    shares: Any
    weight_count: int
    phase_count: int
    is_logistic: bool


# The passes take the arrays out of the rows once: each time costs counting a reference.


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
def _counts(phase: int, phase_count: int, share: float) -> bool:
    """Tell whether there is a phase, and a position counts for it."""
    return 0 <= phase < phase_count and share != 0.0


@kernel
def gather(begin: int, end: int, rows: Rows, vector: Any, predictions: Any) -> None:
    """Write the predictions of each position on all sides."""
    indices, phases, dense, count = rows.indices, rows.phases, rows.dense, rows.weight_count
    shares = rows.shares
    for row in range(begin, end):
        for side in range(SIDES):
            phase, value = as_int(phases[at(row)]) + side - 1, 0.0
            if _counts(phase, rows.phase_count, shares[at(side)]):
                value = _sum_of(vector[at(phase)], indices, dense, row, count)
            predictions[at(row), at(side)] = value


@kernel
def loss(begin: int, end: int, rows: Rows, predictions: Any) -> float:
    """Add up the losses of predictions, each with its share."""
    phases, labels, shares = rows.phases, rows.labels, rows.shares
    total = 0.0
    for row in range(begin, end):
        label = labels[at(row)]
        for side in range(SIDES):
            share = shares[at(side)]
            if not _counts(as_int(phases[at(row)]) + side - 1, rows.phase_count, share):
                continue
            value = predictions[at(row), at(side)]
            if rows.is_logistic:
                size = value if value > 0.0 else -value
                positive = value if value > 0.0 else 0.0
                lost = positive + math.log1p(math.exp(-size)) - label * value
            else:
                lost = 0.5 * (value - label) * (value - label)
            total += share * lost
    return total


@kernel
def differentiate(begin: int, end: int, rows: Rows, predictions: Any, curvatures: Any) -> None:
    """Replace predictions by the derivatives of their losses, and note the second derivatives."""
    phases, labels, shares = rows.phases, rows.labels, rows.shares
    for row in range(begin, end):
        for side in range(SIDES):
            slope, curvature, share = 0.0, 0.0, shares[at(side)]
            if _counts(as_int(phases[at(row)]) + side - 1, rows.phase_count, share):
                value, curvature = predictions[at(row), at(side)], 1.0
                if rows.is_logistic:
                    value = 1.0 / (1.0 + math.exp(-value))
                    curvature = value * (1.0 - value)
                slope = value - labels[at(row)]
            predictions[at(row), at(side)] = share * slope
            curvatures[at(row), at(side)] = share * curvature


@kernel
def scatter(begin: int, end: int, rows: Rows, values: Any, first_phase: int, sums: Any) -> None:
    """Add the value of each position to the sums of its weights."""
    indices, phases, dense, count = rows.indices, rows.phases, rows.dense, rows.weight_count
    for row in range(begin, end):
        first = as_int(phases[at(row)]) - 1 - first_phase
        for side in range(SIDES):
            value = values[at(row), at(side)]
            if value != 0.0:
                _add_to(sums[at(first + side)], indices, dense, row, count, value)


@kernel
def apply_curvature(
    begin: int, end: int, rows: Rows, direction: Any, curvatures: Any, first_phase: int, sums: Any
) -> None:
    """Gather a direction and scatter it again, multiplied by the curvature of each position."""
    indices, phases, dense, count = rows.indices, rows.phases, rows.dense, rows.weight_count
    for row in range(begin, end):
        for side in range(SIDES):
            curvature = curvatures[at(row), at(side)]
            if curvature != 0.0:
                phase = as_int(phases[at(row)]) + side - 1
                curved = curvature * _sum_of(direction[at(phase)], indices, dense, row, count)
                _add_to(sums[at(phase - first_phase)], indices, dense, row, count, curved)


@kernel
def add_diagonal(begin: int, end: int, rows: Rows, curvatures: Any, first_phase: int, sums: Any) -> None:
    """Add up the diagonal of the curvature; a weight that a position has twice counts twice."""
    indices, phases, dense, count = rows.indices, rows.phases, rows.dense, rows.weight_count
    for row in range(begin, end):
        for side in range(SIDES):
            curvature = curvatures[at(row), at(side)]
            if curvature == 0.0:
                continue
            table = sums[at(as_int(phases[at(row)]) + side - 1 - first_phase)]
            for place in range(indices.shape[1]):
                table[at(indices[at(row), at(place)])] += curvature
            for place in range(dense.shape[1]):
                value = dense[at(row), at(place)]
                table[at(count + place)] += curvature * value * value
