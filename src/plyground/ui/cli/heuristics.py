"""`plyground heuristics`: what can score the positions of a game, and what it sees in one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plyground.ui.cli._game_command import game_command
from plyground.ui.cli._output import json_option, write_json

if TYPE_CHECKING:
    from plyground.core.heuristics import Heuristic
    from plyground.core.position import Position

USUAL_ROWS = 12


@game_command()
@click.argument("evaluation", required=False)
@click.option("--evaluate", metavar="H", help="The same as EVALUATION.")
@click.option("--explain", is_flag=True, help="Show what counts most in the score of the position.")
@click.option(
    "--top", type=click.IntRange(1), default=USUAL_ROWS, metavar="N", help="Rows that --explain shows."
)
@json_option
def command(
    position: Position,
    evaluation: str | None,
    evaluate: str | None,
    explain: bool,
    top: int,
    as_json: bool,
) -> None:
    """List the heuristics of GAME with what they mean.

    With EVALUATION, such as my.py:central or "2*piece+mobility", only that one: a function of yours is
    tried out on positions of random games, and the score of the position is shown, the start unless you
    give another. With --explain the score is taken apart: terms of a sum, patterns of a learned
    evaluation.
    """
    if evaluation is not None and evaluate is not None:
        raise click.UsageError("EVALUATION and --evaluate say the same; give one of them")
    chosen = evaluation or evaluate
    if explain:
        _explain(position, chosen, top, as_json=as_json)
        return
    found, score = (_known(position), None) if chosen is None else _tried(position, chosen)
    if as_json:
        start = {} if score is None else {"start": score}
        write_json({"heuristics": [{"name": each.name, "summary": each.summary, **start} for each in found]})
        return
    width = max((len(each.name) for each in found), default=0)
    for each in found:
        click.echo(f"{each.name:<{width}}  {each.summary}".rstrip())
    if score is not None:
        which = "the start position" if position == position.game.start() else position.text
        click.echo(f"{which} scores {score:g}")


def _explain(position: Position, evaluation: str | None, top: int, *, as_json: bool) -> None:
    from plyground.search.watchdog import explain_watched
    from plyground.ui.cli._explanation_table import explanation_json, write_explanation

    explanation = explain_watched(position, evaluation)
    if as_json:
        write_json(explanation_json(explanation, top))
    else:
        write_explanation(explanation, top)


def _known(position: Position) -> list[Heuristic]:
    from plyground.evaluation import known_heuristics

    return list(known_heuristics(position.game.name).values())


def _tried(position: Position, evaluation: str) -> tuple[list[Heuristic], float]:
    """Find an evaluation and score a position with it, as a search would."""
    from plyground.evaluation import evaluate, find_evaluation, telling_failures

    found = find_evaluation(position.game, evaluation)
    with telling_failures(found):
        return [found], evaluate(position, found)
