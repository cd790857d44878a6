"""`plyground resume`: resume a match, tournament, study, grading, tuning, or a run of solver or learning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.ui.cli._contest_runs import ContestOutput, chosen_pool, play_contest
from plyground.ui.cli._output import file_option, html_option, json_option, store_option
from plyground.ui.cli._solve_runs import resume_run

if TYPE_CHECKING:
    from plyground.store import EventKind, Store


@click.command()
@click.argument("id")
@click.option(
    "--processes", type=click.IntRange(0), metavar="N", help="Games at once; 0 plays in this process."
)
@click.option("--cluster", metavar="ADDRESS", help="Use the Dask cluster behind this scheduler.")
@store_option
@html_option
@file_option("--csv", "Write rows for a spreadsheet.")
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
    from plyground.tournament.contest_running import KeptContest

    output = ContestOutput(as_json, html, csv)
    output.check()
    given = {"--processes": processes, "--cluster": cluster, "--html": html, "--csv": csv, "--svg": svg}
    with Store(store) as opened:
        kind = opened.event(id).kind
        _check_options(id, kind, [name for name, value in given.items() if value is not None])
        if kind is EventKind.STUDY:
            _resume_study(opened, id, store, output, svg)
        elif kind is EventKind.SOLVE:
            resume_run(opened, id, store, cluster, as_json=as_json)
        elif kind is EventKind.LEARN:
            _resume_learning(opened, id, store, processes, cluster, output)
        elif kind is EventKind.TUNE:
            _resume_tuning(opened, id, store, processes, as_json=as_json)
        elif kind is EventKind.GRADING:
            _resume_grading(opened, id, store, processes, output)
        else:
            kept = KeptContest.open(opened, id)
            play_contest(kept, store=store, pool=chosen_pool(processes, cluster), output=output)


def _check_options(id: str, kind: EventKind, given: list[str]) -> None:
    """Refuse options that a run of some kind does not have."""
    from plyground.store import EventKind

    foreign = {
        EventKind.STUDY: ("a study, which runs in this process", ("--processes", "--cluster")),
        EventKind.SOLVE: ("a run of the solver", ("--processes", "--html", "--csv", "--svg")),
        EventKind.LEARN: ("a run of learning", ("--csv", "--svg")),
        EventKind.TUNE: ("a tuning", ("--cluster", "--html", "--csv", "--svg")),
        EventKind.GRADING: ("a grading, which runs on this machine", ("--cluster", "--svg")),
    }
    told, options = foreign.get(kind, ("not a study", ("--svg",)))
    wrong = [name for name in options if name in given]
    if wrong:
        raise click.UsageError(f"{id} is {told}; leave {' and '.join(wrong)} out")


def _resume_study(
    opened: Store, id: str, store: Path | None, output: ContestOutput, svg: Path | None
) -> None:
    from plyground.study.kept_study import KeptStudy
    from plyground.ui.cli.study._study_command import StudyOutput, run_kept_study

    chosen = StudyOutput(output.as_json, output.html, output.csv, svg)
    chosen.check()
    run_kept_study(KeptStudy.open(opened, id), store=store, output=chosen)


def _resume_learning(
    opened: Store,
    id: str,
    store: Path | None,
    processes: int | None,
    cluster: str | None,
    output: ContestOutput,
) -> None:
    from plyground.learning.learn import chosen_pool as learning_pool
    from plyground.ui.cli._learn_runs import resume_learning

    resume_learning(opened, id, store, learning_pool(processes or None, cluster), output)


def _resume_tuning(
    opened: Store, id: str, store: Path | None, processes: int | None, *, as_json: bool
) -> None:
    from plyground.learning.kept_tuning import KeptTuning
    from plyground.ui.cli.tune import run_kept_tuning

    run_kept_tuning(KeptTuning.open(opened, id), store, processes, as_json=as_json)


def _resume_grading(
    opened: Store, id: str, store: Path | None, processes: int | None, output: ContestOutput
) -> None:
    from plyground.ui.cli.grade import GradingOutput, resume

    resume(opened, id, store, processes, GradingOutput(output.as_json, output.html, output.csv))
