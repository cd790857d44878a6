"""The command of a study: its options come from its declaration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import GameCommand
from plyground.ui.cli._output import typed_command
from plyground.ui.cli._runs import RunOptions, time_left

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.store import Store
    from plyground.study.declared import AnyStudy, Option
    from plyground.study.kept_study import KeptStudy
    from plyground.study.study_running import StudyProgress

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

    @option.seed
    @option.gathered(
        RunOptions,
        "run",
        option.file("--store", "Where measurements are kept."),
        option.html,
        option.file("--csv", "Write the tables as rows."),
        option.file("--svg", "Write every plot as a file.", "FOLDER"),
        option.json,
    )
    def command(position: Position, run: RunOptions, **given: Any) -> None:
        from plyground.store import Store
        from plyground.study.declared import make_study
        from plyground.study.kept_study import KeptStudy

        run.check()
        study = make_study(kind.name, position, **given)
        with Store(run.store) as opened:
            _study(KeptStudy.begin(opened, study, typed_command()), run)

    made: click.Command = click.command(
        kind.name,
        cls=StudyCommand,
        params=[*map(_parameter, kind.options())],
        help=f"{kind.question()}\n\nWithout GAME it is about {kind.default_game}.",
        short_help=kind.question(),
        shared=("seed",),
        evaluates=True,
        default_game=kind.default_game,
    )(command)
    return made


def _parameter(option: Option) -> click.Option:
    default = "" if option.default is None else f" Default: {option.default}."
    return click.Option(
        [f"--{option.name.replace('_', '-')}", option.name],
        type=option.type,
        default=option.default,
        metavar=METAVARS[option.type],
        help=f"{option.help}{default}",
    )


def resume(opened: Store, id: str, run: RunOptions) -> None:
    """Resume a study; one that is over shows its result again."""
    from plyground.study.kept_study import KeptStudy

    _study(KeptStudy.open(opened, id), run)


def _study(kept: KeptStudy, run: RunOptions) -> None:
    """Make what is left of a study, and show the result."""
    from plyground.evaluation import telling_failures
    from plyground.study.study_running import run_study
    from plyground.study.written import plot_svg, report_csv, report_json, report_of, report_page, report_text
    from plyground.system.files import write_file

    with run.resumable(kept) as status, telling_failures(*kept.study.heuristics()):
        kept.resume()
        results = run_study(kept.study, kept, lambda progress: status.show(progress_text(progress)))
    kept.end()
    report = report_of(kept, results)
    run.write(
        lambda: report_json(report),
        lambda: report_text(report),
        page=lambda: report_page(report),
        rows=lambda: report_csv(report),
    )
    if run.svg is not None:
        plots = [plot for section in report.sections for plot in section.plots]
        for number, plot in enumerate(plots, start=1):
            write_file(run.svg / f"{report.study.name}-{number}.svg", plot_svg(plot))


def progress_text(progress: StudyProgress) -> str:
    """Tell what is measured now, and how long the rest will take."""
    left = time_left(progress.seconds_left)
    return f"measurement {progress.done + 1} of {progress.total}{left}: {progress.current}"
