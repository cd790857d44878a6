"""Heuristics that are another one on each board: `learned`, `best`, and files of weights."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from plyground.core.heuristics import Heuristic
from plyground.core.position import Game
from plyground.errors import WeightsError, WeightsWarning, WrongTypeError
from plyground.evaluation._notation import write_file
from plyground.evaluation.learned.finding import load_evaluation, weights_files

BEST, HANDMADE, LEARNED = "best", "handmade", "learned"

Resolve = Callable[[Game], Heuristic]
FindHeuristic = Callable[[Game, str], Heuristic]


@dataclass(frozen=True)
class BoardHeuristic(Heuristic):
    """A heuristic that is looked up for each board: `on` returns the one that counts there."""

    resolve: Resolve = field(repr=False, compare=False)
    again: tuple[Callable[..., BoardHeuristic], tuple[Any, ...]] = field(repr=False, compare=False)

    @property
    def comes_with_plyground(self) -> bool:
        """Whether it can be trusted; what it is on a board is asked again there."""
        return True

    def __reduce__(self) -> tuple[Callable[..., BoardHeuristic], tuple[Any, ...]]:
        return self.again

    def on(self, game: Game) -> Heuristic:
        """Return what it is on the board of a game, under its own name."""
        found = self.resolve(game)
        return found if found.name == self.name else replace(found, name=self.name)


def resolved(game: Game, heuristic: Heuristic) -> Heuristic:
    """Return what a heuristic is on the board of a game."""
    return heuristic.on(game) if isinstance(heuristic, BoardHeuristic) else heuristic


@functools.cache
def learned_heuristic(game: str, find: FindHeuristic) -> BoardHeuristic:
    """Return `learned`: the weights of a board, which have to be there."""

    def resolve(on: Game) -> Heuristic:
        for path in weights_files(on):
            return load_evaluation(on, path, LEARNED, find)
        size = f"{on.board.rows}x{on.board.columns}"
        raise WeightsError(
            f"there are no weights for {on.name} {size}; 'plyground learn {on.name} --size {size}' makes them"
        )

    summary = "Learned from games: tables over patterns of squares."
    return BoardHeuristic(LEARNED, game, _unresolved, summary, resolve, (learned_heuristic, (game, find)))


@functools.cache
def best_heuristic(game: str, otherwise: Heuristic, find: FindHeuristic) -> BoardHeuristic:
    """Return `best`: learned where there are weights for a board, otherwise what people wrote."""

    def resolve(on: Game) -> Heuristic:
        for path in weights_files(on):
            try:
                return load_evaluation(on, path, BEST, find)
            except WeightsError as error:
                warnings.warn(f"{error}; it is left out", WeightsWarning, stacklevel=2)
        return otherwise

    summary = f"The best there is: learned where there are weights for the board, else {otherwise.name}."
    again = best_heuristic, (game, otherwise, find)
    return BoardHeuristic(BEST, game, _unresolved, summary, resolve, again)


def file_heuristic(game: str, path: str, find: FindHeuristic) -> BoardHeuristic:
    """Return the evaluation of a file of weights, which is for boards of one size."""
    name = write_file(path, "")

    def resolve(on: Game) -> Heuristic:
        return load_evaluation(on, Path(path).expanduser(), name, find)

    summary = "Weights from a file."
    return BoardHeuristic(name, game, _unresolved, summary, resolve, (file_heuristic, (game, path, find)))


def _unresolved(board: Any, state: Any) -> NoReturn:
    raise WrongTypeError("this heuristic depends on the board: ply.evaluate(position, name) knows it")
