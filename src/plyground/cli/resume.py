"""`plyground resume`: go on with a match or tournament that was interrupted."""

from __future__ import annotations

from pathlib import Path

import click

from plyground.cli.contest_running import Output, chosen_pool, play_contest
from plyground.cli.output import json_option


@click.command()
@click.argument("id")
@click.option(
    "--processes", type=click.IntRange(0), metavar="N", help="Games at once; 0: all in this process."
)
@click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster behind this scheduler.")
@click.option("--store", type=click.Path(path_type=Path), metavar="FILE", help="Where games are kept.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a report with plots.")
@click.option("--csv", type=click.Path(path_type=Path), metavar="FILE", help="Write a row for every game.")
@json_option
def command(
    id: str,
    processes: int | None,
    cluster: str | None,
    store: Path | None,
    html: Path | None,
    csv: Path | None,
    as_json: bool,
) -> None:
    """Go on with the match or tournament ID; one that is over shows its result again."""
    from plyground.arena.keeping import KeptContest
    from plyground.store import Store

    output = Output(as_json, html, csv)
    output.check()
    with Store(store) as opened:
        kept = KeptContest.open(opened, id)
        play_contest(kept, store=store, pool=chosen_pool(processes, cluster), output=output)
