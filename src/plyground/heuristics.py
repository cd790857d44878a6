"""Heuristics: functions that score a position for the side to move, higher is better.

One decorated function is all there is to a heuristic:

    @heuristic("breakthrough")
    def piece(board, state):
        '''Pawns I have more than you.'''
        return popcount(state.own) - popcount(state.opponent)

It may return whole or broken numbers up to `MOST_POINTS`; a search counts in thousandths of a point.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from plyground.errors import HeuristicError
from plyground.kernel import Kernel, kernel
from plyground.loading import LoadedFile

Function = TypeVar("Function", bound=Callable[..., Any])

MOST_POINTS = 998_999
"""The largest score of a position that is not decided: above it a search counts the plies to a win."""


@dataclass(frozen=True)
class Heuristic:
    """A named function that scores the positions of one game."""

    name: str
    game: str
    function: Callable[[Any, Any], float]
    summary: str

    def __deepcopy__(self, memo: object) -> Heuristic:
        return self  # nothing in it changes

    def __reduce__(self) -> tuple[Callable[..., Heuristic], tuple[Any, ...]]:
        # The file comes first: pickle looks for the function in the module that it makes.
        expected = "a heuristic stands in a Python file"
        file = LoadedFile.of(str(self.function.__module__), expected, HeuristicError)
        return _heuristic_of, (file, self.name, self.game, self.function, self.summary)

    @classmethod
    def of(cls, game: str, function: Callable[[Any, Any], float], name: str | None = None) -> Heuristic:
        """Make a heuristic of a function, which is compiled when it is used."""
        label = f"the heuristic {function.__name__}"
        compiled = function if isinstance(function, Kernel) else kernel(label=label)(function)
        summary = (inspect.getdoc(function) or "").partition("\n")[0]
        return cls(name or function.__name__, game, compiled, summary)


def _heuristic_of(file: LoadedFile | None, *values: Any) -> Heuristic:
    """Make a heuristic of what it was pickled as."""
    return Heuristic(*values)


registered: dict[tuple[str, str, str], Heuristic] = {}
"""Every heuristic whose file has been imported, by game, module and name."""


def heuristic(*games: str) -> Callable[[Function], Function]:
    """Make a function a heuristic of some game, under its own name; it is compiled when used.

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
