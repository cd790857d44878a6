"""`ply.weighted`: heuristics added up with weights, from Python."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from plyground.core.position import Game
from plyground.errors import HeuristicError, shortened
from plyground.evaluation._finding import as_heuristic, games_of
from plyground.evaluation._sums import WeightedSum, sum_of


def weighted(weights: Mapping[Any, float], game: str | Game | None = None) -> WeightedSum:
    """Return the sum of some heuristics, each multiplied by its weight, as one heuristic.

    Args:
        weights: the weight of every heuristic, which may be given by its name, as on the
            command line, or as a function.
        game: the game, by name; it may be left out where a decorated function says it.

    >>> weighted({"defensive": 2, "reckless": 0.5, "piece": 1}, game="breakthrough").name
    '2*defensive + 0.5*reckless + piece'

    Raises:
        HeuristicError: there is nothing to add up, or not with such weights.
        PlygroundError: one of the heuristics cannot be found or used.
    """
    if not weights:
        raise HeuristicError("a weighted sum needs at least one heuristic")
    owner = _only_game(weights) if game is None else game
    parts = [(_read_weight(weight), as_heuristic(owner, each)) for each, weight in weights.items()]
    return sum_of(parts[0][1].game, parts)


def _only_game(weights: Mapping[Any, float]) -> str:
    games = set[str]().union(*map(games_of, weights))
    if len(games) != 1:
        raise HeuristicError('say of which game they are: weighted({...}, game="breakthrough")')
    return games.pop()


def _read_weight(weight: object) -> float:
    try:
        number = float(weight)  # type: ignore[arg-type]  # what is none is told below
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise HeuristicError(f"the weight {shortened(str(weight))} is not a number")
    return number
