"""Where weights are: the user's own folder first, then those that come with Plyground."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from plyground.core.heuristics import Heuristic
from plyground.core.position import Game
from plyground.errors import WeightsError
from plyground.evaluation.learned.evaluation import LearnedEvaluation, make_evaluation, model_of
from plyground.evaluation.learned.weights import SUFFIX, Weights, load_weights
from plyground.system.files import data_folder

SHIPPED = Path(__file__).parent.parent / "weights"

FindHeuristic = Callable[[Game, str], Heuristic]


def weights_folder() -> Path:
    """Return the folder of the user's own weights, whether it exists or not.

    Raises:
        WeightsError: the user has no home folder, and none is named.
    """
    try:
        return data_folder() / "weights"
    except RuntimeError as error:
        raise WeightsError("there is no home folder to keep weights in; set PLYGROUND_DATA_DIR") from error


def weights_name(game: str, rows: int, columns: int) -> str:
    """Return the name of the file that holds the weights of a board.

    >>> weights_name("othello", 8, 8)
    'othello-8x8.weights'
    """
    return f"{re.sub(r'[^A-Za-z0-9_-]', '_', game)}-{rows}x{columns}{SUFFIX}"


def weights_files(game: Game) -> list[Path]:
    """Return the files with weights for a board, the user's own first."""
    name = weights_name(game.name, game.board.rows, game.board.columns)
    return [folder / name for folder in _folders() if (folder / name).is_file()]


def has_weights(game: str) -> bool:
    """Tell whether there are weights for any board of a game."""
    pattern = re.compile(re.escape(weights_name(game, 0, 0)).replace("0x0", r"\d+x\d+"))
    return any(pattern.fullmatch(file.name) for folder in _folders() for file in folder.glob(f"*{SUFFIX}"))


def _folders() -> Iterator[Path]:
    try:
        own = data_folder() / "weights"
    except RuntimeError:  # without a home folder there are only those that come with Plyground
        yield SHIPPED
        return
    yield from (own, SHIPPED)


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
