"""A run of the solver as jobs: on the workers of a Dask cluster, or one after the other in this process.

The tree near the root is here. Answers are kept in the store as soon as they arrive, and a run that is
resumed takes them from there. A job whose worker is lost is given to another one by Dask.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from plyground.core.position import Game
from plyground.core.position import game as find_game
from plyground.errors import ArenaError, PlygroundError, StoreError, shortened
from plyground.solve_runs.kept_solve import KeptSolve
from plyground.solving import Solution, Solver
from plyground.solving.checkpoint import check_rules, rules_fingerprint
from plyground.solving.proof_jobs import Answer, Job, JobSearch, answer_job
from plyground.system.cluster import MOST_ATTEMPTS, connected


@dataclass(frozen=True)
class SolverPlan:
    """The solver that a task needs: the same for all tasks of a run. `game` is a name or a file."""

    game: str
    options: tuple[tuple[str, str], ...]
    method: str
    megabytes: int
    rules: str | None


# A solver with its table, which serves the next job too. One a thread: a worker may have several.
_kept = threading.local()


def answer_task(plan: SolverPlan, job: Job) -> Answer:
    """Answer a job with the solver of this thread.

    Raises:
        PlygroundError: the position cannot be solved here.
    """
    position = find_game(plan.game, **dict(plan.options)).position(job.position)
    return answer_job(_solver_of(plan, position.game), position, job)


def _solver_of(plan: SolverPlan, game: Game) -> Solver:
    if getattr(_kept, "plan", None) != plan:
        _kept.plan = _kept.solver = None  # lets go of the table of another run before the next one is made
        if rules_fingerprint(game) != plan.rules:
            raise ArenaError(f"the rules of {game.name} are others on a worker than where the run was begun")
        _kept.solver = Solver(game, method=plan.method, megabytes=plan.megabytes)
        _kept.plan = plan
    solver: Solver = _kept.solver
    return solver


REPORT_SECONDS = 0.2
"""How often a run tells what is known."""

WAITING_SHARE = 4
"""One job waits for every so many that run, so that no worker does."""

_ELAPSED = "elapsed"


class JobRun:
    """Solves the position of a kept run by jobs; without an address they are answered in this process."""

    def __init__(self, kept: KeptSolve, address: str | None, tell: Callable[[str], None]) -> None:
        self.kept = kept
        self.settings = settings = kept.settings
        check_rules(settings.position.game, settings.rules)
        method = Solver(settings.position.game, method=settings.method, megabytes=0).method
        options = tuple(settings.options.items())
        self._plan = SolverPlan(settings.game, options, method, settings.megabytes, settings.rules)
        self._address = address
        self._tell = tell
        self._search = JobSearch(settings.position, method, only_winner=settings.only_winner)
        self._answers = dict(kept.answers())
        self._seconds_before = max((each[_ELAPSED] for each in self._answers.values()), default=0.0)
        self._nodes_before = sum(each["nodes"] for each in self._answers.values())
        self._nodes = 0
        self._began = time.perf_counter()
        self._is_stopped = False
        self.note = ""

    @property
    def id(self) -> str:
        """What `plyground resume` finds the run by."""
        return self.kept.id

    @property
    def can_resume(self) -> bool:
        """Whether something is left to prove."""
        return not self._search.is_over

    def stop(self) -> None:
        """End the run; the last solution has what is proved by then."""
        self._is_stopped = True

    def solutions(self) -> Iterator[Solution]:
        """Yield what is proved so far, several times a second; the last solution is the result.

        Raises:
            ArenaError: there is no such cluster, it is lost, or its workers are not fit for this.
        """
        self.kept.resume()
        self._began = time.perf_counter()
        try:
            with self._workers() as workers:
                while not (self._search.is_over or self._is_out_of_limits()):
                    self._send(workers)
                    for job, answer in workers.wait(REPORT_SECONDS):
                        self._keep(job, answer)
                        self._search.receive(job, answer)
                    for job in self._search.drop_stale_jobs():
                        workers.forget(job)
                    self.note = f"{len(self._answers)} jobs done, {len(workers)} under way"
                    yield self._now()
        finally:
            solution = self._now()
            self._close(solution)
        yield solution

    def _close(self, solution: Solution) -> None:
        try:
            if self._search.is_over:
                self.kept.end(solution)
            else:
                self.kept.stop()
        except StoreError as error:  # of no matter to what is proved
            self._tell(str(error))

    def _send(self, workers: _Workers) -> None:
        """Give out jobs while there is room; what is known already is answered here."""
        while workers.has_room and (job := self._search.next_job()) is not None:
            kept = self._answers.get(job.key)
            if kept is None:
                workers.send(job)
                continue
            content = {name: value for name, value in kept.items() if name != _ELAPSED}
            self._search.receive(job, Answer.from_dict(content))

    def _keep(self, job: Job, answer: Answer) -> None:
        content = {**asdict(answer), _ELAPSED: self._seconds}
        self.kept.keep(job.key, content)
        self._answers[job.key] = content
        self._nodes += answer.nodes

    def _is_out_of_limits(self) -> bool:
        limit = self.settings.limit
        is_late = limit.seconds is not None and time.perf_counter() - self._began >= limit.seconds
        is_spent = limit.nodes is not None and self._nodes >= limit.nodes
        return self._is_stopped or is_late or is_spent

    @property
    def _seconds(self) -> float:
        return self._seconds_before + time.perf_counter() - self._began

    def _now(self) -> Solution:
        return replace(self._search.solution, nodes=self._nodes_before + self._nodes, seconds=self._seconds)

    @contextlib.contextmanager
    def _workers(self) -> Iterator[_Workers]:
        if self._address is None:
            executor = concurrent.futures.ThreadPoolExecutor(1)
            try:
                yield _Workers(lambda job: executor.submit(answer_task, self._plan, job), lambda: 1)
            finally:
                executor.shutdown(cancel_futures=True)
            return
        with connected(self._address) as client:

            def submit(job: Job) -> Any:
                return client.submit(answer_task, self._plan, job, pure=False, retries=MOST_ATTEMPTS)

            try:
                yield _Workers(submit, lambda: sum(client.nthreads().values()))
            except (OSError, concurrent.futures.CancelledError) as error:
                raise ArenaError(f"the cluster at {shortened(self._address)} is lost") from error


class _Workers:
    """Jobs under way as futures, of Dask or of an executor: both have the same methods."""

    def __init__(self, submit: Callable[[Job], Any], count_threads: Callable[[], int]) -> None:
        self._submit = submit
        self._count_threads = count_threads
        self._threads = count_threads()
        self._futures: dict[Job, Any] = {}
        self._done: queue.SimpleQueue[tuple[Job, Any]] = queue.SimpleQueue()

    def __len__(self) -> int:
        return len(self._futures)

    @property
    def has_room(self) -> bool:
        """Whether another job would not wait for long."""
        return len(self._futures) < max(1, self._threads + self._threads // WAITING_SHARE)

    def send(self, job: Job) -> None:
        """Let somebody answer a job."""
        future = self._submit(job)
        self._futures[job] = future
        future.add_done_callback(lambda done: self._done.put((job, done)))

    def wait(self, seconds: float) -> Iterator[tuple[Job, Answer]]:
        """Yield the answers that are there, after waiting for the first one for a while.

        Raises:
            ArenaError: a job cannot be answered.
        """
        self._threads = self._count_threads()  # workers come and go
        with contextlib.suppress(queue.Empty):
            job, future = self._done.get(timeout=seconds)
            while True:
                if self._futures.get(job) is future:
                    del self._futures[job]
                    yield job, self._answer(job, future)
                job, future = self._done.get_nowait()

    def forget(self, job: Job) -> None:
        """Give up a job. If it runs already it runs to its end, and nobody looks at its answer."""
        future = self._futures.pop(job, None)
        if future is not None:
            future.cancel()

    def _answer(self, job: Job, future: Any) -> Answer:
        try:
            answer: Answer = future.result()
        except (PlygroundError, concurrent.futures.CancelledError):
            raise
        except Exception as error:
            raise ArenaError(f"no worker can solve {job.position}: {error}") from error
        return answer
