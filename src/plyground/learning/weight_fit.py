"""Fitting the weights of a model: ridge regression on margins, logistic regression on chances to win.

What is minimised, over the weights x of all phases p:

    sum of loss(label, prediction) + ridge / 2 * |x|^2 + coupling / 2 * sum of |x_p - x_(p+1)|^2

The loss is half the squared error, or the cross-entropy of a soft label and the prediction as log-odds. A
position also counts for the neighbouring phases, with the weight `share`. Ridge and coupling are
counted in positions: a weight that was seen as often as `ridge` says is halved. Newton's method finds the
minimum, with conjugate gradients for its steps; their preconditioner is the diagonal. A squared error takes
one step.

The compiled parts run over blocks of positions side by side. There is the same number of blocks on every
machine, and their sums are added in order: the result does not depend on how many threads there are.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.learning.fit_kernels import (
    SIDES,
    Rows,
    add_diagonal,
    apply_curvature,
    differentiate,
    gather,
    loss,
    scatter,
)
from plyground.learning.side_by_side import run_blocks

Vector = Any

BLOCKS = 8
LOGISTIC_CURVATURE = 0.25
"""How much a position in balance counts in logistic regression: ridge and coupling are scaled by it."""

POSITIONS_PER_RIDGE = 10_000
LEAST_RIDGE = 0.5
MOST_RIDGE_OF_CHANCES, MOST_RIDGE_OF_MARGINS = 150.0, 5.0
"""A margin says more about a position than who won: a few that agree are to be believed."""

COUPLING = 0.7
"""How much coupling goes with a ridge."""


@dataclass(frozen=True)
class FitSettings:
    """How weights are fitted.

    ridge: this many positions that say 0 are added for each weight.
    coupling: this many that say what the neighbouring phase has.
    share: the weight with which a position counts for the neighbouring phases.
    """

    ridge: float = 150.0
    coupling: float = 100.0
    share: float = 0.25
    newton_steps: int = 8
    most_iterations: int = 40
    tolerance: float = 1e-3

    @classmethod
    def for_problem(cls, problem: FitProblem) -> FitSettings:
        """Return settings that suit how many positions there are, and what their labels say."""
        most = MOST_RIDGE_OF_CHANCES if problem.is_logistic else MOST_RIDGE_OF_MARGINS
        ridge = min(max(len(problem) / POSITIONS_PER_RIDGE, LEAST_RIDGE), most)
        return cls(ridge=ridge, coupling=COUPLING * ridge)


@dataclass(frozen=True)
class FitProblem:
    """Positions to fit to. Rows are in the order of their phases.

    indices: which weights each position sums up, one row a position.
    phases: the phase of each position, never falling from row to row.
    dense: the values of dense features, one row a position.
    labels: margins, or chances to win from 0 to 1.
    """

    indices: Any
    phases: Any
    dense: Any
    labels: Any
    weight_count: int
    phase_count: int
    is_logistic: bool

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def stride(self) -> int:
        """How many weights a phase has, those of the dense features behind all others."""
        return int(self.weight_count + self.dense.shape[1])

    def rows(self, share: float, scale: Any = 1.0) -> Rows:
        """Return the positions as compiled code reads them, with their share in the neighbouring phases."""
        return Rows(
            self.indices,
            self.phases,
            np.ascontiguousarray(self.dense / scale),
            self.labels,
            np.array([share, 1.0, share]),
            self.weight_count,
            self.phase_count,
            self.is_logistic,
        )


@dataclass(frozen=True)
class Fit:
    """What was fitted: a row of weights for each phase, those of the dense features, and how it went."""

    weights: Any
    dense: Any
    iterations: int
    loss: float


def fit(
    problem: FitProblem,
    settings: FitSettings | None = None,
    *,
    threads: int = 1,
    watch: Callable[[str], None] = lambda text: None,
) -> Fit:
    """Find the weights; `watch` receives how far it is."""
    settings = settings or FitSettings()
    scale = _scales(problem.dense)
    task = _Task(problem, settings, scale, threads)
    vector = np.zeros((problem.phase_count, problem.stride))
    iterations, loss = 0, math.inf
    for number in range(settings.newton_steps if problem.is_logistic else 1):
        loss, gradient = task.linearise(vector)
        watch(f"fit: Newton step {number + 1}, loss {loss / max(len(problem), 1):.5f}")
        step, used = task.solve(-gradient, watch)
        iterations += used
        vector, is_done = _moved(task, vector, step, loss, gradient)
        if is_done:
            break
    tables = vector[:, : problem.weight_count].copy()
    dense = vector[:, problem.weight_count :] / scale
    return Fit(tables, dense, iterations, float(loss))


SMALL_STEP = 1e-4
"""Newton's method ends where a step promises less than this part of the loss."""


def _moved(task: _Task, vector: Vector, step: Vector, loss: float, gradient: Vector) -> tuple[Vector, bool]:
    """Take a step, or a part of it if the whole one leads up; return whether it was the last one."""
    if not task.problem.is_logistic:
        return vector + step, True
    promised = -float((gradient * step).sum())
    length = 1.0
    while length > 1e-3:
        moved = vector + length * step
        if task.loss(moved) <= loss - 1e-4 * length * promised:
            return moved, promised < SMALL_STEP * abs(loss)
        length /= 2
    return vector, True


def _scales(dense: Any) -> Any:
    """Return by how much the dense features vary: scaled, they are fitted as easily as the others."""
    if not len(dense):
        return np.ones(dense.shape[1])
    scales = dense.std(axis=0)
    return np.where(scales > 0, scales, 1.0)


class _Task:
    """A problem around the present weights: its loss, its gradient, and its curvature as an operator."""

    def __init__(self, problem: FitProblem, settings: FitSettings, scale: Any, threads: int) -> None:
        self.problem = problem
        unit = LOGISTIC_CURVATURE if problem.is_logistic else 1.0
        self._ridge, self._coupling = settings.ridge * unit, settings.coupling * unit
        self._settings, self._threads = settings, threads
        self._rows = problem.rows(settings.share, scale)
        self._predictions = np.zeros((len(problem), SIDES))
        self._curvatures = np.zeros((len(problem), SIDES))
        bounds = np.linspace(0, len(problem), BLOCKS + 1).astype(np.int64)
        self._blocks = [_Block(problem, int(begin), int(end)) for begin, end in itertools.pairwise(bounds)]
        self._diagonal = np.zeros((problem.phase_count, problem.stride))
        self._products = np.zeros_like(self._diagonal)
        edges = np.linspace(0, problem.stride, BLOCKS + 1).astype(np.int64)
        self._columns = [slice(int(begin), int(end)) for begin, end in itertools.pairwise(edges)]

    def loss(self, vector: Vector) -> float:
        """Return what is minimised."""
        losses = np.zeros(BLOCKS)

        def work(number: int) -> None:
            block = self._blocks[number]
            gather(block.begin, block.end, self._rows, vector, self._predictions)
            losses[number] = loss(block.begin, block.end, self._rows, self._predictions)

        run_blocks(work, BLOCKS, self._threads)
        return float(losses.sum()) + self._penalty(vector)

    def linearise(self, vector: Vector) -> tuple[float, Vector]:
        """Note the curvature at some weights; return the loss and its gradient there."""
        loss = self.loss(vector)

        def add(block: _Block) -> None:
            differentiate(block.begin, block.end, self._rows, self._predictions, self._curvatures)
            scatter(block.begin, block.end, self._rows, self._predictions, block.first_phase, block.sums)

        self._sum_blocks(add)
        gradient = self._total_with(self._regular, vector)
        self._diagonal = self._find_diagonal()
        return loss, gradient

    def solve(self, wanted: Vector, watch: Callable[[str], None]) -> tuple[Vector, int]:
        """Find the step whose curvature times it is what is wanted: preconditioned conjugate gradients."""
        solution, rest = np.zeros_like(wanted), wanted.copy()
        scaled = rest / self._diagonal
        direction = scaled.copy()
        size = first = self._product(rest, scaled)
        tolerance = self._settings.tolerance if not self.problem.is_logistic else 0.05
        for iteration in range(self._settings.most_iterations):
            if size <= tolerance**2 * first or size == 0.0:
                return solution, iteration
            curved = self._curve(direction)
            length = size / self._product(direction, curved)
            self._step(solution, rest, scaled, direction, curved, length)
            size, before = self._product(rest, scaled), size
            self._turn(direction, scaled, size / before)
            watch(f"fit: iteration {iteration + 1}, residual {math.sqrt(max(size, 0.0) / first):.4f}")
        return solution, self._settings.most_iterations

    # Vectors are long: each thread takes some columns. Every number is what it would be with one thread.

    def _step(
        self, solution: Vector, rest: Vector, scaled: Vector, direction: Vector, curved: Vector, length: float
    ) -> None:
        """Go some way in a direction."""

        def work(columns: slice) -> None:
            solution[:, columns] += length * direction[:, columns]
            rest[:, columns] -= length * curved[:, columns]
            np.divide(rest[:, columns], self._diagonal[:, columns], out=scaled[:, columns])

        self._run_columns(work)

    def _turn(self, direction: Vector, scaled: Vector, share: float) -> None:
        """Make the next direction of the last one and of where the rest points."""

        def work(columns: slice) -> None:
            direction[:, columns] *= share
            direction[:, columns] += scaled[:, columns]

        self._run_columns(work)

    def _product(self, first: Vector, second: Vector) -> float:
        """Return the scalar product; it is added up by one thread, always in the same order."""

        def work(columns: slice) -> None:
            np.multiply(first[:, columns], second[:, columns], out=self._products[:, columns])

        self._run_columns(work)
        return float(self._products.sum())

    def _run_columns(self, work: Callable[[slice], None]) -> None:
        run_blocks(lambda number: work(self._columns[number]), BLOCKS, self._threads)

    def _sum_blocks(self, add: Callable[[_Block], None]) -> None:
        """Let each block add up sums of its own."""

        def work(number: int) -> None:
            block = self._blocks[number]
            block.clear()
            add(block)

        run_blocks(work, BLOCKS, self._threads)

    def _curve(self, direction: Vector) -> Vector:
        def add(block: _Block) -> None:
            apply_curvature(
                block.begin,
                block.end,
                self._rows,
                direction,
                self._curvatures,
                block.first_phase,
                block.sums,
            )

        self._sum_blocks(add)
        return self._total_with(self._regular, direction)

    def _find_diagonal(self) -> Vector:
        def add(block: _Block) -> None:
            add_diagonal(block.begin, block.end, self._rows, self._curvatures, block.first_phase, block.sums)

        self._sum_blocks(add)
        neighbours = np.full((self.problem.phase_count, 1), 2.0)
        neighbours[0] -= 1
        neighbours[-1] -= 1
        total = self._total_with(lambda vector: max(self._ridge, 1e-9), self._diagonal)
        return total + self._coupling * neighbours

    def _total_with(self, regular: Callable[[Vector], Vector], vector: Vector) -> Vector:
        """Add up the sums of all blocks, and what ridge and coupling make of a vector."""
        total = np.zeros((self.problem.phase_count, self.problem.stride))

        def work(columns: slice) -> None:
            part = total[:, columns]
            for block in self._blocks:
                part[block.first_phase : block.first_phase + len(block.sums)] += block.sums[:, columns]
            part += regular(vector[:, columns])

        self._run_columns(work)
        return total

    def _regular(self, vector: Vector) -> Vector:
        """Return the gradient of ridge and coupling, which is linear in the weights."""
        gradient = max(self._ridge, 1e-9) * vector
        steps = self._coupling * np.diff(vector, axis=0)
        gradient[:-1] -= steps
        gradient[1:] += steps
        return gradient

    def _penalty(self, vector: Vector) -> float:
        return 0.5 * float((vector * self._regular(vector)).sum())


class _Block:
    """Positions that one thread runs over, and the sums that it makes for their phases."""

    def __init__(self, problem: FitProblem, begin: int, end: int) -> None:
        self.begin, self.end = begin, end
        low = int(problem.phases[begin]) if begin < end else 0
        high = int(problem.phases[end - 1]) if begin < end else 0
        self.first_phase = max(low - 1, 0)
        last = min(high + 1, problem.phase_count - 1)
        self.sums = np.zeros((last - self.first_phase + 1, problem.stride))

    def clear(self) -> None:
        self.sums[:] = 0.0
