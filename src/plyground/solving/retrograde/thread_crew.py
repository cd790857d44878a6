"""Threads that share out the parts of one job after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from types import TracebackType
from typing import Self

from plyground.search.parallel import thread_count


class Crew:
    """So many threads, the caller's among them. They wait between jobs, until the block is left."""

    def __init__(self, threads: int) -> None:
        """Choose the number of threads; 0 stands for one on every core.

        Raises:
            OptionError: so many are not allowed.
        """
        self.size = thread_count(threads)
        self._pool: ThreadPoolExecutor | None = None

    def __enter__(self) -> Self:
        if self.size > 1:
            self._pool = ThreadPoolExecutor(self.size - 1, "crew")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def run(self, work: Callable[[int], None], parts: int) -> None:
        """Call `work` with 0 to `parts` - 1, each in the thread that is free first, and wait for all.

        After an error no more parts are begun, and the first error is raised.
        """
        waiting = iter(range(parts))
        if self._pool is None or parts == 1:
            _take(waiting, work)
            return
        others = [self._pool.submit(_take, waiting, work) for _ in range(min(self.size, parts) - 1)]
        try:
            _take(waiting, work)
        finally:
            wait(others)
        for other in others:
            other.result()


def _take(waiting: Iterator[int], work: Callable[[int], None]) -> None:
    """Take part after part; `next` on a range is one step for all threads."""
    try:
        for part in waiting:
            work(part)
    except BaseException:
        for _ in waiting:
            pass
        raise
