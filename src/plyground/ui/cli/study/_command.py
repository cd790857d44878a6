"""The command of a study: its options come from its declaration."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli._game_command import GameCommand
from plyground.ui.cli.study._running import Output, begin_study

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

        output = Output(given.pop("as_json"), given.pop("html"), given.pop("csv"), given.pop("svg"))
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
        click.Option(
            ["--seed"], type=int, default=0, metavar="N", help="Decides about everything left to chance."
        ),
        click.Option(["--store"], type=file, metavar="FILE", help="Where measurements are kept."),
        click.Option(["--html"], type=file, metavar="FILE", help="Write a report with plots."),
        click.Option(["--csv"], type=file, metavar="FILE", help="Write the tables as rows."),
        click.Option(["--svg"], type=file, metavar="FOLDER", help="Write every plot as a file."),
        click.Option(["--json", "as_json"], is_flag=True, help="Write JSON for a program to read."),
    ]
