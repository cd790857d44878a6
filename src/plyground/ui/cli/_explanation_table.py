"""The table that `plyground heuristics --explain` writes: what counts most in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from plyground.evaluation import Contribution, Explanation

WIDEST_BAR = 20
LONGEST_NAME = 36


def write_explanation(explanation: Explanation, most: int) -> None:
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


def explanation_json(explanation: Explanation, most: int) -> dict[str, Any]:
    """Return an explanation for a program: the same, with the points on every square."""
    grid = explanation.position.game.grid
    rest = explanation.contributions[most:]
    return {
        "position": explanation.position.text,
        "to_move": explanation.position.to_move,
        "evaluation": explanation.evaluation,
        "score": explanation.score,
        "usual": explanation.usual,
        "contributions": [
            {
                "kind": str(each.kind),
                "name": each.name,
                "points": each.points,
                "usual": each.usual,
                "surplus": each.surplus,
                "weight": each.weight,
                "value": each.value,
                "squares": [grid.name(square) for square in each.squares],
            }
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
