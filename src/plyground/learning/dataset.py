"""From positions on disk to what weights are fitted to: table indices, phases, dense features, labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core.instructions import at
from plyground.core.pointers import address_of
from plyground.evaluation.learned import Model
from plyground.jit import kernel
from plyground.learning.fit_kernels import SIDES, gather
from plyground.learning.layouts import learning_layouts, model_on
from plyground.learning.positions import EXACT, LEAF, NO_RESULT, Positions
from plyground.learning.side_by_side import run_blocks
from plyground.learning.thinking import PROVED
from plyground.learning.weight_fit import FitProblem
from plyground.search.score import UNIT
from plyground.solving.stored_states import load_state

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


HELD_OUT = 16
"""One game in this many is not fitted to: its positions tell how well the fit predicts."""

_BLOCK = 1 << 14

Extract = Callable[..., None]


@dataclass(frozen=True)
class Dataset:
    """Positions to fit to, and those held out: whole games, never positions of a game that is fitted to."""

    training: FitProblem
    held_out: FitProblem


def make_dataset(model: Model, parts: Sequence[Positions], *, threads: int = 1) -> Dataset:
    """Make a data set of positions; each part was searched with an evaluation of its own."""
    largest = model.game.rules.largest_margin(model.game.board)
    labels = [make_labels(part, largest) for part in parts]
    positions = Positions.joined(parts)
    values = np.concatenate([each.values for each in labels])
    is_known = np.concatenate([each.is_known for each in labels])
    indices, phases, dense, is_asked = _extracted_everywhere(model, positions, threads)
    is_held_out = positions.games % HELD_OUT == HELD_OUT - 1
    is_used = is_known & is_asked

    def problem(chosen: Any) -> FitProblem:
        rows = np.flatnonzero(chosen)
        rows = rows[np.argsort(phases[rows], kind="stable")]
        return FitProblem(
            _taken(indices, rows, threads),
            phases[rows],
            _taken(dense, rows, threads),
            values[rows],
            model.weight_count,
            model.phase_count,
            is_logistic=largest <= 1,
        )

    return Dataset(problem(is_used & ~is_held_out), problem(is_used & is_held_out))


def _taken(array: Any, rows: Any, threads: int) -> Any:
    """Return some rows of an array; copying those of millions of positions takes as long as reading them."""
    taken = np.empty((len(rows), *array.shape[1:]), array.dtype)

    def work(number: int) -> None:
        block = slice(number * _BLOCK, (number + 1) * _BLOCK)
        np.take(array, rows[block], axis=0, out=taken[block], mode="clip")  # other modes copy once more

    run_blocks(work, -(-len(rows) // _BLOCK), threads)
    return taken


def _extracted_everywhere(model: Model, positions: Positions, threads: int) -> tuple[Any, ...]:
    """Extract positions, each on the layout of the board on which its game was played."""
    layouts = learning_layouts(model.game)
    if len(layouts) == 1:
        return _extracted(model, positions.words, threads)
    count = len(positions)
    whole: tuple[Any, ...] = (
        np.zeros((count, model.instance_count), np.int32),
        np.zeros(count, np.int32),
        np.zeros((count, len(model.dense))),
        np.ones(count, np.bool_),
    )
    for index, layout in enumerate(layouts):
        rows = np.flatnonzero(positions.games % len(layouts) == index)
        for target, found in zip(
            whole, _extracted(model_on(layout, model), positions.words[rows], threads), strict=True
        ):
            target[rows] = found
    return whole


def _extracted(model: Model, words: Any, threads: int) -> tuple[Any, Any, Any, Any]:
    """Return the weights that each position sums up, its phase, its dense features, and whether it does."""
    count = len(words)
    indices = np.zeros((count, model.instance_count), np.int32)
    phases = np.zeros(count, np.int32)
    dense = np.zeros((count, len(model.dense)))
    is_asked = np.ones(count, np.bool_)
    extract, block = _extractor_of(model), model.block()
    board, state = model.game.board, model.game.start().state
    address = address_of(block)

    def work(number: int) -> None:
        rows = slice(number * _BLOCK, min((number + 1) * _BLOCK, count))
        extract(board, state, address, words[rows], indices[rows], phases[rows], dense[rows], is_asked[rows])

    run_blocks(work, -(-count // _BLOCK), threads)
    return indices, phases, dense, is_asked


def _extractor_of(model: Model) -> Extract:
    """Return the kernel that extracts many positions, made once for a model."""
    made: dict[str, Any] = model._kernels
    if "many" not in made:
        made["many"] = _make_extract(model.extractor(), model.dense_kernel(), model.known_kernel())
    many: Extract = made["many"]
    return many


def _make_extract(extractor: Any, write_dense: Any, known: Any) -> Extract:
    @kernel(label="patterns of positions")
    def extract(
        board: Any, form: Any, address: Any, words: Any, indices: Any, phases: Any, dense: Any, is_asked: Any
    ) -> None:
        for row in range(len(words)):
            state = load_state(form, words, row)
            phases[at(row)] = extractor(board, state, address, indices[at(row)])
            write_dense(board, state, dense[at(row)])
            is_asked[at(row)] = known(board, state) == 0.0  # else the evaluation answers without its weights

    return extract


def error_of(problem: FitProblem, weights: Any, dense: Any, *, threads: int = 1) -> float:
    """Return how wrong predictions are: the root mean square error in points, or the mean cross-entropy."""
    if not len(problem):
        return float("nan")
    values = predictions_of(problem, weights, dense, threads=threads)
    if not problem.is_logistic:
        return float(np.sqrt(np.mean((values - problem.labels) ** 2)))
    return float(np.mean(np.logaddexp(0.0, values) - problem.labels * values))


def predictions_of(problem: FitProblem, weights: Any, dense: Any, *, threads: int = 1) -> Any:
    """Return what weights say about each position."""
    vector, predictions = np.hstack((weights, dense)), np.zeros((len(problem), SIDES))
    rows = problem.rows(share=0.0)

    def work(number: int) -> None:
        gather(number * _BLOCK, min((number + 1) * _BLOCK, len(problem)), rows, vector, predictions)

    run_blocks(work, -(-len(problem) // _BLOCK), threads)
    return predictions[:, 1]
