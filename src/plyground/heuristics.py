"""Heuristics: functions that score a position for the side to move, higher is better.

One decorated function is all there is to a heuristic:

    @heuristic("breakthrough")
    def piece(board, state):
        '''Pawns I have more than you.'''
        return popcount(state.own) - popcount(state.opponent)

It may return whole or broken numbers; a search counts in thousandths of a point.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from plyground.kernel import kernel

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Heuristic:
    """A named function that scores the positions of one game."""

    name: str
    game: str
    function: Callable[[Any, Any], float]
    summary: str


registered: dict[tuple[str, str], Heuristic] = {}
"""Every heuristic whose file has been imported, by game and name."""


def heuristic(game: str) -> Callable[[Function], Function]:
    """Make a function a heuristic of some game, under its own name; it is compiled when used."""

    def decorate(function: Function) -> Function:
        compiled = kernel(function)
        summary = inspect.getdoc(function) or ""
        name = function.__name__
        registered[game, name] = Heuristic(name, game, compiled, summary.partition("\n")[0])
        return compiled

    return decorate
