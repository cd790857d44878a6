"""Runs of learning that nobody had to wait for."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import plyground as ply
from plyground.learning.kept_learning import KeptLearning, LearnSettings
from plyground.learning.progress import Generation, Progress
from plyground.store import Store

GAME = ply.game("breakthrough", size="5x4")
PROGRESS = Progress(3, 4, "1,200 games of self-play", 1200, 30.0, 90.0)


def generation(number: int, **changes: Any) -> Generation:
    """Make up a generation, better than the one before."""
    usual: dict[str, Any] = {
        "number": number,
        "games": 100 * number,
        "positions": 1000 * number,
        "seconds": 10.0 * number,
        "training_error": 0.4,
        "held_out_error": 0.6 - 0.05 * number,
        "elo": 40.0,
        "elo_error": 30.0,
        "is_accepted": True,
        "strength": 50.0 * number,
        "strength_error": 35.0,
    }
    return Generation(**{**usual, **changes})


def begun(store: Store, generations: list[Generation], game: ply.Game = GAME) -> KeptLearning:
    """Put a run with some generations into a store."""
    settings = LearnSettings.of(
        game, start="piece", seed=7, nodes=50, minutes=None, games=400, output="/somewhere/own.weights"
    )
    kept = KeptLearning.begin(store, settings, game)
    for each in generations:
        kept.add_generation(each.number, asdict(each))
    return kept


def ended(file: Path, generations: list[Generation]) -> str:
    """Put a run that is over into the store at `file`; return its id."""
    with Store(file) as store:
        kept = begun(store, generations)
        kept.end({"output": kept.settings.output, "digest": "0"})
        return kept.id
