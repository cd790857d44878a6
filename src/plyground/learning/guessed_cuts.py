"""The guessed cuts of a learned evaluation: how far shallow searches with it can be trusted."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

from plyground.core.position import Move, Position
from plyground.errors import OptionError
from plyground.evaluation.learned import LearnedEvaluation, Weights
from plyground.search.engine import SearchEngine
from plyground.search.features import EXACT
from plyground.search.limit import Limit
from plyground.search.probcut import SHALLOWEST_CUT
from plyground.search.selectivity_fit import (
    DEEPEST_SEARCH,
    fit_selectivity,
    sample_positions,
    with_selectivity,
)

POSITIONS = 400
SAMPLES = 20
NODES = 1000  # of each move of the games that the positions come from

AFFORDABLE_NODES = 100_000
"""The positions are searched as deep as most of them are within this many nodes."""


def with_guessed_cuts(
    evaluation: LearnedEvaluation, seed: int, report: Callable[[int], None] = lambda done: None
) -> Weights:
    """Return the weights of an evaluation, with the parameters of guessed cuts fitted to it.

    Where searches find out who wins in nearly all positions, there is nothing to guess, and they come back
    as they are. `report` is called after each position with how many are done.
    """
    game = evaluation.model.game
    engine = SearchEngine(game, evaluation, features=EXACT, megabytes=1)

    def choose(position: Position) -> Move:
        *_, last = engine.search(position, Limit(nodes=NODES))
        return last.move or position.moves()[0]

    positions = list(sample_positions(game, choose, POSITIONS, seed))
    deepest = _affordable_depth(engine, positions)
    try:
        fitted = fit_selectivity(game, evaluation, positions, deepest=deepest, report=report)
    except OptionError:
        return evaluation.weights
    return with_selectivity(evaluation.weights, fitted)


def _affordable_depth(engine: SearchEngine, positions: Sequence[Position]) -> int:
    """Return a depth that searches of most positions complete, without guessed cuts."""
    depths = [_depth_of(engine, position) for position in positions[:: max(len(positions) // SAMPLES, 1)]]
    return max(statistics.median_low(depths), SHALLOWEST_CUT + 1) if depths else DEEPEST_SEARCH


def _depth_of(engine: SearchEngine, position: Position) -> int:
    """Return how deep a position may be searched; one that is proved sooner is no reason to stop there."""
    engine.clear()
    *_, last = engine.search(position, Limit(depth=DEEPEST_SEARCH, nodes=AFFORDABLE_NODES))
    return DEEPEST_SEARCH if last.proved else last.depth
