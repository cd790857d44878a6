"""`plyground resume`: resume a match, tournament, study, grading, tuning, or a run of solver or learning."""

from __future__ import annotations

import importlib

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._runs import RunOptions

# By kind of event: the module whose `resume` takes it up, what it is, and the options that it does not have.
_KINDS = {
    "match": ("_contests", "not a study", ("--svg",)),
    "tournament": ("_contests", "not a study", ("--svg",)),
    "study": ("study._study_command", "a study, which runs in this process", ("--processes", "--cluster")),
    "solve": ("solve", "a run of the solver", ("--processes", "--html", "--csv", "--svg")),
    "learn": ("learn", "a run of learning", ("--csv", "--svg")),
    "tune": ("tune", "a tuning", ("--cluster", "--html", "--csv", "--svg")),
    "grading": ("grade", "a grading, which runs on this machine", ("--cluster", "--svg")),
}


@click.command()
@click.argument("id")
@option.gathered(
    RunOptions,
    "run",
    option.processes("0 plays in this process"),
    option.cluster("Use"),
    option.store,
    option.html,
    option.file("--csv", "Write rows for a spreadsheet."),
    option.file("--svg", "Write every plot of a study as a file.", "FOLDER"),
    option.json,
)
def command(id: str, run: RunOptions) -> None:
    """Resume the match, tournament, study, grading, tuning, or run of the solver or of learning ID.

    One that is over shows its result again.
    """
    from plyground.store import Store

    with Store(run.store) as opened:
        kind = opened.event(id).kind
        # Other events are no runs, and a contest says so.
        module, told, foreign = _KINDS.get(kind, _KINDS["match"])
        wrong = [name for name in foreign if getattr(run, name[2:]) is not None]
        if wrong:
            raise click.UsageError(f"{id} is {told}; leave {' and '.join(wrong)} out")
        run.check()
        importlib.import_module(f"plyground.ui.cli.{module}").resume(opened, id, run)
