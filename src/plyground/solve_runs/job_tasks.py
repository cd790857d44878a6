"""A job as a task: plain values that travel to another process, and the answer that comes back."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from plyground.core.position import Game
from plyground.core.position import game as find_game
from plyground.errors import ArenaError
from plyground.solving import Solver
from plyground.solving.checkpoint import rules_fingerprint
from plyground.solving.proof_jobs import Answer, Job, answer_job


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
