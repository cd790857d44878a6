"""What a learned evaluation sees in a position: what every pattern and every dense feature adds to the score.

A table has no constant beside it, so all of them share one: what counts in every position of a phase, such
as the right to move, is spread over the weights of all entries. A pattern that always adds 3 points says
nothing about this position. So every pattern is compared with what is *usual* for its table: the mean of the
weights that were learned in this phase, each counted by how likely its entry would be if the pieces of this
position stood on squares drawn at random. Weights of 0 are left out: their entries never occurred in the
games. What a pattern adds beyond the usual is its surplus.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.core.notation import Grid
from plyground.core.position import Position
from plyground.evaluation._explanation import Contribution, Kind
from plyground.evaluation.learned.evaluation import LearnedEvaluation
from plyground.evaluation.learned.model import Model, make_planes_of
from plyground.evaluation.learned.patterns import Table
from plyground.evaluation.learned.planes import WORD_BITS

DECIDED = "decided"


def learned_contributions(evaluation: LearnedEvaluation, position: Position) -> list[Contribution]:
    """Return what each part of a learned evaluation adds to the score of a position."""
    model = evaluation.model
    board, front = position.game.board, model.front
    if points := float(model.known_kernel()(board, position.state)):
        if front is not None and points == float(front.function(board, position.state)):
            return [Contribution(Kind.HEURISTIC, front.name, points, weight=1.0, value=points)]
        return [Contribution(Kind.DECIDED, DECIDED, points)]
    digits = digits_of(model, position)
    phase = model.phases[int(np.count_nonzero(digits))]
    return [
        *_patterns(evaluation, position, digits, phase),
        *_features(evaluation, position, phase),
    ]


def digits_of(model: Model, position: Position) -> npt.NDArray[np.int64]:
    """Return what stands on each square, as the patterns number it: 0 for nothing."""
    game = model.game
    digits = np.zeros(game.rows * game.columns, np.int64)
    planes: Any = make_planes_of(game.rules, game.board)(game.board, position.state)
    for digit, words in enumerate(planes, start=1):
        for square in range(len(digits)):
            word = int(words[square // WORD_BITS])
            if word >> square % WORD_BITS & 1:
                digits[square] = digit
    return digits


def usual_weight(
    table: Table, weights: npt.NDArray[np.float64], likelihood: npt.NDArray[np.float64]
) -> float:
    """Return the mean of the learned weights of a table, given how likely each digit is on a square."""
    is_learned = weights != 0
    total, share = (_expected(each, table, likelihood) for each in (weights, is_learned.astype(float)))
    return total / share if share > 0 else 0.0


def pattern_name(grid: Grid, squares: tuple[int, ...]) -> str:
    """Name a pattern: a rectangle or a line by its first and its last square, any other by all of them.

    >>> pattern_name(Grid(4, 4, True), (0, 1, 4, 5)), pattern_name(Grid(4, 4, True), (0, 5, 10))
    ('a1-b2', 'a1-c3 diagonal')
    """
    ordered = sorted(squares)
    rows, columns = zip(*(divmod(square, grid.columns) for square in ordered), strict=True)
    height, width = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    first, last = grid.name(ordered[0]), grid.name(ordered[-1])
    if len(ordered) == 1:
        return first
    if len(ordered) == height * width:
        return f"{first}-{last}"
    steps = {(row - other_row, column - other) for row, column, other_row, other in _pairs(rows, columns)}
    if steps in ({(1, 1)}, {(1, -1)}):
        return f"{first}-{last} diagonal"
    return " ".join(grid.name(square) for square in ordered)


def _pairs(rows: tuple[int, ...], columns: tuple[int, ...]) -> Iterator[tuple[int, int, int, int]]:
    """Return the place of every square but the first, with that of the one before."""
    return zip(rows[1:], columns[1:], rows[:-1], columns[:-1], strict=True)


def _patterns(
    evaluation: LearnedEvaluation, position: Position, digits: npt.NDArray[np.int64], phase: int
) -> Iterator[Contribution]:
    model, grid = evaluation.model, position.game.grid
    row, classes = evaluation.weights.tables[phase], model.tables.classes
    unit = evaluation.weights.header.unit
    likelihood = np.bincount(digits, minlength=model.base) / len(digits)
    for table in model.tables.tables:
        instances = table.instances[position.player]
        if not instances:
            continue
        weights = row[classes[table.offset : table.offset + table.entries]] * unit
        usual = usual_weight(table, weights, likelihood)
        powers = table.base ** np.arange(table.length)
        for squares in instances:
            entry = int(digits[list(squares)] @ powers)
            points = float(weights[entry])
            name = pattern_name(grid, squares)
            yield Contribution(Kind.PATTERN, name, points, usual, squares=tuple(sorted(squares)))


def _features(evaluation: LearnedEvaluation, position: Position, phase: int) -> Iterator[Contribution]:
    for index, feature in enumerate(evaluation.model.dense):
        weight = float(evaluation.weights.dense[phase, index])
        value = float(feature.function(position.game.board, position.state))
        yield Contribution(Kind.FEATURE, feature.name, weight * value, weight=weight, value=value)


def _expected(numbers: npt.NDArray[np.float64], table: Table, likelihood: npt.NDArray[np.float64]) -> float:
    """Return the mean of some numbers, one an entry, if the digits of its squares are drawn one by one."""
    for _ in range(table.length):
        numbers = numbers.reshape(-1, table.base) @ likelihood
    return float(numbers[0])
