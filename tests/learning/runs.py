"""Small runs of learning, for tests: few games on a small board, and a gate that lets almost all pass."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import plyground as ply
from plyground.evaluation.learned import LearnedEvaluation, load_weights
from plyground.learning.gating import Gate
from plyground.learning.generations import LearningRun
from plyground.learning.kept_learning import KeptLearning, LearnSettings
from plyground.learning.pools import TaskPool, TaskThreads
from plyground.learning.progress import Progress
from plyground.store import Store
from plyground.tournament.sprt import Sprt

GAME = ply.game("breakthrough", size="5x4")
GAMES = 150
OPEN = Gate(Sprt(-800.0, -600.0), most_pairs=8)


def begun(store: Store, **changes: Any) -> KeptLearning:
    """Put a run into a store."""
    output = store.path.with_name(f"{store.path.stem}.weights")
    usual: dict[str, Any] = {
        "start": "piece",
        "seed": 1,
        "nodes": 20,
        "minutes": None,
        "games": GAMES,
        "output": str(output),
    }
    settings = LearnSettings.of(GAME, **{**usual, **changes})
    return KeptLearning.begin(store, settings, GAME)


def run_of(
    kept: KeptLearning,
    pool: TaskPool | None = None,
    *,
    gate: Gate = OPEN,
    watch: Callable[[Progress], None] = lambda progress: None,
    tell: Callable[[str], None] = lambda text: None,
) -> LearningRun:
    return LearningRun(kept, pool or TaskThreads(1), watch=watch, tell=tell, gate=gate)


def learned(file: Path, pool: TaskPool | None = None, **changes: Any) -> LearnedEvaluation:
    """Learn without an interruption, with the store at `file`."""
    with Store(file) as store:
        found = run_of(begun(store, **changes), pool).run()
    assert found is not None
    assert load_weights(file.with_suffix(".weights")).digest == found.weights.digest
    return found


def stopped_after(kept: KeptLearning, reports: int, tell: Callable[[str], None] = lambda text: None) -> bool:
    """Run until so many reports were made; return whether it came to its end before."""
    left = reports

    def watch(progress: Progress) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            run.stop()

    run = run_of(kept, watch=watch, tell=tell)
    return run.run() is not None
