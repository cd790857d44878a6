"""Sharing out rows among threads: each takes the next portion until none is left."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from plyground.core.position import Game
from plyground.evaluation import Evaluation
from plyground.search.parallel import run_side_by_side, thread_count
from plyground.search.watchdog import Suspects, run_watched

Work = Callable[[int, int, int], None]
"""Takes ``(thread, first, last)`` and works on the rows from `first` to `last` - 1; it releases the GIL."""

PORTION = 1024
"""Rows between two looks whether somebody interrupts: a few milliseconds of random games."""


def share_out(work: Work, count: int, threads: int, game: Game, evaluate: Evaluation | None = None) -> None:
    """Work on all rows, portion by portion; Ctrl-C ends it after the portions under way.

    The result must not depend on which thread works on which rows.

    Raises:
        HeuristicTimeoutError: the evaluation does not return.
        GameFileError: likewise, a rule of the game.
    """
    firsts = itertools.count(0, PORTION)  # its `next` is atomic
    is_stopped, done = False, 0

    def take_portions(thread: int) -> None:
        nonlocal done
        while not is_stopped and (first := next(firsts)) < count:
            work(thread, first, min(first + PORTION, count))
            done += 1

    def stop() -> None:
        nonlocal is_stopped
        is_stopped = True

    used = min(threads, -(-count // PORTION))
    if used == 1 and count <= PORTION and Suspects.of(game, evaluate) is None:
        take_portions(0)  # sooner done than a thread is started
    elif used > 0:
        run_watched(
            lambda: run_side_by_side(take_portions, used),
            Suspects.of(game, evaluate),
            lambda: done,
            stop=stop,
        )


def threads_for(threads: int) -> int:
    """Return how many threads to use; 0 stands for one on every core.

    Raises:
        OptionError: this many are not allowed.
    """
    return thread_count(threads)
