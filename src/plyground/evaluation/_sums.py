"""Heuristics added up with weights. The weights are data, so all sums of the same terms are one kernel."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core.heuristics import DataHeuristic, DataKernel, Evaluator, Heuristic
from plyground.core.pointers import load_float64, load_word
from plyground.evaluation._notation import write_sum
from plyground.jit import kernel

Function = Callable[[Any, Any], float]

# What a sum reads: the weight of each term, and the address of what that term itself reads.
TERM = np.dtype([("weight", np.float64), ("address", np.uint64)])


@dataclass(frozen=True)
class WeightedSum(DataHeuristic):
    """A heuristic that is the sum of others, each with its weight."""

    parts: tuple[tuple[float, Heuristic], ...]

    @property
    def comes_with_plyground(self) -> bool:
        """Whether all of its parts do."""
        return all(part.comes_with_plyground for _, part in self.parts)

    def __reduce__(self) -> tuple[Callable[..., WeightedSum], tuple[Any, ...]]:
        return sum_of, (self.game, self.parts)


def sum_of(game: str, parts: Sequence[tuple[float, Heuristic]]) -> WeightedSum:
    """Add up heuristics of one game; its name is how the sum is written."""
    flat = [(weight * inner, part) for weight, whole in parts for inner, part in terms_of(whole)]
    name = write_sum([(weight, part.name) for weight, part in flat])
    total = added([(weight, evaluator_of(part.function)) for weight, part in flat])
    summary = "A sum with weights."
    return WeightedSum(name, game, summary, total.kernel, total.data, tuple(flat), kept=total.kept)


def terms_of(heuristic: Heuristic) -> tuple[tuple[float, Heuristic], ...]:
    """Return the weights and parts of a sum; any other heuristic is its own only part."""
    return heuristic.parts if isinstance(heuristic, WeightedSum) else ((1.0, heuristic),)


def evaluator_of(function: Function) -> Evaluator:
    """Return the evaluator of a function of a heuristic, which may be one already."""
    return function if isinstance(function, Evaluator) else Evaluator(_without_data(function))


def added(terms: Sequence[tuple[float, Evaluator]]) -> Evaluator:
    """Make the evaluator of the weighted sum of some others."""
    data = np.array([(weight, term.address) for weight, term in terms], TERM)
    return Evaluator(_adding(tuple(term.kernel for _, term in terms)), data, tuple(term for _, term in terms))


@functools.lru_cache(maxsize=256)
def _without_data(function: Function) -> DataKernel:
    """Make a kernel of one that reads no data."""

    @kernel(label="an evaluation")
    def without_data(board: Any, state: Any, address: Any) -> float:
        return function(board, state)

    return without_data


@functools.lru_cache(maxsize=256)
def _adding(terms: tuple[DataKernel, ...]) -> DataKernel:
    """Make one kernel of the weighted sum of some others; compiled, all of it becomes one function."""
    total = _first(terms[0])
    for number, term in enumerate(terms[1:], start=1):
        total = _plus(total, term, number)
    return total


def _first(term: DataKernel) -> DataKernel:
    @kernel(label="a weighted sum")
    def scaled(board: Any, state: Any, address: Any) -> float:
        return load_float64(address, 0) * term(board, state, load_word(address, 1))

    return scaled


def _plus(total: DataKernel, term: DataKernel, number: int) -> DataKernel:
    weight, place = 2 * number, 2 * number + 1

    @kernel(label="a weighted sum")
    def plus(board: Any, state: Any, address: Any) -> float:
        points = load_float64(address, weight) * term(board, state, load_word(address, place))
        return total(board, state, address) + points

    return plus
