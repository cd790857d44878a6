"""`plyground solve`: who wins a position, and by how much, for certain."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.errors import CertificateError
from plyground.ui.cli._game_command import RULES, GameCommand
from plyground.ui.cli._output import StatusLine, json_option, write_json
from plyground.ui.cli._solve_runs import new_run, show_run

if TYPE_CHECKING:
    from plyground.core.discovery import AnyRules
    from plyground.core.position import Position
    from plyground.solving.certificates import Checked

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

    status = StatusLine()
    try:
        checked = check_certificate(path, rules, _Progress(status))
    except CertificateError as error:
        status.clear()
        if not as_json:
            raise CertificateError(f"{path}: not valid: {error}") from error
        write_json({"valid": False, "problem": str(error)})
        raise click.exceptions.Exit(EXIT_FAILED) from error
    status.clear()
    if as_json:
        write_json(_described(checked))
    else:
        _show(checked)


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
        "game": header.game,
        "options": header.options,
        "position": header.position,
        "value": solution.value,
        "margin": solution.margin,
        "bounds": [solution.low, solution.high],
        "repetition": header.repetition,
        "positions": sum(proof.positions for proof in header.proofs),
        "sha256": header.sha256,
    }


def _show(checked: Checked) -> None:
    header = checked.header
    game = checked.solution.position.game
    click.echo(f"valid: {header.game} {game.rows}x{game.columns}, {header.position}")
    click.echo(checked.solution)
    if header.repetition:
        click.echo("without the rules on repetition and progress: a game that never ends is a draw")
    for proof in header.proofs:
        click.echo(f"{proof}: {proof.positions:,} positions")


METHODS = ("auto", "alphabeta", "dfpn", "retrograde")
FILE = click.Path(path_type=Path, dir_okay=False)


@click.command(cls=CheckingCommand)
@click.option("--seconds", type=float, metavar="S", help="Stop after S seconds.")
@click.option("--nodes", type=int, metavar="N", help="Stop after N positions.")
@click.option("--method", type=click.Choice(METHODS), default="auto", help="How to solve it.")
@click.option("--win", "only_winner", is_flag=True, help="Prove who wins, and not by how much.")
@click.option(
    "--hash",
    "megabytes",
    type=int,
    default=256,
    metavar="MB",
    help="Limit of memory: table, positions and proof together, beside some 150 MB for the program.",
)
@click.option("--threads", type=int, default=1, metavar="N", help="Threads; 0 for one per core.")
@click.option("--certificate", type=FILE, metavar="FILE", help="Write the proof to FILE.")
@click.option("--cluster", metavar="ADDRESS", help="Solve on the Dask cluster behind this scheduler.")
@click.option("--store", type=FILE, metavar="FILE", help="Where long runs are kept.")
@json_option
def command(
    position: Position,
    seconds: float | None,
    nodes: int | None,
    method: str,
    only_winner: bool,
    megabytes: int,
    threads: int,
    certificate: Path | None,
    cluster: str | None,
    store: Path | None,
    as_json: bool,
) -> None:
    """Solve a position of GAME: its exact value for the side to move, and a best line.

    If a limit runs out, or after Ctrl-C, it shows the bounds that are proved. A run of more than a minute
    can be resumed after that. With --check FILE it verifies a proof instead.
    """
    from plyground.search.limit import Limit
    from plyground.solve_runs.kept_solve import SolveSettings
    from plyground.solving.certificates import check_place

    if certificate is not None:
        if cluster is not None:
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
    with new_run(position, settings, store, cluster) as run:
        show_run(run, store, as_json=as_json)
