"""Games played on many machines, by the workers of a Dask cluster.

The tasks and the records are the same as those of the processes on this machine, and so is the
store, which stays here. A task whose worker is lost is given to another one by Dask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from plyground.arena.pool import MOST_ATTEMPTS, Played
from plyground.arena.tasks import GameTask, play_task
from plyground.errors import ArenaError, shortened
from plyground.version import __version__

SECONDS_TO_CONNECT = 15
MORE_THAN_CAN_RUN = 2  # tasks sent for every thread there is, so that no worker waits


class ClusterPool:
    """Plays games on the cluster behind a scheduler's address, such as ``tcp://10.0.0.1:8786``."""

    def __init__(self, address: str) -> None:
        self._address = address

    def play(self, tasks: Iterable[GameTask]) -> Iterator[Played]:
        """Play games wherever there is a worker.

        Raises:
            ArenaError: there is no such cluster, or its workers are not fit for this.
        """
        client = self._connect()
        try:
            _check_workers(client)
            yield from _play_with(client, iter(tasks))
        finally:
            client.close()

    def _connect(self) -> Any:
        try:
            from distributed import Client
        except ImportError:
            raise ArenaError("a cluster needs Dask: pip install 'plyground[cluster]'") from None
        try:
            return Client(self._address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise ArenaError(f"there is no cluster at {shortened(self._address)}: {error}") from error


def _check_workers(client: Any) -> None:
    """Make sure that all workers play by the same rules."""
    versions = client.run(_version)
    others = sorted({str(version) for version in versions.values()} - {__version__})
    if others:
        raise ArenaError(f"workers have plyground {', '.join(others)}, here it is {__version__}")


def _version() -> str:
    return __version__


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
