"""Boards that chance lays out: what holds on several layouts of a board holds on all."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from plyground.core.options import Number
from plyground.core.position import Game
from plyground.core.rules import Rules
from plyground.evaluation import Evaluation
from plyground.evaluation.learned import LearnedEvaluation, Model, make_evaluation, model_of

SEED = "seed"
"""The name of the option that decides about chance."""

LAYOUTS = 5
"""Games are played on this many layouts; each costs a compilation, since kernels know their board."""

_TRIES = 4 * LAYOUTS


def layouts_of(game: Game) -> tuple[Game, ...]:
    """Return the game on several layouts of its board, its own first.

    A board that does not depend on an option `seed` has one layout.
    """
    return _layouts(game.rules, game)


@functools.lru_cache(maxsize=16)
def _layouts(rules: Rules[Any, Any], game: Game) -> tuple[Game, ...]:
    option = next((each for each in rules.options if each.name == SEED), None)
    if not isinstance(option, Number):
        return (game,)
    found = {game.board: game}
    count = option.maximum - option.minimum + 1
    for step in range(1, _TRIES):
        seed = option.minimum + (game.options[SEED] - option.minimum + step) % count
        another = Game.of(rules, {**game.options, SEED: seed})
        if (another.rows, another.columns) == (game.rows, game.columns) and len(found) < LAYOUTS:
            found.setdefault(another.board, another)
    return tuple(found.values())


def layout_of(game: Game, number: int) -> Game:
    """Return the layout on which the game, or the pair of games, of some number is played."""
    layouts = layouts_of(game)
    return layouts[number % len(layouts)]


def evaluation_on(game: Game, evaluation: Evaluation) -> Evaluation:
    """Return an evaluation for a layout: weights are for boards of a size, kernels for one board."""
    if not isinstance(evaluation, LearnedEvaluation) or evaluation.model.game == game:
        return evaluation
    known = evaluation.model
    model = model_of(game, evaluation.weights.header, known.dense, known.front)
    return make_evaluation(evaluation.name, model, evaluation.weights)


def model_on(game: Game, model: Model) -> Model:
    """Return the same model for a layout."""
    return model if model.game == game else replace(model, game=game, _kernels={})
