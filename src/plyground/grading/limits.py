"""What a hand-in may use: limits that a process lays on itself before it runs anything of a stranger's."""

from __future__ import annotations

import math
import resource
from dataclasses import dataclass
from pathlib import Path

from plyground.errors import OptionError
from plyground.system.limited_call import allow_seconds, lower_limit

READY_SECONDS = 60.0
"""Processor time for getting ready: a heuristic is compiled then."""

THREADS_AT_ONCE = 2
"""While it thinks of a move, a hand-in may keep this many threads busy."""

MOST_FILES = 64
MOST_TASKS = 64
"""Threads and processes beyond those that the user has already."""
LONGEST_GAME = 300
"""Moves of one player for which there is processor time; what never ends is ended."""

SMALLEST_MEMORY = 256
"""Megabytes; with less, not even Python and Numba can be loaded."""


@dataclass(frozen=True)
class HandInLimits:
    """Seconds for a move, megabytes of memory, games to be played, seconds to get ready."""

    seconds: float = 2.0
    memory: int = 1024
    games: int = 10
    ready: float = READY_SECONDS

    def __post_init__(self) -> None:
        if not 0 < self.seconds < math.inf:
            raise OptionError(f"{self.seconds:g} s for a move is no time")
        if self.memory < SMALLEST_MEMORY:
            raise OptionError(
                f"{self.memory} MB of memory are too little: Python and Numba need {SMALLEST_MEMORY}"
            )

    @property
    def move_allowance(self) -> float:
        """Processor time from one move to the next, in seconds."""
        return THREADS_AT_ONCE * self.seconds + 1

    @property
    def total(self) -> float:
        """Processor time for everything, in seconds."""
        return 2 * self.ready + self.games * (self.ready + LONGEST_GAME * self.move_allowance)


def impose(limits: HandInLimits, most_tasks: int) -> None:
    """Lay the limits on this process and all that it starts; only root could raise them again.

    `most_tasks` counts all threads and processes of the user, as the system does.
    """
    memory = limits.memory * 2**20
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_DATA, memory),
        (resource.RLIMIT_NPROC, most_tasks),
        (resource.RLIMIT_NOFILE, MOST_FILES),
        (resource.RLIMIT_FSIZE, 0),  # no file can be written, and no memory be had as a file
        (resource.RLIMIT_CORE, 0),
    ):
        lower_limit(kind, most)
    lower_limit(resource.RLIMIT_CPU, math.ceil(limits.total))
    allow_seconds(limits.ready)


def tasks_allowed(user: int) -> int:
    """Return how many threads and processes a user may have, given those that there are."""
    return MOST_TASKS + sum(_tasks_of(folder, user) for folder in Path("/proc").glob("[0-9]*"))


def _tasks_of(folder: Path, user: int) -> int:
    try:
        return len(list((folder / "task").iterdir())) if folder.stat().st_uid == user else 0
    except OSError:  # it has ended meanwhile
        return 0
