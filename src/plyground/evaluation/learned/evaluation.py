"""Learned evaluations as heuristics: a model with its weights, made ready for one board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.core.heuristics import DataHeuristic, Heuristic
from plyground.core.position import Game
from plyground.errors import WeightsError
from plyground.evaluation.learned.model import Model
from plyground.evaluation.learned.patterns import LARGEST_TABLE
from plyground.evaluation.learned.weights import Header, Weights

LARGEST_WEIGHT = 2**15 - 1
FINEST_UNIT = 2.0**-6
"""Weights are whole numbers of this many points, or of a larger power of two where they are very large.

A finer one would make files larger and play no better: the errors of some fifty rounded weights
cancel out to a tenth of a point.
"""

FindHeuristic = Callable[[str], Heuristic]


@dataclass(frozen=True)
class LearnedEvaluation(DataHeuristic):
    """A heuristic with tables of weights over patterns of squares, for boards of one size."""

    model: Model = field(repr=False, compare=False)
    weights: Weights = field(repr=False, compare=False)

    @property
    def comes_with_plyground(self) -> bool:
        """Whether it can be trusted: all but the heuristics in it is read and summed."""
        return all(each.comes_with_plyground for each in self.model.heuristics)

    def __reduce__(self) -> tuple[Callable[..., LearnedEvaluation], tuple[Any, ...]]:
        model = self.model
        return _evaluation_again, (self.name, model.game, self.weights, model.dense, model.front)


def make_evaluation(name: str, model: Model, weights: Weights) -> LearnedEvaluation:
    """Make the heuristic of a model and its weights."""
    tables = np.ascontiguousarray(weights.tables[:, model.tables.classes])
    block = model.block(tables, weights.dense, weights.header.unit)
    summary = _summary(weights.header)
    return LearnedEvaluation(name, model.game.name, summary, model.kernel(), block, model, weights)


def _evaluation_again(
    name: str, game: Game, weights: Weights, dense: tuple[Heuristic, ...], front: Heuristic | None
) -> LearnedEvaluation:
    return make_evaluation(name, model_of(game, weights.header, dense, front), weights)


def model_of(
    game: Game, header: Header, dense: tuple[Heuristic, ...], front: Heuristic | None = None
) -> Model:
    """Return the model that weights belong to.

    Raises:
        WeightsError: they belong to another game, or to a board of another size.
    """
    board, squares = game.board, game.board.rows * game.board.columns
    if header.game != game.name or (header.rows, header.columns) != (board.rows, board.columns):
        here = f"{game.name} {board.rows}x{board.columns}"
        raise WeightsError(
            f"the weights are for {header.game} {header.rows}x{header.columns}, not for {here}"
        )
    model = Model(game, header.patterns, header.phases, dense, header.asks_first, front)
    base = model.base
    if (
        len(header.phases) != squares + 1
        or any(max(each) >= squares or len(set(each)) < len(each) for each in header.patterns)
        or any(base ** len(each) > max(LARGEST_TABLE, base**4) for each in header.patterns)
        or header.weights != model.weight_count
    ):
        raise WeightsError(f"the weights do not fit the rules of {game.name}: learn them again")
    return model


def make_weights(
    model: Model,
    tables: npt.NDArray[np.float64],
    dense: npt.NDArray[np.float64] | None = None,
    training: dict[str, Any] | None = None,
    selectivity: dict[str, Any] | None = None,
) -> Weights:
    """Round weights in points, a row for each phase, to whole numbers of a unit."""
    largest = float(np.abs(tables).max(initial=0.0))
    unit = FINEST_UNIT
    while largest / unit > LARGEST_WEIGHT:
        unit *= 2
    board = model.game.board
    header = Header(
        game=model.game.name,
        rows=board.rows,
        columns=board.columns,
        patterns=model.patterns,
        phases=model.phases,
        dense=tuple(each.name for each in model.dense),
        asks_first=model.asks_first,
        unit=unit,
        weights=model.weight_count,
        training=training or {},
        selectivity=selectivity or {},
        front="" if model.front is None else model.front.name,
    )
    if dense is None:
        dense = np.zeros((model.phase_count, len(model.dense)))
    return Weights(header, np.rint(tables / unit).astype(np.int16), np.asarray(dense, np.float64))


def _summary(header: Header) -> str:
    games = header.training.get("games")
    learned = f", learned from {games:,} games" if isinstance(games, int) else ""
    return f"Tables over {len(header.patterns)} patterns of squares{learned}."
