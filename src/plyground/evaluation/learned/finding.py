"""Where weights are: the user's own folder first, then those that come with Plyground."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from plyground.core.heuristics import Heuristic
from plyground.core.position import Game
from plyground.errors import WeightsError
from plyground.evaluation.learned.evaluation import LearnedEvaluation, make_evaluation, model_of
from plyground.evaluation.learned.weights import SUFFIX, Weights, load_weights
from plyground.system.files import DataFiles

SHIPPED = Path(__file__).parent.parent / "weights"
WEIGHTS = DataFiles("weights", SUFFIX, WeightsError, SHIPPED)

FindHeuristic = Callable[[Game, str], Heuristic]


def weights_files(game: Game) -> list[Path]:
    """Return the files with weights for a board, the user's own first."""
    return WEIGHTS.found(WEIGHTS.stem(game.name, f"{game.rows}x{game.columns}"))


def has_weights(game: str) -> bool:
    """Tell whether there are weights for any board of a game."""
    return bool(WEIGHTS.found(WEIGHTS.stem(game, "[0-9]*x[0-9]*")))


def load_evaluation(game: Game, path: Path, name: str, find: FindHeuristic) -> LearnedEvaluation:
    """Return the evaluation of a file of weights; `find` finds its dense features by name.

    Raises:
        WeightsError: the file cannot be read, is damaged, or belongs to another board.
    """
    try:
        stat = path.stat()
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror}") from error
    return _loaded(game, path, name, find, stat.st_mtime_ns, stat.st_size)


@functools.lru_cache(maxsize=16)
def _loaded(
    game: Game, path: Path, name: str, find: FindHeuristic, changed: int, size: int
) -> LearnedEvaluation:
    weights = _read(path, changed, size)
    try:
        header = weights.header
        dense = tuple(find(game, each) for each in header.dense)
        front = find(game, header.front) if header.front else None
        return make_evaluation(name, model_of(game, header, dense, front), weights)
    except WeightsError as error:
        raise WeightsError(f"{path}: {error}") from error


@functools.lru_cache(maxsize=8)
def _read(path: Path, changed: int, size: int) -> Weights:
    return load_weights(path)
