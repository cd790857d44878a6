"""The guessed cuts of a learned evaluation: how far shallow searches with it can be trusted."""

from __future__ import annotations

from collections.abc import Callable

from plyground.errors import OptionError
from plyground.evaluation.learned import LearnedEvaluation, Weights
from plyground.position import Move, Position
from plyground.search.engine import SearchEngine
from plyground.search.fitting import fit_selectivity, sample_positions, with_selectivity
from plyground.search.limit import Limit

POSITIONS = 400
NODES = 1000  # of each move of the games that the positions come from


def with_guessed_cuts(
    evaluation: LearnedEvaluation, seed: int, report: Callable[[int], None] = lambda done: None
) -> Weights:
    """Return the weights of an evaluation, with the parameters of guessed cuts fitted to it.

    Where searches find out who wins in nearly all positions, there is nothing to guess, and they come back
    as they are. `report` is called after each position with how many are done.
    """
    game = evaluation.model.game
    engine = SearchEngine(game, evaluation, megabytes=1)

    def choose(position: Position) -> Move:
        *_, last = engine.search(position, Limit(nodes=NODES))
        return last.move or position.moves()[0]

    positions = sample_positions(game, choose, POSITIONS, seed)
    try:
        return with_selectivity(
            evaluation.weights, fit_selectivity(game, evaluation, positions, report=report)
        )
    except OptionError:
        return evaluation.weights
