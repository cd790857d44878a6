"""From positions on disk to what weights are fitted to: table indices, phases, dense features, labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core.instructions import at
from plyground.core.pointers import address_of
from plyground.core.rules import ONGOING, Rules
from plyground.evaluation.learned import Model
from plyground.jit import kernel
from plyground.learning.fit_kernels import gather
from plyground.learning.labels import make_labels
from plyground.learning.layouts import layouts_of, model_on
from plyground.learning.positions import Positions
from plyground.learning.side_by_side import run_blocks
from plyground.learning.weight_fit import FitProblem
from plyground.solving.exact_alphabeta import is_open
from plyground.solving.stored_states import load_state

HELD_OUT = 16
"""One game of so many is not fitted to: its positions tell how well the fit predicts."""

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
            indices[rows],
            phases[rows],
            dense[rows],
            values[rows],
            model.weight_count,
            model.phase_count,
            is_logistic=largest <= 1,
        )

    return Dataset(problem(is_used & ~is_held_out), problem(is_used & is_held_out))


def _extracted_everywhere(model: Model, positions: Positions, threads: int) -> tuple[Any, ...]:
    """Extract positions, each on the layout of the board on which its game was played."""
    layouts = layouts_of(model.game)
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
        made["many"] = _make_extract(
            model.game.rules, model.extractor(), model.dense_kernel(), asks_first=model.asks_first
        )
    many: Extract = made["many"]
    return many


def _make_extract(rules: Rules[Any, Any], extractor: Any, write_dense: Any, *, asks_first: bool) -> Extract:
    decided = rules.decided or is_open

    @kernel(label="patterns of positions")
    def extract(
        board: Any, form: Any, address: Any, words: Any, indices: Any, phases: Any, dense: Any, is_asked: Any
    ) -> None:
        for row in range(len(words)):
            state = load_state(form, words, row)
            phases[at(row)] = extractor(board, state, address, indices[at(row)])
            write_dense(board, state, dense[at(row)])
            if asks_first:  # the evaluation answers these without its weights
                outcome = decided(board, state)
                is_asked[at(row)] = outcome in (ONGOING, 0)

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
    vector, predictions = np.hstack((weights, dense)), np.zeros((len(problem), 3))
    own_phase_alone = np.array([0.0, 1.0, 0.0])

    def work(number: int) -> None:
        begin, end = number * _BLOCK, min((number + 1) * _BLOCK, len(problem))
        gather(
            begin,
            end,
            problem.indices,
            problem.phases,
            problem.dense,
            vector,
            problem.weight_count,
            predictions,
            own_phase_alone,
        )

    run_blocks(work, -(-len(problem) // _BLOCK), threads)
    return predictions[:, 1]
