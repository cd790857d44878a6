"""`plyground records`: the games that were kept."""

from __future__ import annotations

import click

from plyground.ui.cli._groups import ListingGroup
from plyground.ui.cli.records._record_list import list_games, list_learned, list_solved
from plyground.ui.cli.records._record_transfer import export_games, import_games
from plyground.ui.cli.records._record_view import replay_game, show_game


@click.group(cls=ListingGroup)
def command() -> None:
    """List, show, replay, export and import kept games; list runs of the solver and of learning.

    Without the name of a command the games are listed: 'plyground records --game othello'.
    """


for _each in (list_games, show_game, replay_game, export_games, import_games, list_solved, list_learned):
    command.add_command(_each)
