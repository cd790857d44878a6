"""Who runs tasks: threads of this process, or the workers of a Dask cluster. Results come in order."""

from __future__ import annotations

import collections
import concurrent.futures
import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from plyground.errors import ArenaError, LearningError, PlygroundError, shortened
from plyground.learning.tasks import Player, Task, run_task
from plyground.system.cluster import MOST_ATTEMPTS, connected

LOOK_SECONDS = 0.1
"""How often a pool that waits looks whether somebody stopped it."""

AHEAD = 3
"""This many tasks are given out for each thread, so that none waits for the slowest."""

Results = Iterator[tuple[Task, Any]]


class TaskPool(Protocol):
    """Something that runs tasks."""

    threads: int
    """How many tasks run at once; on a cluster, how many threads fits on this machine use."""

    def run(self, tasks: Iterable[Task]) -> Results:
        """Run tasks, and yield each with its result in the order in which they were given.

        It ends early, without an error, once somebody calls `stop`.
        """
        ...

    def stop(self) -> None:
        """End everything under way, from any thread."""
        ...

    @property
    def is_stopped(self) -> bool:
        """Whether somebody called `stop`."""
        ...


class TaskThreads:
    """Runs tasks in threads: compiled code lets go of the interpreter, so they use all cores."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._players = set[Player]()
        self._lock = threading.Lock()
        self._is_stopped = threading.Event()

    @property
    def is_stopped(self) -> bool:
        """Whether somebody called `stop`."""
        return self._is_stopped.is_set()

    def stop(self) -> None:
        """End everything under way, from any thread."""
        with self._lock:
            self._is_stopped.set()
            for player in self._players:
                player.stop()

    def run(self, tasks: Iterable[Task]) -> Results:
        """Run tasks side by side."""
        executor = concurrent.futures.ThreadPoolExecutor(self.threads)
        try:
            yield from in_order(
                tasks,
                lambda task: executor.submit(self._run, task),
                lambda: AHEAD * self.threads,
                lambda: self.is_stopped,
            )
        finally:
            with self._lock:
                for player in self._players:  # nobody waits for what is under way
                    player.stop()
                self._players.clear()
            executor.shutdown(cancel_futures=True)

    def _run(self, task: Task) -> Any:
        return run_task(task, self._register)

    def _register(self, player: Player) -> None:
        with self._lock:
            self._players.add(player)
            if self._is_stopped.is_set():
                player.stop()


class ClusterPool:
    """Runs tasks on the cluster behind a scheduler's address; Dask gives those of a lost worker to others."""

    def __init__(self, address: str, threads: int) -> None:
        self.threads = threads
        self._address = address
        self._is_stopped = threading.Event()

    @property
    def is_stopped(self) -> bool:
        """Whether somebody called `stop`."""
        return self._is_stopped.is_set()

    def stop(self) -> None:
        """Give out no more tasks, and wait for none."""
        self._is_stopped.set()

    def run(self, tasks: Iterable[Task]) -> Results:
        """Run tasks wherever there is a worker.

        Raises:
            ArenaError: there is no such cluster, it is lost, or its workers are not fit for this.
        """
        with connected(self._address) as client:

            def submit(task: Task) -> Any:
                return client.submit(run_task, task, pure=False, retries=MOST_ATTEMPTS)

            def ahead() -> int:
                return int(max(1, AHEAD * sum(client.nthreads().values())))

            try:
                yield from in_order(tasks, submit, ahead, lambda: self.is_stopped)
            except (OSError, concurrent.futures.CancelledError) as error:
                raise ArenaError(f"the cluster at {shortened(self._address)} is lost") from error


def in_order(
    tasks: Iterable[Task],
    submit: Callable[[Task], Any],
    ahead: Callable[[], int],
    is_stopped: Callable[[], bool],
) -> Results:
    """Keep some tasks under way, and yield results in the order of their tasks."""
    remaining = iter(tasks)
    running = collections.deque[tuple[Task, Any]]()
    try:
        while not is_stopped():
            while len(running) < ahead() and (task := next(remaining, None)) is not None:
                running.append((task, submit(task)))
            if not running:
                return
            task, future = running[0]
            if not _is_done(future):
                continue
            running.popleft()
            result = _result(future)
            if result is None:  # its player was stopped
                return
            yield task, result
    finally:
        for _, future in running:
            future.cancel()


def _is_done(future: Any) -> bool:
    """Wait for a future of either kind for a moment; tell whether it is done."""
    if isinstance(future, concurrent.futures.Future):
        concurrent.futures.wait([future], LOOK_SECONDS)
        return future.done()
    deadline = time.monotonic() + LOOK_SECONDS
    while not future.done() and time.monotonic() < deadline:
        time.sleep(LOOK_SECONDS / 10)
    return bool(future.done())


def _result(future: Any) -> Any:
    try:
        return future.result()
    except (PlygroundError, concurrent.futures.CancelledError, OSError):
        raise
    except Exception as error:
        if isinstance(future, concurrent.futures.Future):
            raise  # an error of somebody's game, or a defect of ours: the traceback is wanted
        raise LearningError(f"no worker can play: {error}") from error


@contextlib.contextmanager
def stopping(pool: TaskPool, after: float | None) -> Iterator[None]:
    """Stop a pool after some seconds, if the block takes that long."""
    timer = threading.Timer(after or 0, pool.stop)
    timer.daemon = True
    if after is not None:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
