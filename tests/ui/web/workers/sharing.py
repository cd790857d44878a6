"""Worker processes that many tests share: starting one takes longer than most jobs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache

from plyground.ui.web.workers import Job, News, Pool, Running, Urgency

MOST_WAITING = 1000


class SharedPool(Pool):
    """A pool that remembers whose jobs it had, to forget them before somebody else comes."""

    def __init__(self, processes: int) -> None:
        super().__init__(processes, MOST_WAITING)
        self._given: list[Running] = []

    def submit(
        self,
        job: Job,
        hear: Callable[[News], None] = lambda news: None,
        urgency: Urgency = Urgency.ANALYSIS,
    ) -> Running:
        self._given.append(super().submit(job, hear, urgency))
        return self._given[-1]

    def leave_nothing(self) -> None:
        """End all jobs, and let go of what they left behind."""
        for running in self._given:
            running.cancel()
            self.forget(running.job.session)
        self._given.clear()


@cache
def _shared_pool(processes: int) -> SharedPool:
    return SharedPool(processes)


@asynccontextmanager
async def shared_pool(processes: int) -> AsyncIterator[Pool]:
    """Lend a pool to one test after the other; for `run_among_others` alone."""
    pool = _shared_pool(processes)
    try:
        yield pool
    finally:
        pool.leave_nothing()
