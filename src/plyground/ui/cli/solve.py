"""`plyground solve`: who wins a position, and by how much, for certain."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.ui.cli._certificate_check import CheckingCommand
from plyground.ui.cli._output import json_option
from plyground.ui.cli._solve_runs import new_run, show_run

if TYPE_CHECKING:
    from plyground.core.position import Position

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
