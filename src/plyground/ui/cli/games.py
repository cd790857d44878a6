"""`plyground games`: what there is to play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._output import picked, write_json

if TYPE_CHECKING:
    from plyground.core.discovery import AnyRules


@click.command()
@option.game_file("List the game in this Python file too.")
@option.json
def command(as_json: bool) -> None:
    """List the games with their sizes and options."""
    from plyground.core.discovery import known_games

    games = list(known_games().values())
    if as_json:
        write_json({"games": [_described(rules) for rules in games]})
        return
    for rules in games:
        click.echo(f"{rules.name}: {rules.summary}")
        if rules.aliases:
            click.echo(f"  also called {', '.join(rules.aliases)}")
        click.echo(f"  players: {rules.players[0]} (moves first), {rules.players[1]}")
        for each in rules.options:
            described = each.describe()
            click.echo(
                f"  --{each.name}: {each.help}: {described['allowed']} (default {described['default']})"
            )


def _described(rules: AnyRules) -> dict[str, Any]:
    return {
        **picked(rules, "name aliases title summary players"),
        "pieces": [picked(piece, "name letters") for piece in rules.pieces],
        "scenery": [picked(scenery, "name letter") for scenery in rules.scenery],
        "options": [option.describe() for option in rules.options],
    }
