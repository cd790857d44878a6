"""`plyground heuristics`: what can score the positions of a game."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import click

from plyground.cli.game_command import complete_game
from plyground.cli.output import json_option, write_json
from plyground.errors import UnknownGameError

if TYPE_CHECKING:
    from plyground.heuristics import Heuristic


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.argument("evaluation", required=False)
@click.option("--game", "game_file", metavar="FILE", help="A Python file that holds the game.")
@json_option
def command(game: str | None, evaluation: str | None, game_file: str | None, as_json: bool) -> None:
    """List the heuristics of GAME with what they mean.

    With EVALUATION, such as my.py:central or "2*piece+mobility", only that one: a function of yours is
    tried out on positions of random games, and the score of the start position is shown.
    """
    game, evaluation = _chosen(game, evaluation, game_file)
    found, score = (_known(game), None) if evaluation is None else _tried(game, evaluation)
    if as_json:
        start = {} if score is None else {"start": score}
        write_json({"heuristics": [{"name": each.name, "summary": each.summary, **start} for each in found]})
        return
    width = max((len(each.name) for each in found), default=0)
    for each in found:
        click.echo(f"{each.name:<{width}}  {each.summary}".rstrip())
    if score is not None:
        click.echo(f"the start position scores {score:g}")


def _chosen(game: str | None, evaluation: str | None, file: str | None) -> tuple[str, str | None]:
    """Return the game and the evaluation; beside ``--game`` the word for the game may be left out."""
    from plyground.discovery import find_known_rules, load_file

    if file is None:
        if game is None:
            raise click.UsageError("which game? Give its name, or --game with its file")
        return game, evaluation
    rules = load_file(file)
    if game is None or game in (rules.name, *rules.aliases):
        return rules.name, evaluation
    if evaluation is not None:
        raise click.UsageError(f"{game} and --game {file} are two games; give one of them")
    with contextlib.suppress(UnknownGameError):
        find_known_rules(game)
        raise click.UsageError(f"{game} and --game {file} are two games; give one of them")
    return rules.name, game


def _known(game: str) -> list[Heuristic]:
    from plyground.discovery import find_rules
    from plyground.evaluation import known_heuristics

    return list(known_heuristics(find_rules(game).name).values())


def _tried(game_name: str, evaluation: str) -> tuple[list[Heuristic], float]:
    """Find an evaluation and score the start position with it, as a search would."""
    from plyground.evaluation import evaluate, find_evaluation, telling_failures
    from plyground.position import game

    on = game(game_name)
    found = find_evaluation(on, evaluation)
    with telling_failures(found):
        return [found], evaluate(on.start(), found)
