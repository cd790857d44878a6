"""`plyground solve`: who wins a position, and by how much, for certain."""

from __future__ import annotations

import contextlib
import signal
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.cli.certificate_check import CheckingCommand
from plyground.cli.output import StatusLine, json_option, write_json
from plyground.errors import CertificateError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plyground.position import Position
    from plyground.solving import Solution, Solver
    from plyground.solving.certificates import Written

METHODS = ("auto", "alphabeta", "dfpn")
EXIT_INTERRUPTED = 130


@click.command(cls=CheckingCommand)
@click.option("--seconds", type=float, metavar="S", help="Stop after S seconds.")
@click.option("--nodes", type=int, metavar="N", help="Stop after N positions.")
@click.option("--method", type=click.Choice(METHODS), default="auto", help="How to solve it.")
@click.option("--win", "only_winner", is_flag=True, help="Prove who wins, and not by how much.")
@click.option("--hash", "megabytes", type=int, default=256, metavar="MB", help="Size of the table.")
@click.option(
    "--certificate",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the proof to FILE, for anybody to check.",
)
@json_option
def command(
    position: Position,
    seconds: float | None,
    nodes: int | None,
    method: str,
    only_winner: bool,
    megabytes: int,
    certificate: Path | None,
    as_json: bool,
) -> None:
    """Solve a position of GAME: its exact value for the side to move, and a best line.

    If a limit runs out, or after Ctrl-C, it shows the bounds that are proved. With --check FILE it
    verifies a proof instead.
    """
    from plyground.search.limit import Limit
    from plyground.solving import Solver
    from plyground.solving.certificates import check_place

    if certificate is not None:
        check_place(certificate)
    solver = Solver(position.game, method=method, megabytes=megabytes)
    status = StatusLine()
    with _stopped_by_interrupt(solver) as interrupts:
        for solution in solver.run(position, Limit(seconds, nodes=nodes), only_winner=only_winner):
            status.show(f"{solution}; {_effort(solution)}")
    written, failure = None, None
    if certificate is not None and not interrupts:
        try:  # whatever happens to the certificate, the value is proved and is shown
            solution, written = _write(solver, solution, certificate, status)
        except KeyboardInterrupt:
            interrupts.append(signal.SIGINT)
        except (CertificateError, OSError) as error:
            failure = error
    status.clear()
    if as_json:
        write_json(solution.to_dict())
    else:
        _show(solution)
        if written is not None:
            click.echo(f"certificate {certificate}: {written.positions:,} positions, {written.bytes:,} bytes")
    if interrupts:
        raise click.exceptions.Exit(EXIT_INTERRUPTED)
    if failure is not None:
        raise failure
    if certificate is not None and written is None:
        raise CertificateError("no certificate was written, since it is not proved who wins")


def _write(
    solver: Solver, solution: Solution, path: Path, status: StatusLine
) -> tuple[Solution, Written | None]:
    """Write the certificate of a solution that is proved; return the solution that names it."""
    from plyground.solving.certificates import write_certificate

    written = None
    if solution.is_proved:
        for written in write_certificate(solver, solution, path):
            status.show(f"{solution}; {written.positions:,} positions of the certificate")
        solution = replace(solution, certificate=str(path))
    return solution, written


def _show(solution: Solution) -> None:
    click.echo(solution)
    if solution.line:
        click.echo(" ".join(str(move) for move in solution.line))
    click.echo(_effort(solution))


def _effort(solution: Solution) -> str:
    return f"{solution.nodes:,} positions in {solution.seconds:.2f} s by {solution.method}"


@contextlib.contextmanager
def _stopped_by_interrupt(solver: Solver) -> Iterator[list[int]]:
    """Let the first Ctrl-C stop the solver, and the second one end the program; yield those that came."""
    interrupts: list[int] = []

    def stop(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        interrupts.append(number)
        solver.stop()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)
