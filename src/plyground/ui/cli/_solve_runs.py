"""Running the solver from the command line: with its progress, and so that long runs can be resumed."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.errors import CertificateError, OptionError
from plyground.ui.cli._output import StatusLine, write_json
from plyground.ui.cli._resumable import (
    EXIT_INTERRUPTED,
    announce_resuming,
    resume_command,
    stopped_by_interrupt,
    tell,
)

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.solve_runs.job_run import JobRun
    from plyground.solve_runs.kept_solve import SolveSettings
    from plyground.solve_runs.local_run import LocalRun
    from plyground.solving import Solution
    from plyground.solving.certificates import Written
    from plyground.store import Store

    Run = LocalRun | JobRun


@contextlib.contextmanager
def new_run(
    position: Position, settings: SolveSettings, store: Path | None, cluster: str | None
) -> Iterator[Run]:
    """Yield a new run: on this machine, where it is kept once it takes long, or on a cluster."""
    from plyground.solve_runs.job_run import JobRun
    from plyground.solve_runs.kept_solve import KeptSolve
    from plyground.solve_runs.local_run import LocalRun
    from plyground.solving import RETROGRADE, Solver
    from plyground.store import Store

    megabytes = settings.megabytes if cluster is None else 0
    # It refuses other games.
    solver = Solver(position.game, method=settings.method, megabytes=megabytes, threads=settings.threads)
    with contextlib.ExitStack() as stack:

        def open_store() -> Store:
            return stack.enter_context(Store(store))

        if cluster is None:
            yield LocalRun(solver, position, settings, open_store, tell)
            return
        if solver.method == RETROGRADE:
            raise OptionError("retrograde analysis runs on one machine; leave --cluster out")
        kept = KeptSolve.begin(open_store(), replace(settings, on_cluster=True), position)
        yield JobRun(kept, cluster, tell)


def resume_run(opened: Store, id: str, store: Path | None, cluster: str | None, *, as_json: bool) -> None:
    """Resume a run; one that is over shows its result again."""
    from plyground.solve_runs.job_run import JobRun
    from plyground.solve_runs.kept_solve import KeptSolve
    from plyground.solve_runs.local_run import LocalRun

    kept = KeptSolve.open(opened, id)
    result = kept.result()
    if result is not None:
        _show(result, id, as_json=as_json)
    elif kept.settings.on_cluster:
        show_run(JobRun(kept, cluster, tell), store, as_json=as_json)
    elif cluster is not None:
        raise click.UsageError(f"{id} runs on this machine, where its checkpoint is; leave --cluster out")
    else:
        show_run(LocalRun.resumed(kept, lambda: opened, tell), store, as_json=as_json)


def show_run(run: Run, store: Path | None, *, as_json: bool) -> None:
    """Run the solver to its end, a limit or Ctrl-C, and show what is proved."""
    status = StatusLine()
    is_announced = False
    with stopped_by_interrupt(run.stop) as interrupts:
        for solution in run.solutions():
            if run.id is not None and not is_announced:
                status.clear()
                announce_resuming(run.id, store)
                is_announced = True
            status.show(_progress(run, solution))
    written, failure = None, None
    if run.settings.certificate is not None and not interrupts:
        try:  # whatever happens to the certificate, the value is proved and is shown
            solution, written = _certified(run, solution, status)
        except KeyboardInterrupt:
            interrupts.append(signal.SIGINT)
        except (CertificateError, OSError) as error:
            failure = error
    status.clear()
    _show(solution, run.id, as_json=as_json)
    if written is not None and not as_json:
        click.echo(
            f"certificate {solution.certificate}: {written.positions:,} positions, {written.bytes:,} bytes"
        )
    if run.id is not None and run.can_resume:
        tell(f"{resume_command(run.id, store)} resumes it")
    if interrupts:
        raise click.exceptions.Exit(EXIT_INTERRUPTED)
    if failure is not None:
        raise failure
    if run.settings.certificate is not None and written is None:
        raise CertificateError("no certificate was written, because it is not proved who wins")


def _certified(run: Run, solution: Solution, status: StatusLine) -> tuple[Solution, Written | None]:
    """Write the certificate of a solution that is proved; return the solution that names it."""
    from plyground.solve_runs.local_run import LocalRun

    written = None
    if solution.is_proved and isinstance(run, LocalRun):
        for written in run.write_certificate(solution):
            status.show(f"{solution}; {written.positions:,} positions of the certificate")
        solution = replace(solution, certificate=run.settings.certificate)
    return solution, written


def _progress(run: Run, solution: Solution) -> str:
    named = "" if run.id is None else f"{run.id}: "
    noted = f"; {run.note}" if run.note else ""
    return f"{named}{solution}; {_effort(solution)}{noted}"


def _effort(solution: Solution) -> str:
    return f"{solution.nodes:,} positions in {solution.seconds:.2f} s by {solution.method}"


def _show(solution: Solution, id: str | None, *, as_json: bool) -> None:
    if as_json:
        write_json({**solution.to_dict(), "id": id})
        return
    click.echo(solution)
    if solution.distance:
        click.echo(f"the game is over in {solution.distance} plies")
    if solution.position.game.rules.repetition_key is not None:
        click.echo("positions are solved without counters: a draw is what neither side can force to end")
    if solution.line:
        click.echo(" ".join(str(move) for move in solution.line))
    click.echo(_effort(solution))
