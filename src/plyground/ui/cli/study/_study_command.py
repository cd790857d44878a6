"""The command of a study: its options come from its declaration."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli._game_command import GameCommand
from plyground.ui.cli._output import Destination, StatusLine, write_json
from plyground.ui.cli._resumable import resumable, time_left

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.study.declared import AnyStudy, Option

METAVARS = {int: "N", float: "S", str: "TEXT"}


class StudyCommand(GameCommand):
    """A command about a game, which has a game of its own where none is given."""

    def __init__(self, *arguments: Any, default_game: str, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.default_game = default_game

    def find_name(self, context: click.Context, args: list[str]) -> str | None:
        """Return the game that is asked for, or the one that the study is about."""
        return super().find_name(context, args) or self.default_game


def study_command(kind: type[AnyStudy]) -> click.Command:
    """Make the command of a study."""

    def run(position: Position, **given: Any) -> None:
        from plyground.study.declared import make_study

        output = StudyOutput(given.pop("as_json"), given.pop("html"), given.pop("csv"), given.pop("svg"))
        store = given.pop("store")
        output.check()
        begin_study(make_study(kind.name, position, **given), store=store, output=output)

    return StudyCommand(
        kind.name,
        callback=run,
        params=[*map(_parameter, kind.options()), *_shared_parameters()],
        help=f"{kind.question()}\n\nWithout GAME it is about {kind.default_game}.",
        short_help=kind.question(),
        shared=("seed",),
        evaluates=True,
        default_game=kind.default_game,
    )


def _parameter(option: Option) -> click.Option:
    default = "" if option.default is None else f" Default: {option.default}."
    return click.Option(
        [f"--{option.name.replace('_', '-')}", option.name],
        type=option.type,
        default=option.default,
        metavar=METAVARS[option.type],
        help=f"{option.help}{default}",
    )


def _shared_parameters() -> list[click.Parameter]:
    file = click.Path(path_type=Path)
    return [
        click.Option(["--seed"], type=int, default=0, metavar="N", help="Seed of all random choices."),
        click.Option(["--store"], type=file, metavar="FILE", help="Where measurements are kept."),
        click.Option(["--html"], type=file, metavar="FILE", help="Write a report with plots."),
        click.Option(["--csv"], type=file, metavar="FILE", help="Write the tables as rows."),
        click.Option(["--svg"], type=file, metavar="FOLDER", help="Write every plot as a file."),
        click.Option(["--json", "as_json"], is_flag=True, help="Write JSON for a program to read."),
    ]


if TYPE_CHECKING:
    from plyground.study.declared import AnyStudy
    from plyground.study.kept_study import KeptStudy
    from plyground.study.study_running import StudyProgress
    from plyground.study.written import StudyReport


@dataclass(frozen=True)
class StudyOutput(Destination):
    """What is written when a study is over: a table or JSON, files, and a folder of plots."""

    svg: Path | None = None

    def check(self) -> None:
        """Make sure that the files can be written, before anything is measured."""
        from plyground.system.files import check_place

        super().check()
        if self.svg is not None:
            self.svg.mkdir(parents=True, exist_ok=True)
            check_place(self.svg / "plot.svg")

    def write(self, report: StudyReport) -> None:
        """Write all of it."""
        from plyground.study.written import plot_svg, report_csv, report_json, report_page, report_text
        from plyground.system.files import write_file

        if self.as_json:
            write_json(report_json(report))
        else:
            click.echo(report_text(report))
        if self.html is not None:
            write_file(self.html, report_page(report))
        if self.csv is not None:
            write_file(self.csv, report_csv(report))
        if self.svg is not None:
            plots = [plot for section in report.sections for plot in section.plots]
            for number, plot in enumerate(plots, start=1):
                write_file(self.svg / f"{report.study.name}-{number}.svg", plot_svg(plot))


def begin_study(study: AnyStudy, *, store: Path | None, output: StudyOutput) -> None:
    """Make a new study."""
    from plyground.store import Store
    from plyground.study.kept_study import KeptStudy

    with Store(store) as opened:
        kept = KeptStudy.begin(opened, study, shlex.join(["plyground", *sys.argv[1:]]))
        run_kept_study(kept, store=store, output=output)


def run_kept_study(kept: KeptStudy, *, store: Path | None, output: StudyOutput) -> None:
    """Make what is left of a study, and show the result."""
    from plyground.evaluation import telling_failures
    from plyground.study.study_running import run_study
    from plyground.study.written import report_of

    status = StatusLine()
    with resumable(kept, store, status), telling_failures(*kept.study.heuristics()):
        kept.resume()
        results = run_study(kept.study, kept, lambda progress: status.show(progress_text(progress)))
    kept.end()
    output.write(report_of(kept, results))


def progress_text(progress: StudyProgress) -> str:
    """Tell what is measured now, and how long the rest will take."""
    left = time_left(progress.seconds_left)
    return f"measurement {progress.done + 1} of {progress.total}{left}: {progress.current}"
