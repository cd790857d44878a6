"""`plyground solve`: who wins a position, and by how much, for certain."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.errors import CertificateError, OptionError
from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import RULES, GameCommand
from plyground.ui.cli._output import Output, StatusLine, picked, write_json
from plyground.ui.cli._runs import EXIT_INTERRUPTED, RunOptions, stopped_by_interrupt, tell

if TYPE_CHECKING:
    from plyground.core.discovery import AnyRules
    from plyground.core.position import Position
    from plyground.solve_runs.job_run import JobRun
    from plyground.solve_runs.kept_solve import SolveSettings
    from plyground.solve_runs.local_run import LocalRun
    from plyground.solving import Solution
    from plyground.solving.certificates import Checked, Written
    from plyground.store import Store

    Run = LocalRun | JobRun

EXIT_FAILED = 1
_SECONDS_BETWEEN_REPORTS = 0.2


class CheckingCommand(GameCommand):
    """A command about a game that can also check a certificate, which brings its own game."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        option = click.Option(
            ["--check", "checked"],
            type=click.Path(path_type=Path, exists=True, dir_okay=False),
            metavar="FILE",
            help="Check the proof in FILE with the plain rules, and solve nothing.",
        )
        self.params.insert(-1, option)

    def invoke(self, context: click.Context) -> Any:
        """Check a certificate, or go on as any command about a game."""
        path = context.params.pop("checked")
        if path is None:
            return super().invoke(context)
        return _check(path, context.meta.get(RULES), as_json=context.params["as_json"])


def _check(path: Path, rules: AnyRules | None, *, as_json: bool) -> None:
    from plyground.solving.certificates import check_certificate

    try:
        with StatusLine() as status:
            checked = check_certificate(path, rules, _Progress(status))
    except CertificateError as error:
        if not as_json:
            raise CertificateError(f"{path}: not valid: {error}") from error
        write_json({"valid": False, "problem": str(error)})
        raise click.exceptions.Exit(EXIT_FAILED) from error
    Output(as_json).write(lambda: _described(checked), lambda: _told_proof(checked))


class _Progress:
    """Shows how much is checked, and about how long the rest takes."""

    def __init__(self, status: StatusLine) -> None:
        self._status = status
        self._began = self._shown = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if done and now - self._shown >= _SECONDS_BETWEEN_REPORTS:
            self._shown = now
            left = (now - self._began) / done * (total - done)
            self._status.show(f"{done:,} of {total:,} positions checked; about {left:.0f} s left")


def _described(checked: Checked) -> dict[str, Any]:
    header, solution = checked.header, checked.solution
    return {
        "valid": True,
        **picked(header, "game options position"),
        **picked(solution, "value margin"),
        "bounds": [solution.low, solution.high],
        "repetition": header.repetition,
        "positions": sum(proof.positions for proof in header.proofs),
        "sha256": header.sha256,
    }


def _told_proof(checked: Checked) -> str:
    header = checked.header
    game = checked.solution.position.game
    lines = [f"valid: {header.game} {game.rows}x{game.columns}, {header.position}", str(checked.solution)]
    if header.repetition:
        lines.append("without the rules on repetition and progress: a game that never ends is a draw")
    return "\n".join([*lines, *(f"{proof}: {proof.positions:,} positions" for proof in header.proofs)])


METHODS = ("auto", "alphabeta", "dfpn", "retrograde")


@click.command(cls=CheckingCommand)
@click.option("--seconds", type=float, metavar="S", help="Stop after S seconds.")
@option.number("--nodes", "Stop after N positions.")
@option.choice("--method", METHODS, "auto", "How to solve it.")
@click.option("--win", "only_winner", is_flag=True, help="Prove who wins, and not by how much.")
@option.memory(
    256, "Limit of memory: table, positions and proof together, beside some 150 MB for the program."
)
@option.threads(1, "0 for one per core")
@option.file("--certificate", "Write the proof to FILE.", dir_okay=False)
@option.gathered(
    RunOptions,
    "run",
    option.cluster("Solve on"),
    option.file("--store", "Where long runs are kept.", dir_okay=False),
    option.json,
)
def command(
    position: Position,
    seconds: float | None,
    nodes: int | None,
    method: str,
    only_winner: bool,
    megabytes: int,
    threads: int,
    certificate: Path | None,
    run: RunOptions,
) -> None:
    """Solve a position of GAME: its exact value for the side to move, and a best line.

    If a limit runs out, or after Ctrl-C, it shows the bounds that are proved. A run of more than a minute
    can be resumed after that. With --check FILE it verifies a proof instead.
    """
    from plyground.search.limit import Limit
    from plyground.solve_runs.kept_solve import SolveSettings
    from plyground.solving.certificates import check_place

    if certificate is not None:
        if run.cluster is not None:
            raise click.UsageError("a certificate is made on this machine; leave --cluster out")
        check_place(certificate)
    settings = SolveSettings.of(
        position,
        Limit(seconds, nodes=nodes),
        method=method,
        only_winner=only_winner,
        megabytes=megabytes,
        threads=threads,
        certificate=None if certificate is None else str(certificate.absolute()),
    )
    with _new_run(position, settings, run) as made:
        _solve(made, run)


@contextlib.contextmanager
def _new_run(position: Position, settings: SolveSettings, options: RunOptions) -> Iterator[Run]:
    """Yield a new run: on this machine, where it is kept once it takes long, or on a cluster."""
    from plyground.solve_runs.job_run import JobRun
    from plyground.solve_runs.kept_solve import KeptSolve
    from plyground.solve_runs.local_run import LocalRun
    from plyground.solving import RETROGRADE, Solver
    from plyground.store import Store

    megabytes = settings.megabytes if options.cluster is None else 0
    # It refuses other games.
    solver = Solver(position.game, method=settings.method, megabytes=megabytes, threads=settings.threads)
    with contextlib.ExitStack() as stack:

        def open_store() -> Store:
            return stack.enter_context(Store(options.store))

        if options.cluster is None:
            yield LocalRun(solver, position, settings, open_store, tell)
            return
        if solver.method == RETROGRADE:
            raise OptionError("retrograde analysis runs on one machine; leave --cluster out")
        kept = KeptSolve.begin(open_store(), replace(settings, on_cluster=True), position)
        yield JobRun(kept, options.cluster, tell)


def resume(opened: Store, id: str, run: RunOptions) -> None:
    """Resume a run; one that is over shows its result again."""
    from plyground.solve_runs.job_run import JobRun
    from plyground.solve_runs.kept_solve import KeptSolve
    from plyground.solve_runs.local_run import LocalRun

    kept = KeptSolve.open(opened, id)
    result = kept.result()
    if result is not None:
        _show(result, id, run)
    elif kept.settings.on_cluster:
        _solve(JobRun(kept, run.cluster, tell), run)
    elif run.cluster is not None:
        raise click.UsageError(f"{id} runs on this machine, where its checkpoint is; leave --cluster out")
    else:
        _solve(LocalRun.resumed(kept, lambda: opened, tell), run)


def _solve(run: Run, options: RunOptions) -> None:
    """Run the solver to its end, a limit or Ctrl-C, and show what is proved."""
    status = StatusLine()
    is_announced = False
    with stopped_by_interrupt(run.stop) as interrupts:
        for solution in run.solutions():
            if run.id is not None and not is_announced:
                status.clear()
                options.announce(run.id)
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
    _show(solution, run.id, options)
    if written is not None and not options.as_json:
        click.echo(
            f"certificate {solution.certificate}: {written.positions:,} positions, {written.bytes:,} bytes"
        )
    if run.id is not None and run.can_resume:
        options.remind(run.id)
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


def _show(solution: Solution, id: str | None, output: Output) -> None:
    output.write(lambda: {**solution.to_dict(), "id": id}, lambda: "\n".join(_told(solution)))


def _told(solution: Solution) -> Iterator[str]:
    yield str(solution)
    if solution.distance:
        yield f"the game is over in {solution.distance} plies"
    if solution.position.game.rules.repetition_key is not None:
        yield "positions are solved without counters: a draw is what neither side can force to end"
    if solution.line:
        yield " ".join(map(str, solution.line))
    yield _effort(solution)
