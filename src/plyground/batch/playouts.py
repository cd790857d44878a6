"""Random games from many positions, or many from one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.batch.batch import Batch
from plyground.batch.row_kernels import COUNTS, DRAWS, LOSSES, PLIES, WINS, make_play_out_rows
from plyground.batch.sharing import share_out
from plyground.core.position import Position
from plyground.errors import OptionError, expect
from plyground.search.mcts.features import MctsConstants
from plyground.search.mcts.tree import make_mcts_workspace

MOST_GAMES = 1 << 40
_SEEDS = 1 << 64


@dataclass(frozen=True)
class Playouts:
    """How random games ended, counted for the side to move of each position, and their length in plies.

    From one position these are numbers, from a batch arrays.
    """

    wins: Any
    draws: Any
    losses: Any
    plies: Any

    @property
    def games(self) -> Any:
        """How many games there were."""
        return self.wins + self.draws + self.losses

    @property
    def values(self) -> Any:
        """The mean results for the side to move, from -1 (all lost) to 1 (all won)."""
        return (self.wins - self.losses) / self.games


def playouts(start: Position | Batch, n: int, seed: int = 0, *, threads: int = 0) -> Playouts:
    """Play `n` random games from a position, or from each position of a batch, and count how they end.

    >>> import plyground as ply
    >>> found = ply.playouts(ply.game("breakthrough").start(), 1000, seed=1)
    >>> found.games, found.draws
    (1000, 0)

    A seed repeats exactly, on any number of threads; for a batch `threads` is its own. A game of more than
    4000 plies counts as drawn; repetitions do not end a game.

    Raises:
        OptionError: this many games cannot be played.
    """
    expect(start, (Position, Batch), "start has to be a Position or a Batch")
    batch = start if isinstance(start, Batch) else Batch.of([start], threads=threads)
    if not isinstance(n, int) or not 1 <= n <= MOST_GAMES:
        raise OptionError(f"{n} random games cannot be played; give a whole number from 1 to {MOST_GAMES:,}")
    counts = _count(batch, n, seed)
    columns = [counts[:, column] for column in (WINS, DRAWS, LOSSES, PLIES)]
    return Playouts(*(columns if batch is start else (int(column[0]) for column in columns)))


def _count(batch: Batch, repeats: int, seed: int) -> npt.NDArray[np.int64]:
    """Count games and plies; each thread counts for itself, and sums do not depend on the order."""
    game, form = batch.game, batch.game.start().state
    made = make_play_out_rows(game.rules, game.board)
    counts = np.zeros((batch.threads, len(batch), COUNTS), np.int64)
    constants = MctsConstants()
    workspaces = [make_mcts_workspace(game.rules, game.board, constants) for _ in range(batch.threads)]
    word, words = np.uint64(seed % _SEEDS), batch.words

    def work(thread: int, first: int, last: int) -> None:
        made(form, words, repeats, word, counts[thread], workspaces[thread], first, last)

    share_out(work, len(batch) * repeats, batch.threads, game)
    total: npt.NDArray[np.int64] = counts.sum(axis=0)
    return total
