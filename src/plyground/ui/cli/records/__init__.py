"""`plyground records`: the games that were kept."""

from __future__ import annotations

from typing import Any

import click

from plyground.errors import nearest
from plyground.ui.cli.records.learned import list_learned
from plyground.ui.cli.records.listing import list_games
from plyground.ui.cli.records.moving import export_games, import_games
from plyground.ui.cli.records.replaying import replay_game
from plyground.ui.cli.records.showing import show_game
from plyground.ui.cli.records.solved import list_solved

_DEFAULT = "list"


class RecordsGroup(click.Group):
    """Commands about kept games; without the name of one, the games are listed."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Put the name of the usual command before options that have none."""
        is_named = bool(args) and (not args[0].startswith("-") or args[0] in context.help_option_names)
        return super().parse_args(context, args if is_named else [_DEFAULT, *args])

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        """Suggest the nearest command for one that does not exist."""
        names = self.list_commands(context)
        if args[0] not in names:
            hint = nearest(args[0], names) or f" (there are: {', '.join(names)})"
            raise click.UsageError(f"there is no command 'records {args[0]}'{hint}")
        return super().resolve_command(context, args)


@click.group(cls=RecordsGroup)
def command() -> None:
    """List, show, replay, export and import kept games; list runs of the solver and of learning.

    Without the name of a command the games are listed: 'plyground records --game othello'.
    """


for _each in (list_games, show_game, replay_game, export_games, import_games, list_solved, list_learned):
    command.add_command(_each)
