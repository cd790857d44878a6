"""Evaluating thousands of positions in one call."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from plyground.batch.batch import Batch
from plyground.batch.row_kernels import make_evaluate_rows
from plyground.batch.sharing import share_out
from plyground.core.position import Position
from plyground.evaluation import Evaluation, usable_evaluation


def evaluate_all(
    positions: Batch | Sequence[Position], evaluate: Evaluation, *, threads: int = 0
) -> npt.NDArray[np.float64]:
    """Return what an evaluation says about each position, for its side to move.

    >>> import plyground as ply
    >>> start = ply.game("breakthrough").start()
    >>> ply.evaluate_all([start, start.play("b5-b4")], "2*defensive+piece")
    array([8., 8.])

    Raises:
        PlygroundError: there is no such heuristic, it fails, or the positions are of several games.
    """
    batch = positions if isinstance(positions, Batch) else Batch.of(positions, threads=threads)
    game, form, words = batch.game, batch.game.start().state, batch.words
    evaluator = usable_evaluation(game, evaluate)
    made, found = make_evaluate_rows(evaluator.kernel), np.zeros(len(batch))

    def work(thread: int, first: int, last: int) -> None:
        made(game.board, form, evaluator.address, words, found, first, last)

    share_out(work, len(batch), batch.threads, game, evaluate)
    return found
