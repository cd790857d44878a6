"""A bounded number of worker processes, and the jobs that they do or that wait for them."""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Sequence
from typing import Any, Self

from plyground.errors import PlayerCrashError, PlayerError, PlygroundError
from plyground.protocol.engine_process import EngineProcess
from plyground.protocol.protocol import Answer
from plyground.ui.web.errors import BusyError
from plyground.ui.web.workers.fair_queue import Durations, FairQueue, Lane, Urgency
from plyground.ui.web.workers.job_protocol import JobProtocol
from plyground.ui.web.workers.job_runner import MOST_KEPT
from plyground.ui.web.workers.jobs import (
    PLAIN,
    Analyse,
    Begin,
    Chosen,
    Compiling,
    Done,
    Ending,
    Failed,
    Job,
    News,
    Prepare,
    Prove,
    Proved,
    kind_of,
)

PATIENCE = 30.0
"""Seconds in which a stopped job has to end, before its process is killed."""

PATIENCE_WITH_COMPILER = 180.0
"""The same, while something is compiled, which cannot be stopped."""

# Without -P the modules of the folder we are in would come before those of Python.
COMMAND = (sys.executable, "-P", "-m", "plyground.ui.web.workers.worker_program")

Hear = Callable[[News], None]

Ended = Chosen | Proved | Done
"""What a job that did not fail ends with."""


class JobError(PlygroundError):
    """A job could not be done."""


class WorkerLostError(JobError):
    """The process that did a job is gone."""


class Worker:
    """A process, the jobs that it may do, and the sessions for which it keeps something."""

    def __init__(self, engine: EngineProcess[Begin, News, Ending], protocol: JobProtocol, lane: Lane) -> None:
        self.engine = engine
        self.lane = lane
        self._protocol = protocol
        self._sessions: OrderedDict[str, None] = OrderedDict()

    @classmethod
    async def start(cls, lane: Lane) -> Worker:
        """Start a process; what libraries print there is seen by nobody.

        Raises:
            PlayerCrashError: there cannot be another process.
        """
        protocol = JobProtocol()
        command = (*COMMAND, str(lane.niceness))
        return cls(await EngineProcess.start(command, protocol, name="it", is_trusted=True), protocol, lane)

    def remember(self, session: str) -> None:
        """Note that the process keeps something for a session, as it does itself."""
        self._sessions[session] = None
        self._sessions.move_to_end(session)
        while len(self._sessions) > MOST_KEPT:
            self._sessions.popitem(last=False)

    def keeps(self, session: str) -> bool:
        """Tell whether the process keeps something for a session."""
        return session in self._sessions

    def drop(self, session: str) -> None:
        """Note that nothing is kept for a session any more."""
        self._sessions.pop(session, None)

    def forget(self, session: str) -> None:
        """Let go of what is kept for a session."""
        if self.keeps(session):
            self.drop(session)
            self._protocol.forget(session)


class Running:
    """A job that waits or is being done; awaiting it returns how it ended."""

    def __init__(
        self, number: int, job: Job, urgency: Urgency, hear: Hear, stop: Callable[[Running], None]
    ) -> None:
        self.number = number
        self.job = job
        self.session = job.session
        self.urgency = urgency
        self.began_at = time.monotonic()
        self.is_stopped = False
        self.is_compiling = False
        self._hear = hear
        self._stop = stop
        self._ending: asyncio.Future[Ended] = asyncio.get_running_loop().create_future()
        self._ending.add_done_callback(self._notice_end)

    def __await__(self) -> Generator[Any, None, Ended]:
        return self._ending.__await__()

    @property
    def is_over(self) -> bool:
        """Whether it has ended, or nobody wants it any more."""
        return self._ending.done()

    def stop(self) -> None:
        """Make it end soon, with the best so far."""
        if not self.is_over and not self.is_stopped:
            self._halt()

    def cancel(self) -> None:
        """End it; nothing more is heard of it."""
        self._ending.cancel()

    def hear(self, news: News) -> None:
        """Hand news on to who gave the job."""
        self.is_compiling = isinstance(news, Compiling)
        if self.is_over:
            return
        try:
            self._hear(news)
        except Exception as error:  # noqa: BLE001  # raised again where the job is awaited
            self._ending.set_exception(error)
            self._halt()

    def end(self, ending: Ended) -> None:
        """Say how it ended."""
        if not self.is_over:
            self._ending.set_result(ending)

    def fail(self, error: JobError) -> None:
        """Say why it could not be done."""
        if not self.is_over:
            self._ending.set_exception(error)

    def _halt(self) -> None:
        self.is_stopped = True
        self._stop(self)

    def _notice_end(self, ending: asyncio.Future[Ended]) -> None:
        if ending.cancelled():
            self._halt()
        else:
            ending.exception()  # a job that nobody awaits may fail


class Pool:
    """Gives jobs to processes, which are started when they are needed.

    Besides those that do any job, down to the least urgent, there may be some that are reserved for others.
    """

    def __init__(
        self,
        processes: int,
        most_waiting: int,
        reserved: Sequence[Lane] = (),
        least_urgent: Urgency = Urgency.WARMING,
    ) -> None:
        self._lanes = (Lane(processes, least_urgent), *reserved)
        self._most_waiting = most_waiting
        self._numbers = itertools.count(1)
        self._waiting = FairQueue[Running]()
        self._durations = Durations()
        self._doing: dict[Worker, Running | None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting: Counter[Lane] = Counter()
        self._is_closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        """End all processes at once, and all jobs with them."""
        self._is_closed = True
        for running in [*self._waiting, *filter(None, self._doing.values())]:
            running.cancel()
        for worker in self._doing:
            worker.engine.child.kill()
        await asyncio.gather(*self._tasks)

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [worker.engine.child.pid for worker in self._doing]

    def submit(
        self, job: Job, hear: Hear = lambda news: None, urgency: Urgency = Urgency.ANALYSIS
    ) -> Running:
        """Have a job done, as soon as a process is free and nothing more urgent waits.

        Raises:
            BusyError: too many are waiting already.
        """
        if self._is_closed:
            raise BusyError("the server is about to end")
        if len(self._waiting) >= self._most_waiting:
            raise BusyError("too much is being thought about already; try again in a while")
        running = Running(next(self._numbers), job, urgency, hear, self._stop)
        self._waiting.add(running)
        self._give_out()
        return running

    def start_ahead(self) -> None:
        """Start the first process now, so that the first job finds it ready."""
        general = self._lanes[0]
        is_there = self._starting[general] > 0 or any(worker.lane is general for worker in self._doing)
        if not is_there and not self._is_closed:
            self._start_process(general)

    def forget(self, session: str) -> None:
        """Let go of what is kept for a session, compiled or not."""
        for each in (session, session + PLAIN):
            self._waiting.forget(each)
            for worker in self._doing:
                worker.forget(each)

    def _give_out(self) -> None:
        """Give waiting jobs to free processes, and start processes for the others.

        A job waits for the one before it of its session, in whose process it then finds what it needs.
        """
        if self._is_closed:
            return
        busy = {running.session for running in self._doing.values() if running is not None}
        about_to_start = self._starting.copy()
        for running, urgency in self._waiting.ready(busy):
            seconds = self._durations.expected(kind_of(running.job))
            lanes = [lane for lane in self._lanes if lane.takes(urgency, seconds)]
            worker = self._free_worker(running.session, lanes)
            if worker is not None:
                self._begin(worker, running, urgency)
            elif (lane := next((lane for lane in lanes if about_to_start[lane] > 0), None)) is not None:
                about_to_start[lane] -= 1
            elif (lane := next(filter(self._has_room, lanes), None)) is not None:
                self._start_process(lane)
        self._stand_by()

    def _stand_by(self) -> None:
        """Start the reserved processes when all others are busy: starting one takes a second or more."""
        general, *reserved = self._lanes
        is_free = any(worker.lane is general and running is None for worker, running in self._doing.items())
        if not is_free and not self._has_room(general) and not self._starting[general]:
            for lane in filter(self._has_room, reserved):
                if lane.most_urgent is Urgency.PERSON:
                    self._start_process(lane)

    def _free_worker(self, session: str, lanes: Sequence[Lane]) -> Worker | None:
        """Return a free process: the one that keeps something for a session, or one of the first lane."""
        free = [worker for worker, running in self._doing.items() if running is None and worker.lane in lanes]
        free.sort(key=lambda worker: (not worker.keeps(session), lanes.index(worker.lane)))
        return free[0] if free else None

    def _has_room(self, lane: Lane) -> bool:
        there = sum(worker.lane is lane for worker in self._doing)
        return there + self._starting[lane] < lane.processes

    def _start_process(self, lane: Lane) -> None:
        self._starting[lane] += 1
        self._run(self._live(lane))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _begin(self, worker: Worker, running: Running, urgency: Urgency) -> None:
        self._waiting.begin(running, urgency)
        self._doing[worker] = running
        running.began_at = time.monotonic()
        worker.remember(running.session)
        search = worker.engine.search(Begin(running.number, running.job))
        if running.is_stopped:
            self._stop(running)
        self._run(self._do(worker, running, search))

    async def _live(self, lane: Lane) -> None:
        """Start a process, and stay with it until it is gone."""
        try:
            worker = await Worker.start(lane)
        except PlayerCrashError as error:
            self._starting[lane] -= 1
            for running in self._waiting:
                self._waiting.remove(running)
                running.fail(JobError(f"there is no process to think in: {error}"))
                break
            self._give_out()
            return
        self._starting[lane] -= 1
        self._doing[worker] = None
        if self._is_closed:
            worker.engine.child.kill()
        self._give_out()
        await worker.engine.has_closed_output.wait()
        if worker in self._doing and self._doing[worker] is None:  # else `_do` replaces it
            await self._replace(worker)

    async def _replace(self, worker: Worker) -> None:
        """Do without a process from now on; others take over what waits."""
        del self._doing[worker]
        await worker.engine.close()
        self._give_out()

    async def _do(
        self, worker: Worker, running: Running, search: AsyncIterator[News | Answer[Ending]]
    ) -> None:
        """Hand on what a process finds, until a job is over or the process is lost."""
        ending: Ending = Done()
        try:
            async for heard in search:
                if isinstance(heard, Answer):
                    ending = heard.result
                else:
                    running.hear(heard)
        except PlayerError as error:
            running.fail(WorkerLostError(f"the process that was thinking ended unexpectedly: {error}"))
            await self._replace(worker)
            return
        self._doing[worker] = None
        self._note_time(running)
        if isinstance(ending, Failed):
            worker.drop(running.job.session)
            running.fail(JobError(ending.reason))
        else:
            running.end(ending)
        if worker.engine.has_closed_output.is_set():
            await self._replace(worker)
        else:
            self._give_out()

    def _note_time(self, running: Running) -> None:
        seconds = time.monotonic() - running.began_at
        self._waiting.end(running.session, seconds)
        self._durations.note(kind_of(running.job), seconds)

    def _stop(self, running: Running) -> None:
        """Stop a job. One that waits is over, unless somebody waits for the move it is to find."""
        if running in self._waiting:
            if running.is_over or isinstance(running.job, Analyse | Prepare | Prove):
                self._waiting.remove(running)
                running.end(Done())
            return
        for worker, doing in self._doing.items():
            if doing is running:
                worker.engine.stop()
                asyncio.get_running_loop().call_later(PATIENCE, self._give_up, worker, running, PATIENCE)

    def _give_up(self, worker: Worker, running: Running, waited: float) -> None:
        """Kill the process of a job that was stopped and has not ended."""
        if self._doing.get(worker) is not running:
            return
        if running.is_compiling and waited < PATIENCE_WITH_COMPILER:
            loop = asyncio.get_running_loop()
            loop.call_later(PATIENCE, self._give_up, worker, running, waited + PATIENCE)
        else:
            worker.engine.child.kill()
