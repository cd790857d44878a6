"""Heuristics: functions that score a position for the side to move, higher is better.

One decorated function is all there is to a heuristic:

    @heuristic("breakthrough")
    def piece(board, state):
        '''Pawns I have more than you.'''
        return popcount(state.own) - popcount(state.opponent)

It may return integers or floats up to `MOST_POINTS`; a search counts in thousandths of a point.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeVar

import numpy as np

from plyground.core.loading import LoadedFile
from plyground.core.pointers import address_of
from plyground.errors import HeuristicError, WrongTypeError
from plyground.jit import Kernel, kernel

DataKernel = Callable[[Any, Any, Any], float]
"""A kernel ``(board, state, address)`` that scores a position with the data at an address."""

Function = TypeVar("Function", bound=Callable[..., Any])

MOST_POINTS = 998_999
"""The largest score of a position that is not decided: above it a search counts the plies to a win."""


_OURS = "plyground.evaluation."
_ALIGNMENT = 8


@dataclass(frozen=True, eq=False)
class Evaluator:
    """An evaluation ready for compiled code: a kernel and the data that it reads.

    The kernel takes ``(board, state, address)``. Whoever runs it keeps the evaluator, and with it the
    data: an array whose first element begins a word, and in `kept` whatever that array points to.
    """

    kernel: DataKernel
    data: Any | None = None
    kept: tuple[Any, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if self.data is not None and not (self.data.flags.c_contiguous and self.address % _ALIGNMENT == 0):
            raise ValueError(
                "the data of an evaluation have to be contiguous, from the beginning of a word on"
            )
        # Who looks for its file and line finds those of the kernel.
        names = {each: getattr(self.kernel, each) for each in ("__module__", "__name__", "__doc__")}
        vars(self).update(names, __wrapped__=self.kernel, __signature__=_SIGNATURE)

    def __call__(self, board: Any, state: Any) -> float:
        """Score a position for the side to move."""
        return self.kernel(board, state, self.address)

    def __reduce__(self) -> NoReturn:
        raise WrongTypeError(
            "an evaluator holds addresses and cannot be pickled or copied; pickle its heuristic"
        )

    @functools.cached_property
    def address(self) -> np.uint64:
        """Where the data begin; 0 without data."""
        return np.uint64(0) if self.data is None else address_of(self.data)


_SIGNATURE = inspect.signature(lambda board, state: 0.0)


@dataclass(frozen=True)
class Heuristic:
    """A named function that scores the positions of one game."""

    name: str
    game: str
    function: Callable[[Any, Any], float]
    summary: str

    @property
    def comes_with_plyground(self) -> bool:
        """Whether it is part of Plyground, and so known to return, with a score that fits a search."""
        return str(self.function.__module__).startswith(_OURS)

    def __deepcopy__(self, memo: object) -> Heuristic:
        return self  # nothing in it changes

    def __reduce__(self) -> tuple[Callable[..., Heuristic], tuple[Any, ...]]:
        # The file comes first: pickle looks for the function in the module that it makes.
        expected = "a heuristic stands in a Python file"
        file = LoadedFile.of(str(self.function.__module__), expected, HeuristicError)
        return _heuristic_of, (file, self.name, self.game, self.function, self.summary)

    @classmethod
    def of(cls, game: str, function: Callable[[Any, Any], float], name: str | None = None) -> Heuristic:
        """Make a heuristic of a function, which is compiled on first use."""
        label = f"the heuristic {function.__name__}"
        compiled = function if isinstance(function, Kernel) else kernel(label=label)(function)
        summary = (inspect.getdoc(function) or "").partition("\n")[0]
        return cls(name or function.__name__, game, compiled, summary)


def _heuristic_of(file: LoadedFile | None, *values: Any) -> Heuristic:
    """Make a heuristic of what it was pickled as."""
    return Heuristic(*values)


@dataclass(frozen=True)
class DataHeuristic(Heuristic):
    """A heuristic whose kernel reads data: weights that change without a new compilation.

    `function` is an `Evaluator` of the kernel and the data. `kept` is whatever the data point to.
    """

    function: Evaluator = field(init=False, repr=False)
    kernel: DataKernel
    data: Any = field(repr=False, compare=False)
    kept: tuple[Any, ...] = field(default=(), repr=False, compare=False, kw_only=True)

    def __post_init__(self) -> None:
        vars(self).update(function=Evaluator(self.kernel, self.data, self.kept))

    def __reduce__(self) -> tuple[Callable[..., Heuristic], tuple[Any, ...]]:
        if self.kept:
            raise WrongTypeError(f"{self.name} points to other data, so it cannot be pickled as it is")
        expected = "a heuristic stands in a Python file"
        file = LoadedFile.of(str(self.function.__module__), expected, HeuristicError)
        return _data_heuristic_of, (file, self.name, self.game, self.summary, self.kernel, self.data)


def _data_heuristic_of(file: LoadedFile | None, *values: Any) -> Heuristic:
    """Make a heuristic with data of what it was pickled as."""
    return DataHeuristic(*values)


registered: dict[tuple[str, str, str], Heuristic] = {}
"""Every heuristic whose file has been imported, by game, module and name."""


def heuristic(*games: str) -> Callable[[Function], Function]:
    """Register a function as a heuristic of a game, under its own name; it is compiled on first use.

    A function that fits several games may be a heuristic of all of them.
    """
    if not games or not all(isinstance(game, str) for game in games):
        raise TypeError('say of which game: @heuristic("breakthrough")')

    def decorate(function: Function) -> Function:
        compiled = function
        for game in games:
            made = Heuristic.of(game, compiled)
            registered[game, function.__module__, made.name] = made
            compiled = made.function  # type: ignore[assignment]  # the same to a type checker
        return compiled

    return decorate
