"""Weights for servers to find: drawn by lot, the same ones each time."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import plyground as ply
from plyground.evaluation.learned import Model, make_weights, save_weights
from plyground.evaluation.learned.finding import WEIGHTS


def keep_weights(data_folder: Path, name: str, size: str, dense: tuple[str, ...] = ("piece",)) -> None:
    """Put weights for a board where a server with this data folder looks for the user's own."""
    game = ply.game(name, size=size)
    features = [ply.find_evaluation(game, each) for each in dense]
    model = Model.for_game(game, dense=features, asks_first=False)
    chance = np.random.default_rng(1)
    tables = chance.normal(0.2, 1, (model.phase_count, model.weight_count))
    weights = make_weights(model, tables, np.full((model.phase_count, len(dense)), 0.5))
    save_weights(data_folder / "weights" / WEIGHTS.name(name, game.rows, game.columns), weights)
