"""Games played on many machines, by the workers of a Dask cluster.

The tasks and the records are the same as those of the processes on this machine, and so is the
store, which stays here. A task whose worker is lost is given to another one by Dask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from plyground.errors import ArenaError
from plyground.system.cluster import MOST_ATTEMPTS, connected
from plyground.tournament.pool import Played
from plyground.tournament.tasks import GameTask, play_task

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
