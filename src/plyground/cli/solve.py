"""`plyground solve`: who wins a position, and by how much, for certain."""

from __future__ import annotations

import contextlib
import signal
from typing import TYPE_CHECKING

import click

from plyground.cli.game_command import game_command
from plyground.cli.output import StatusLine, json_option, write_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plyground.position import Position
    from plyground.solving import Solution, Solver

METHODS = ("auto", "alphabeta", "dfpn", "retrograde")
EXIT_INTERRUPTED = 130


@game_command()
@click.option("--seconds", type=float, metavar="S", help="Stop after S seconds.")
@click.option("--nodes", type=int, metavar="N", help="Stop after N positions.")
@click.option("--method", type=click.Choice(METHODS), default="auto", help="How to solve it.")
@click.option("--win", "only_winner", is_flag=True, help="Prove who wins, and not by how much.")
@click.option("--hash", "megabytes", type=int, default=256, metavar="MB", help="Size of the table.")
@json_option
def command(
    position: Position,
    seconds: float | None,
    nodes: int | None,
    method: str,
    only_winner: bool,
    megabytes: int,
    as_json: bool,
) -> None:
    """Solve a position of GAME: its exact value for the side to move, and a best line.

    If a limit runs out, or after Ctrl-C, it shows the bounds that are proved.
    """
    from plyground.search.limit import Limit
    from plyground.solving import Solver

    solver = Solver(position.game, method=method, megabytes=megabytes)
    status = StatusLine()
    with _stopped_by_interrupt(solver) as interrupts:
        for solution in solver.run(position, Limit(seconds, nodes=nodes), only_winner=only_winner):
            status.show(f"{solution}; {_effort(solution)}")
    status.clear()
    if as_json:
        write_json(solution.to_dict())
    else:
        _show(solution)
    if interrupts:
        raise click.exceptions.Exit(EXIT_INTERRUPTED)


def _show(solution: Solution) -> None:
    click.echo(solution)
    if solution.distance:
        click.echo(f"the game is over in {solution.distance} plies")
    if solution.position.game.rules.repetition_key is not None:
        click.echo("positions are solved without counters: a draw is what neither side can force to end")
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
