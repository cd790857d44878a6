"""`plyground games`: what there is to play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli._output import json_option, write_json

if TYPE_CHECKING:
    from plyground.core.discovery import AnyRules


@click.command()
@click.option("--game", "game_file", metavar="FILE", help="List the game in this Python file too.")
@json_option
def command(game_file: str | None, as_json: bool) -> None:
    """List the games with their sizes and options."""
    from plyground.core.discovery import known_games, load_file

    if game_file is not None:
        load_file(game_file)
    games = list(known_games().values())
    if as_json:
        write_json({"games": [_described(rules) for rules in games]})
        return
    for rules in games:
        click.echo(f"{rules.name}: {rules.summary}")
        if rules.aliases:
            click.echo(f"  also called {', '.join(rules.aliases)}")
        click.echo(f"  players: {rules.players[0]} (moves first), {rules.players[1]}")
        for option in rules.options:
            described = option.describe()
            click.echo(
                f"  --{option.name}: {option.help}: {described['allowed']} (default {described['default']})"
            )


def _described(rules: AnyRules) -> dict[str, Any]:
    return {
        "name": rules.name,
        "aliases": list(rules.aliases),
        "title": rules.title,
        "summary": rules.summary,
        "players": list(rules.players),
        "pieces": [{"name": piece.name, "letters": list(piece.letters)} for piece in rules.pieces],
        "scenery": [{"name": scenery.name, "letter": scenery.letter} for scenery in rules.scenery],
        "options": [option.describe() for option in rules.options],
    }
