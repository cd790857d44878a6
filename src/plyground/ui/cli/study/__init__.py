"""`plyground study`: experiments, each a question that one command answers."""

from __future__ import annotations

import importlib
import pkgutil

import click

from plyground.ui.cli._groups import SuggestingGroup


class StudyGroup(SuggestingGroup):
    """The studies, and the modules of this folder that hold a command of their own.

    Modules whose names begin with an underscore are no commands. Nothing is imported before it is
    asked for.
    """

    kind = "study"

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the names of all studies and parts."""
        from plyground.study.declared import known_studies

        return sorted({*_parts(), *known_studies()})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Import a part, or make the command of a study."""
        if name in _parts():
            command: click.Command = importlib.import_module(f"{__name__}.{name}").command
            command.name = name
            return command
        from plyground.study.declared import known_studies
        from plyground.ui.cli.study._study_command import study_command

        kind = known_studies().get(name)
        return None if kind is None else study_command(kind)


def _parts() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")]


@click.group(cls=StudyGroup)
def command() -> None:
    """Answer a question about search by an experiment, with a table and plots.

    Every study has a game of its own if none is given: 'plyground study pruning' is about Konane,
    'plyground study pruning othello --size 6' about Othello.
    """
