"""Boards that chance lays out: what holds on several layouts of a board holds on all."""

from __future__ import annotations

from dataclasses import replace

from plyground.core.layouts import layouts_of
from plyground.core.position import Game
from plyground.evaluation import Evaluation
from plyground.evaluation.learned import LearnedEvaluation, Model, make_evaluation, model_of

LAYOUTS = 5
"""Games are played on this many layouts; each costs a compilation, since kernels know their board."""


def learning_layouts(game: Game) -> tuple[Game, ...]:
    """Return the layouts that a game is learned on, its own first."""
    return layouts_of(game, LAYOUTS)


def layout_of(game: Game, number: int) -> Game:
    """Return the layout on which the game, or the pair of games, of some number is played."""
    layouts = learning_layouts(game)
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
