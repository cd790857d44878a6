"""Who plays the games of a contest: this process, others on this machine, or the workers of a Dask cluster.

A pool takes tasks one by one and yields each with its record as it comes in. Tasks are taken
only as fast as they are played: whoever stops asking stops the games.
"""

from __future__ import annotations

import collections
import contextlib
import itertools
import multiprocessing
import os
import signal
import threading
import traceback
import warnings
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from plyground.errors import ArenaError, UncompiledWarning
from plyground.store.records import GameRecord
from plyground.system.cluster import MOST_ATTEMPTS, connected
from plyground.system.prctl import hide_memory, is_readable
from plyground.tournament.game_task import GameTask, close_players, play_task
from plyground.tournament.spectating import Commentator, GameInPlay, Spectator

SECONDS_TO_END = 3.0
MORE_THAN_CAN_RUN = 2
"""Tasks sent for every thread of a cluster, so that no worker waits."""

Played = tuple[GameTask, GameRecord]


class GamePool(Protocol):
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
    """Plays games in processes of their own; one that dies is replaced and its game begun again.

    A `spectator` is shown the games while they are played.
    """

    def __init__(self, processes: int, spectator: Spectator | None = None) -> None:
        self._processes = processes
        self._spectator = spectator

    def play(self, tasks: Iterable[GameTask]) -> Iterator[Played]:
        """Play games side by side."""
        with self.started() as pool:
            yield from pool.play(tasks)

    @contextlib.contextmanager
    def started(self) -> Iterator[StartedPool]:
        """Keep the processes for several rounds of games, and end them behind the block."""
        pool = StartedPool(self._processes, self._spectator)
        try:
            yield pool
        finally:
            pool.close()


class StartedPool:
    """Plays one round of games after another with the same processes."""

    def __init__(self, processes: int, spectator: Spectator | None = None) -> None:
        self._processes = processes
        self._spectator = spectator
        self._idle: list[_Worker] = []

    def play(self, tasks: Iterable[GameTask]) -> Iterator[Played]:
        """Play games side by side.

        Raises:
            ArenaError: a game ended its process, and did so whenever it was begun again.
        """
        remaining = iter(tasks)
        again = collections.deque[GameTask]()
        attempts: collections.Counter[int] = collections.Counter()
        busy: list[_Worker] = []
        played: list[Played] = []
        try:
            while True:
                while len(busy) < self._processes:
                    task = again.popleft() if again else next(remaining, None)
                    if task is None:
                        break
                    worker = (
                        self._idle.pop() if self._idle else _Worker(is_watched=self._spectator is not None)
                    )
                    places = {each.place for each in busy}
                    worker.begin(task, next(place for place in itertools.count() if place not in places))
                    busy.append(worker)
                # Only now: no process waits while the caller keeps what was played.
                yield from sorted(played, key=lambda each: each[0].number)
                if not busy:
                    return
                played = []
                ready = wait([worker.connection for worker in busy])
                for worker in [each for each in busy if each.connection in ready]:
                    record = worker.answer()
                    if isinstance(record, GameInPlay):
                        if self._spectator is not None:
                            self._spectator(record)
                        continue
                    busy.remove(worker)
                    if record is not None:
                        played.append((worker.task, record))
                        self._idle.append(worker)
                        continue
                    _end([worker])
                    attempts[worker.task.number] += 1
                    if attempts[worker.task.number] >= MOST_ATTEMPTS:
                        told = f"game {worker.task.number + 1} ({' - '.join(worker.task.names)})"
                        raise ArenaError(f"{told} ended its process {MOST_ATTEMPTS} times")
                    again.append(worker.task)
        finally:
            _end(busy)

    def close(self) -> None:
        """End all processes."""
        _end(self._idle)
        self._idle = []


class _Worker:
    """A process that plays one game at a time."""

    def __init__(self, *, is_watched: bool) -> None:
        # Not forked: this process may have threads, and children must not inherit its files.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, not is_readable(), is_watched))
        self.process.start()
        theirs.close()  # so that the connection ends with the process

    def begin(self, task: GameTask, place: int) -> None:
        self.task, self.place = task, place
        with contextlib.suppress(OSError):  # it has died, which is noticed by who waits for the record
            self.connection.send((task, place))

    def answer(self) -> GameRecord | GameInPlay | None:
        """Return the record of the game, or how it stands; None if the process has died.

        What the game raised is raised.
        """
        try:
            answer, error = self.connection.recv()
        except (EOFError, OSError):
            return None
        if error is not None:
            raise error
        told: GameRecord | GameInPlay = answer
        return told


def _end(workers: list[_Worker]) -> None:
    """End processes at once; games under way are not waited for."""
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join(SECONDS_TO_END)
        worker.process.kill()
        worker.process.join()
        worker.connection.close()


def _work(connection: Connection[Any, Any], is_hidden: bool, is_watched: bool) -> None:
    """Play games in a process of their own. Ctrl-C is for the process that gives them out.

    `is_hidden` says that the memory of that one cannot be read by others; then this one's is not either.
    `is_watched` says that it wants to see the games while they are played.
    """
    if is_hidden:
        hide_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end_work)
    warnings.simplefilter("ignore", UncompiledWarning)  # whoever gives out the games has warned
    threading.Thread(target=_end_with_parent, daemon=True).start()
    commentator = Commentator(lambda game: connection.send((game, None))) if is_watched else None
    try:
        with contextlib.suppress(EOFError):
            while True:
                task, place = connection.recv()
                connection.send(_played(task, place, commentator))
    finally:
        close_players()


def _played(
    task: GameTask, place: int, commentator: Commentator | None
) -> tuple[GameRecord | None, Exception | None]:
    try:
        if commentator is None:
            return play_task(task), None
        with commentator.game(task, place) as on_turn:
            return play_task(task, on_turn), None
    except Exception as error:  # noqa: BLE001  # it is raised in the process that gave out the game
        error.add_note(traceback.format_exc())
        return None, error


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


def usual_processes() -> int:
    """Return how many games this machine plays at once: one on every core."""
    return len(os.sched_getaffinity(0))


class GameClusterPool:
    """Plays games on the cluster behind a scheduler's address, such as ``tcp://10.0.0.1:8786``.

    The store stays here. A task whose worker is lost is given to another one by Dask.
    """

    def __init__(self, address: str) -> None:
        self._address = address

    def play(self, tasks: Iterable[GameTask]) -> Iterator[Played]:
        """Play games wherever there is a worker.

        Raises:
            ArenaError: there is no such cluster, or its workers are not fit for this.
        """
        with connected(self._address) as client:
            yield from _play_with(client, iter(tasks))


def _play_with(client: Any, tasks: Iterator[GameTask]) -> Iterator[Played]:
    from distributed import as_completed
    from distributed.scheduler import KilledWorker

    sent: dict[str, GameTask] = {}
    completed = as_completed(loop=client.loop)

    def send() -> None:
        while len(sent) < max(1, MORE_THAN_CAN_RUN * sum(client.nthreads().values())):
            task = next(tasks, None)
            if task is None:
                return
            future = client.submit(play_task, task, pure=False, retries=MOST_ATTEMPTS)
            sent[future.key] = task
            completed.add(future)

    send()
    while sent:
        future = next(completed)
        task = sent.pop(future.key)
        try:
            record = future.result()
        except KilledWorker as error:
            raise ArenaError(f"game {task.number + 1} ({' - '.join(task.names)}): {error}") from error
        yield task, record
        send()
