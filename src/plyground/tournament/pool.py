"""Games played side by side, by processes on this machine.

A pool takes tasks one by one and yields each with its record as it comes in. Tasks are taken
only as fast as they are played: whoever stops asking stops the games.
"""

from __future__ import annotations

import atexit
import collections
import contextlib
import multiprocessing
import os
import signal
import threading
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

from plyground.errors import ArenaError, UncompiledWarning
from plyground.store.records import GameRecord
from plyground.system.cluster import MOST_ATTEMPTS
from plyground.system.prctl import hide_memory, is_readable
from plyground.tournament.tasks import GameTask, close_players, play_task

SECONDS_TO_END = 3.0

Played = tuple[GameTask, GameRecord]


class Pool(Protocol):
    """Something that plays games."""

    def play(self, tasks: Iterable[GameTask]) -> Iterator[Played]:
        """Play games in any order, and yield each as soon as it is over."""
        ...


class HerePool:
    """Plays the games in this very process, one after another: for tests and debuggers."""

    def play(self, tasks: Iterable[GameTask]) -> Iterator[Played]:
        """Play the games in their order."""
        try:
            for task in tasks:
                yield task, play_task(task)
        finally:
            close_players()


class ProcessPool:
    """Plays games in processes of their own; one that dies is replaced and its game begun again."""

    def __init__(self, processes: int) -> None:
        self._processes = processes

    def play(self, tasks: Iterable[GameTask]) -> Iterator[Played]:
        """Play games side by side."""
        waiting = collections.deque[GameTask]()
        remaining = iter(tasks)
        attempts: collections.Counter[int] = collections.Counter()
        while True:
            executor = self._start()
            running: dict[Future[GameRecord], GameTask] = {}
            try:
                yield from self._play_with(executor, waiting, remaining, running)
                return
            except BrokenProcessPool:
                for task in running.values():
                    attempts[task.number] += 1
                    if attempts[task.number] >= MOST_ATTEMPTS:
                        told = f"game {task.number + 1} ({' - '.join(task.names)})"
                        raise ArenaError(f"{told} ended its process {MOST_ATTEMPTS} times") from None
                waiting.extendleft(sorted(running.values(), key=lambda task: -task.number))
            finally:
                _end(executor)

    @contextlib.contextmanager
    def started(self) -> Iterator[RoundsPool]:
        """Start the processes for several rounds of games, and end them behind the block."""
        executor = self._start()
        try:
            yield RoundsPool(executor)
        finally:
            _end(executor)

    def _play_with(
        self,
        executor: ProcessPoolExecutor,
        waiting: collections.deque[GameTask],
        remaining: Iterator[GameTask],
        running: dict[Future[GameRecord], GameTask],
    ) -> Iterator[Played]:
        while True:
            # One more than can run at once, so that nobody waits for the next one to be sent.
            while len(running) <= self._processes:
                task = waiting.popleft() if waiting else next(remaining, None)
                if task is None:
                    break
                try:
                    running[executor.submit(play_task, task)] = task
                except BrokenProcessPool:
                    waiting.appendleft(task)
                    raise
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda each: running[each].number):
                record = future.result()
                yield running.pop(future), record

    def _start(self) -> ProcessPoolExecutor:
        # Not forked: this process may have threads, and children must not inherit its files.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(
            self._processes, mp_context=context, initializer=_begin_work, initargs=(not is_readable(),)
        )


class RoundsPool:
    """Plays one round of games after another with the same processes."""

    def __init__(self, executor: ProcessPoolExecutor) -> None:
        self._executor = executor

    def play(self, tasks: Iterable[GameTask]) -> Iterator[Played]:
        """Play all games side by side, and yield them in the order of the tasks.

        Raises:
            ArenaError: a process ended in the middle of a game.
        """
        given = list(tasks)
        try:
            yield from zip(given, self._executor.map(play_task, given), strict=True)
        except BrokenProcessPool as error:
            raise ArenaError("a process that plays games was ended by something else") from error


def _begin_work(is_hidden: bool) -> None:
    """Prepare a process that plays games: Ctrl-C is for the process that gives them out.

    `is_hidden` says that the memory of that one cannot be read by others; then this one's is not either.
    """
    if is_hidden:
        hide_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end_work)
    warnings.simplefilter("ignore", UncompiledWarning)  # whoever gives out the games has warned
    atexit.register(close_players)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when the one that gives out the games is gone: nobody else would."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        _end_work()


def _end_work(*signal_and_frame: object) -> None:
    """End this process in the middle of a game, and with it the programs that play."""
    close_players()
    os._exit(0)


def _end(executor: ProcessPoolExecutor) -> None:
    """End all processes at once; games under way are not waited for."""
    processes = list((executor._processes or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(SECONDS_TO_END)
        process.kill()


def usual_processes() -> int:
    """Return how many games this machine plays at once: one on every core."""
    return len(os.sched_getaffinity(0))
