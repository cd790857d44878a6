"""`plyground heuristics`: what can score the positions of a game, and what it sees in one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import game_command
from plyground.ui.cli._output import picked, write_json

if TYPE_CHECKING:
    from plyground.core.heuristics import Heuristic
    from plyground.core.position import Position
    from plyground.evaluation import Contribution, Explanation

WIDEST_BAR = 20
LONGEST_NAME = 36


def _write_explanation(explanation: Explanation, most: int) -> None:
    """Write the score, the parts that count most, and what all others add."""
    position = explanation.position
    click.echo(position.text)
    click.echo(f"{explanation.evaluation} scores {_points(explanation.score)} for {position.to_move}")
    shown, rest = explanation.contributions[:most], explanation.contributions[most:]
    rows = [(_name(each), each) for each in shown]
    width = max((len(name) for name, _ in rows), default=0)
    width = max(width, len("usual"), len(_rest_name(rest)) if rest else 0)
    largest = max((abs(each.surplus) for each in shown), default=0.0)
    for name, each in rows:
        row = f"{name:<{width}}  {_points(each.surplus):>9}  {_bar(each.surplus, largest)}{_how(each)}"
        click.echo(row.rstrip())
    if rest:
        click.echo(f"{_rest_name(rest):<{width}}  {_points(sum(each.surplus for each in rest)):>9}")
    if explanation.has_patterns:
        click.echo(f"{'usual':<{width}}  {_points(explanation.usual):>9}")
    if explanation.others:
        click.echo("the other heuristics of the game:")
        width = max(len(each.name) for each in explanation.others)
        for each in explanation.others:
            click.echo(f"{each.name:<{width}}  {_points(each.points):>9}")


def _explanation_json(explanation: Explanation, most: int) -> dict[str, Any]:
    """Return an explanation for a program: the same, with the points on every square."""
    grid = explanation.position.game.grid
    rest = explanation.contributions[most:]
    told = "kind name points usual surplus weight value"
    return {
        "position": explanation.position.text,
        "to_move": explanation.position.to_move,
        **picked(explanation, "evaluation score usual"),
        "contributions": [
            {**picked(each, told), "squares": [grid.name(square) for square in each.squares]}
            for each in explanation.contributions[:most]
        ],
        "rest": {"count": len(rest), "surplus": sum(each.surplus for each in rest)},
        "squares": (
            dict(zip(grid.names, explanation.squares, strict=True)) if explanation.has_patterns else None
        ),
        "others": {each.name: each.points for each in explanation.others},
    }


def _name(each: Contribution) -> str:
    return each.name if len(each.name) <= LONGEST_NAME else f"{each.name[: LONGEST_NAME - 1]}…"


def _rest_name(rest: tuple[Contribution, ...]) -> str:
    return f"{len(rest)} more"


def _points(points: float) -> str:
    rounded = round(points, 3) + 0.0  # no minus in front of a zero
    return f"{rounded:+g}" if rounded else "0"


def _bar(points: float, largest: float) -> str:
    """Draw a bar of plus or minus signs, so that no colour is needed to read it."""
    size = round(WIDEST_BAR * abs(points) / largest) if largest else 0
    return ("+" if points > 0 else "-") * size


def _how(each: Contribution) -> str:
    """Say how a value became points, where it was multiplied."""
    if each.weight is None or each.value is None or each.weight == 1:
        return ""
    return f"  {each.weight:g} * {each.value:g}"


USUAL_ROWS = 12


@game_command()
@click.argument("evaluation", required=False)
@click.option("--evaluate", metavar="H", help="The same as EVALUATION.")
@click.option("--explain", is_flag=True, help="Show what counts most in the score of the position.")
@option.number("--top", "Rows that --explain shows.", default=USUAL_ROWS, least=1)
@option.json
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

    explanation = explain_watched(position, evaluation)
    if as_json:
        write_json(_explanation_json(explanation, top))
    else:
        _write_explanation(explanation, top)


def _known(position: Position) -> list[Heuristic]:
    from plyground.evaluation import known_heuristics

    return list(known_heuristics(position.game.name).values())


def _tried(position: Position, evaluation: str) -> tuple[list[Heuristic], float]:
    """Find an evaluation and score a position with it, as a search would."""
    from plyground.evaluation import evaluate, find_evaluation, telling_failures

    found = find_evaluation(position.game, evaluation)
    with telling_failures(found):
        return [found], evaluate(position, found)
