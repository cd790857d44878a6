"""How busy `plyground learn` keeps the cores: self-play, fit and matches of a short run on Othello.

A thread that is ready to run keeps a core busy, also while another program has that core: so a busy machine
shows what a quiet one would. Many times a second the threads that are ready are counted, by the states that
Linux tells (`/proc/self/task/*/stat`); more of them than there are cores count as so many. On a busy machine
the result is rather too low: what waits for a thread that waits for a core is not ready.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row
from plyground.core.position import game
from plyground.errors import LearningError
from plyground.learning.generations import LearningRun
from plyground.learning.kept_learning import KeptLearning, LearnSettings
from plyground.learning.pools import TaskThreads
from plyground.learning.progress import DATA, FIT, MATCH, SELF_PLAY, CoreClock, Use, total_use
from plyground.store import Store

GAMES = 6000
GAMES_TO_COMPILE = 200
LEAST_BUSY = 0.85
LOOK_SECONDS = 0.01
TASKS = Path("/proc/self/task")


class LookingClock(CoreClock):
    """Looks how many threads are ready to run while a part is under way."""

    def __init__(self, cores: int) -> None:
        super().__init__()
        self._cores = cores
        self._part: str | None = None
        self.looks: dict[str, list[int]] = {}
        """By part: of each look, how many cores were wanted."""

    @contextlib.contextmanager
    def measuring(self, part: str) -> Iterator[None]:
        """Count what the block takes towards a part."""
        self._part = part
        with super().measuring(part):
            yield
        self._part = None

    @contextlib.contextmanager
    def looking(self) -> Iterator[None]:
        """Look on, in a thread, while the block runs."""
        is_over = threading.Event()

        def look() -> None:
            while not is_over.wait(LOOK_SECONDS):
                part, ready = self._part, self._count_ready()
                if part is not None and part == self._part:
                    self.looks.setdefault(part, []).append(min(ready, self._cores))

        looker = threading.Thread(target=look)
        looker.start()
        try:
            yield
        finally:
            is_over.set()
            looker.join()

    def _count_ready(self) -> int:
        own, ready = str(threading.get_native_id()), 0
        for task in TASKS.iterdir():
            with contextlib.suppress(OSError):  # it has ended
                state = (task / "stat").read_text().rpartition(")")[2].split()[0]
                ready += state == "R" and task.name != own
        return ready


def rows() -> Iterator[Row]:
    """Learn once to compile and once to measure; yield how busy each part kept the cores."""
    cores = len(os.sched_getaffinity(0))
    _learn(GAMES_TO_COMPILE, cores)
    clock, used = _learn(GAMES, cores)
    for part in (SELF_PLAY, DATA, FIT, MATCH):
        looks, (wall, cpu) = clock.looks[part], used[part]
        how = f"{len(looks):,} looks in {wall:.0f} s; {cpu:.0f} s of CPU; {cores} cores"
        target = None if part == DATA else LEAST_BUSY
        busy = sum(looks) / (cores * len(looks))
        yield Row(f"cores kept busy by learning: {part}", busy, target, how, unit="")


def _learn(games: int, threads: int) -> tuple[LookingClock, Use]:
    on, clock = game("othello"), LookingClock(threads)
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "run.sqlite") as store:
        settings = LearnSettings.of(
            on,
            start="handmade",
            seed=1,
            nodes=1000,
            minutes=None,
            games=games,
            features=on.rules.learned_features,
            output=str(Path(folder) / "learned.weights"),
        )
        run = LearningRun(KeptLearning.begin(store, settings, on), TaskThreads(threads), clock=clock)
        with (
            clock.looking(),
            contextlib.suppress(LearningError),
        ):  # so few games need not make anything better
            run.run()
    return clock, total_use(run.generations)
