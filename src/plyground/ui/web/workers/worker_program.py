"""The program of a worker process: orders come in, news go out, a line of JSON each.

Two threads share the work. This one hears the orders, and notices when nobody gives any: then
the server is gone, and so is this process. The other one does the jobs.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO

import msgspec

from plyground.errors import PlygroundError
from plyground.jit import kernels_known, listen_to_compiler, note_kernels
from plyground.ui.web.workers.job_runner import JobRunner
from plyground.ui.web.workers.jobs import (
    USUAL_KERNELS,
    Begin,
    Compiling,
    Ending,
    Failed,
    Forget,
    Job,
    News,
    StopJob,
    WorkerMessage,
    WorkerOrder,
    engine_of,
)

SECONDS_BETWEEN_KERNELS = 0.1
"""Between two words about what is compiled: most kernels take less."""


class _Task:
    """A job that was begun and is not over yet."""

    def __init__(self, number: int, job: Job) -> None:
        self.number = number
        self.job = job
        self.stopped = threading.Event()
        self.is_over = False
        self.kernels = 0
        self.told_at = float("-inf")


class WorkerProgram:
    """Hears orders until there are none any more."""

    def __init__(self, orders: BinaryIO, news: BinaryIO) -> None:
        self._orders = orders
        self._news = news
        self._decoder = msgspec.json.Decoder(WorkerOrder)
        self._writing = threading.Lock()
        self._stopping = threading.Lock()
        self._runner = JobRunner()
        self._task: _Task | None = None
        self._to_do = queue.SimpleQueue[_Task | Forget]()

    def run(self) -> None:
        """Do what is ordered, until the server is gone."""
        listen_to_compiler(self._hear_compiler)
        threading.Thread(target=self._work, daemon=True).start()
        for line in self._orders:
            order = self._decoder.decode(line)
            if isinstance(order, Begin):
                self._task = _Task(order.number, order.job)
                self._to_do.put(self._task)
            elif isinstance(order, Forget):
                self._to_do.put(order)
            else:
                self._stop(order)

    def _stop(self, order: StopJob) -> None:
        task = self._task
        with self._stopping:
            if task is not None and task.number == order.number and not task.is_over:
                task.stopped.set()
                self._runner.stop()

    def _work(self) -> None:
        while True:
            order = self._to_do.get()
            if isinstance(order, Forget):
                self._runner.forget(order.session)
                continue
            ending = self._done(order)
            if order.kernels > 0:
                note_kernels(engine_of(order.job), order.kernels)
            with self._stopping:
                order.is_over = True
            self._say(order.number, ending)

    def _done(self, task: _Task) -> Ending:
        try:
            return self._runner.do(task.job, lambda news: self._say(task.number, news), task.stopped)
        except PlygroundError as error:
            return Failed(str(error))
        except Exception as error:  # noqa: BLE001  # a defect ends the job and is told, as any failure
            return Failed(" ".join(f"{type(error).__name__}: {error}".split()))

    def _hear_compiler(self, label: str, seconds: float | None) -> None:
        task = self._task
        if task is None or task.is_over:
            return
        now = time.monotonic()
        if now - task.told_at >= SECONDS_BETWEEN_KERNELS:
            task.told_at = now
            expected = kernels_known(engine_of(task.job)) or USUAL_KERNELS
            self._say(task.number, Compiling(label, seconds, task.kernels, expected))
        task.kernels += 1

    def _say(self, number: int, news: News | Ending) -> None:
        line = msgspec.json.encode(WorkerMessage(number, news)) + b"\n"
        try:
            with self._writing:
                self._news.write(line)
        except BrokenPipeError:  # the server is gone
            os._exit(0)


def main() -> None:
    """Run as a program, whose own input and output nobody else in this process may use.

    Its argument tells how far behind the server it stands in line for the processor.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    os.nice(int(sys.argv[1]))
    with Path(os.devnull).open("r+b", buffering=0) as nothing:
        orders, news = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
        os.dup2(nothing.fileno(), 0)
        os.dup2(nothing.fileno(), 1)
    sys.stdout = sys.stderr
    WorkerProgram(orders, news).run()
    os._exit(0)  # without waiting for searches, which nobody wants to hear of


if __name__ == "__main__":
    main()
