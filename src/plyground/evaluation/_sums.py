"""Heuristics added up with weights, compiled as one function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.evaluation._notation import write_sum
from plyground.heuristics import Heuristic
from plyground.kernel import kernel

Function = Callable[[Any, Any], float]


@dataclass(frozen=True)
class WeightedSum(Heuristic):
    """A heuristic that is the sum of others, each with its weight."""

    parts: tuple[tuple[float, Heuristic], ...]

    def __reduce__(self) -> tuple[Callable[..., WeightedSum], tuple[Any, ...]]:
        return sum_of, (self.game, self.parts)


def sum_of(game: str, parts: Sequence[tuple[float, Heuristic]]) -> WeightedSum:
    """Add up heuristics of one game; its name is how the sum is written."""
    flat = [(weight * inner, part) for weight, whole in parts for inner, part in terms_of(whole)]
    name = write_sum([(weight, part.name) for weight, part in flat])
    function = added([(weight, part.function) for weight, part in flat])
    return WeightedSum(name, game, function, "A sum with weights.", tuple(flat))


def terms_of(heuristic: Heuristic) -> tuple[tuple[float, Heuristic], ...]:
    """Return the weights and parts of a sum; any other heuristic is its own only part."""
    return heuristic.parts if isinstance(heuristic, WeightedSum) else ((1.0, heuristic),)


def added(terms: Sequence[tuple[float, Function]]) -> Function:
    """Make one kernel of the weighted sum of some functions.

    The weights and the functions are constants of the closures: compiled, all of it becomes
    one function.
    """
    total = _scaled(*terms[0])
    for weight, function in terms[1:]:
        total = _plus(total, weight, function)
    return total


def _scaled(weight: float, function: Function) -> Function:
    @kernel(label="a weighted sum")
    def scaled(board: Any, state: Any) -> float:
        return weight * function(board, state)

    return scaled


def _plus(total: Function, weight: float, function: Function) -> Function:
    @kernel(label="a weighted sum")
    def plus(board: Any, state: Any) -> float:
        return total(board, state) + weight * function(board, state)

    return plus
