"""`plyground resume`: resume a match, tournament, study, grading, tuning, or a run of solver or learning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.ui.cli._contest_running import Output, chosen_pool, play_contest
from plyground.ui.cli._output import json_option
from plyground.ui.cli._solve_running import resume_run

if TYPE_CHECKING:
    from plyground.store import Store


@click.command()
@click.argument("id")
@click.option(
    "--processes", type=click.IntRange(0), metavar="N", help="Games at once; 0: all in this process."
)
@click.option("--cluster", metavar="ADDRESS", help="Use the Dask cluster behind this scheduler.")
@click.option("--store", type=click.Path(path_type=Path), metavar="FILE", help="Where games are kept.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a report with plots.")
@click.option("--csv", type=click.Path(path_type=Path), metavar="FILE", help="Write rows for a spreadsheet.")
@click.option(
    "--svg", type=click.Path(path_type=Path), metavar="FOLDER", help="Write every plot of a study as a file."
)
@json_option
def command(
    id: str,
    processes: int | None,
    cluster: str | None,
    store: Path | None,
    html: Path | None,
    csv: Path | None,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Resume the match, tournament, study, grading, tuning, or run of the solver or of learning ID.

    One that is over shows its result again.
    """
    from plyground.store import EventKind, Store
    from plyground.tournament.kept_contest import KeptContest

    output = Output(as_json, html, csv)
    output.check()
    with Store(store) as opened:
        kind = opened.event(id).kind
        if kind is EventKind.STUDY:
            if processes is not None or cluster is not None:
                raise click.UsageError(f"{id} is a study: it is made in this process, where times are taken")
            _resume_study(opened, id, store, output, svg)
            return
        if svg is not None:
            raise click.UsageError(f"{id} is no study, and --svg is for studies")
        if kind is EventKind.SOLVE:
            if processes is not None or html is not None or csv is not None:
                raise click.UsageError(
                    f"{id} is a run of the solver, which takes --cluster, --store and --json"
                )
            resume_run(opened, id, store, cluster, as_json=as_json)
            return
        if kind is EventKind.LEARN:
            if csv is not None:
                raise click.UsageError(f"{id} is a run of learning, and --csv is not for that")
            _resume_learning(opened, id, store, processes, cluster, output)
            return
        if kind is EventKind.TUNE:
            if cluster is not None or html is not None or csv is not None:
                raise click.UsageError(f"{id} is a tuning, which takes --processes, --store and --json")
            _resume_tuning(opened, id, store, processes, as_json=as_json)
            return
        if kind is EventKind.GRADING:
            if cluster is not None:
                raise click.UsageError(
                    f"{id} is a grading: hand-ins run on this machine, where limits are laid on"
                )
            _resume_grading(opened, id, store, processes, output)
            return
        kept = KeptContest.open(opened, id)
        play_contest(kept, store=store, pool=chosen_pool(processes, cluster), output=output)


def _resume_study(opened: Store, id: str, store: Path | None, output: Output, svg: Path | None) -> None:
    from plyground.study.kept_study import KeptStudy
    from plyground.ui.cli.study._running import Output as StudyOutput
    from plyground.ui.cli.study._running import go_on

    chosen = StudyOutput(output.as_json, output.html, output.csv, svg)
    chosen.check()
    go_on(KeptStudy.open(opened, id), store=store, output=chosen)


def _resume_learning(
    opened: Store, id: str, store: Path | None, processes: int | None, cluster: str | None, output: Output
) -> None:
    from plyground.learning.learn import chosen_pool as learning_pool
    from plyground.ui.cli._learn_running import resume_learning

    resume_learning(opened, id, store, learning_pool(processes or None, cluster), output)


def _resume_tuning(
    opened: Store, id: str, store: Path | None, processes: int | None, *, as_json: bool
) -> None:
    from plyground.learning.kept_tuning import KeptTuning
    from plyground.ui.cli.tune import run_kept

    run_kept(KeptTuning.open(opened, id), store, processes, as_json=as_json)


def _resume_grading(
    opened: Store, id: str, store: Path | None, processes: int | None, output: Output
) -> None:
    from plyground.ui.cli.grade import Output as GradingOutput
    from plyground.ui.cli.grade import resume

    resume(opened, id, store, processes, GradingOutput(output.as_json, output.html, output.csv))
