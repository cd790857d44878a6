"""`plyground heuristics`: what can score the positions of a game."""

from __future__ import annotations

import click

from plyground.cli.game_command import complete_game
from plyground.cli.output import json_option, write_json


@click.command()
@click.argument("game", shell_complete=complete_game)
@json_option
def command(game: str, as_json: bool) -> None:
    """List the heuristics of GAME with what they mean."""
    from plyground.discovery import find_rules
    from plyground.evaluation import known_heuristics

    found = known_heuristics(find_rules(game).name)
    if as_json:
        write_json({"heuristics": [{"name": each.name, "summary": each.summary} for each in found.values()]})
        return
    width = max(map(len, found), default=0)
    for name, each in found.items():
        click.echo(f"{name:<{width}}  {each.summary}")
