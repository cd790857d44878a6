"""`plyground heuristics`: what can score the positions of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plyground.cli.game_command import complete_game
from plyground.cli.output import json_option, write_json

if TYPE_CHECKING:
    from plyground.heuristics import Heuristic


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("evaluation", required=False)
@json_option
def command(game: str, evaluation: str | None, as_json: bool) -> None:
    """List the heuristics of GAME with what they mean.

    With EVALUATION, such as my.py:central or "2*piece+mobility", only that one, and it is tried.
    """
    found = _known(game) if evaluation is None else [_tried(game, evaluation)]
    if as_json:
        write_json({"heuristics": [{"name": each.name, "summary": each.summary} for each in found]})
        return
    width = max((len(each.name) for each in found), default=0)
    for each in found:
        click.echo(f"{each.name:<{width}}  {each.summary}".rstrip())


def _known(game: str) -> list[Heuristic]:
    from plyground.discovery import find_rules
    from plyground.evaluation import known_heuristics

    return list(known_heuristics(find_rules(game).name).values())


def _tried(game_name: str, evaluation: str) -> Heuristic:
    """Find an evaluation and score the first position with it, as a search would."""
    from plyground.evaluation import evaluate, find_evaluation, telling_failures
    from plyground.position import game

    on = game(game_name)
    found = find_evaluation(on, evaluation)
    with telling_failures(found):
        evaluate(on.start(), found)
    return found
