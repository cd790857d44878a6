"""`ply.learn`: an evaluation learned from games of self-play, in one call."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from plyground.core.position import Game
from plyground.errors import OptionError, expect
from plyground.evaluation import BoardHeuristic, known_heuristics
from plyground.evaluation.learned import LearnedEvaluation
from plyground.learning.generations import NEUTRAL, LearningRun
from plyground.learning.kept_learning import KeptLearning, LearnSettings
from plyground.learning.pools import ClusterPool, TaskPool, TaskThreads
from plyground.learning.progress import Progress
from plyground.store import Store

DEFAULT_MINUTES = 5.0
DEFAULT_NODES = 1000
DEFAULT_SEED = 1
HANDMADE = "handmade"


def learn(
    game: Game,
    minutes: float | None = None,
    *,
    games: int | None = None,
    seed: int = DEFAULT_SEED,
    nodes: int = DEFAULT_NODES,
    start: str | None = None,
    features: Sequence[str] | None = None,
    front: str = "",
    output: str | Path | None = None,
    processes: int | None = None,
    cluster: str | None = None,
    watch: Callable[[Progress], None] = lambda progress: None,
) -> LearnedEvaluation:
    """Learn an evaluation for a game from games that it plays against itself; return the best generation.

    Args:
        game: the game, on the board that is to be learned.
        minutes: how long to learn; 5 if neither this nor `games` is given.
        games: how many games to learn from, instead. Then the same seed gives the same weights.
        seed: decides about everything left to chance.
        nodes: the budget of each move.
        start: the evaluation of the first games; that of the game, or none if it has none.
        features: heuristics to weigh beside the patterns of squares; those that the game names.
        front: a heuristic to ask before the patterns: where it is not 0, what it says counts alone.
        output: a file for the weights.
        processes: how many games are played at once; one on every core.
        cluster: the address of a Dask scheduler, whose workers play the games.
        watch: receives how far it is, several times per second.

    Raises:
        LearningError: nothing better than the first evaluation was found.
    """
    expect(game, Game, "game has to be a Game such as ply.game('breakthrough')")
    if minutes is None and games is None:
        minutes = DEFAULT_MINUTES
    with _folder(output) as file, Store(file.with_suffix(".sqlite")) as store:
        settings = LearnSettings.of(
            game,
            start=first_evaluation(game) if start is None else start,
            seed=seed,
            nodes=nodes,
            minutes=minutes,
            games=games,
            features=game.rules.learned_features if features is None else tuple(features),
            front=front,
            output=str(Path(output).absolute() if output is not None else file),
        )
        kept = KeptLearning.begin(store, settings, game)
        run = LearningRun(kept, chosen_pool(processes, cluster), watch=watch)
        found = run.run()
    assert found is not None  # noqa: S101  # nobody can stop it
    return found


@contextlib.contextmanager
def _folder(output: str | Path | None) -> Iterator[Path]:
    """Yield a place for weights in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="plyground-learn-") as folder:
        yield Path(folder) / "learned.weights"


def first_evaluation(game: Game) -> str:
    """Return what scores the positions of the first games: a handmade heuristic, if there is one."""
    known = known_heuristics(game.name)
    written = [name for name, each in known.items() if not isinstance(each, BoardHeuristic)]
    return HANDMADE if HANDMADE in written else next(iter(written), NEUTRAL)


def chosen_pool(processes: int | None, cluster: str | None) -> TaskPool:
    """Return what plays the games: threads of this process, or a cluster.

    Raises:
        OptionError: both are given, or fewer than one.
    """
    cores = len(os.sched_getaffinity(0))
    if cluster is not None:
        if processes is not None:
            raise OptionError("processes and a cluster are two ways to play; give one of them")
        return ClusterPool(cluster, cores)
    if processes is not None and not 1 <= processes <= 256:
        raise OptionError(f"{processes} games cannot be played at once; allowed: 1 to 256")
    return TaskThreads(processes or cores)
