"""`plyground study tree`: a search as a tree that can be read."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli._game_command import game_command, tell_neutral
from plyground.ui.cli._output import StatusLine, file_option, json_option, write_json

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.study.tree.shown_searches import ShownSearch

ALGORITHMS = ("alphabeta", "minimax", "pns", "uct")


@game_command(shared=("seed",))
@click.option("--depth", type=int, metavar="N", help="Search to depth N, and beside uct too. Default: 3.")
@click.option(
    "--algorithm",
    type=click.Choice(ALGORITHMS),
    default="alphabeta",
    help="How to search; pns is proof-number search, uct Monte Carlo tree search.",
)
@click.option("--evaluate", metavar="H", help="What scores positions; by default what the game's source has.")
@click.option("--order", metavar="H", help="A heuristic that sorts the moves of every node.")
@click.option(
    "--goal",
    metavar="G",
    help="What pns asks for the side to move: win (the default), draw (at least a draw), or a margin.",
)
@click.option("--nodes", type=int, metavar="N", help="Stop pns at N nodes. Default: 1,000.")
@click.option("--simulations", type=int, metavar="N", help="Let uct make N simulations. Default: 100.")
@click.option("--exploration", type=float, metavar="C", help="The constant of uct. Default: 1.414.")
@click.option("--seed", type=int, metavar="N", help="Seed of the playouts of uct. Default: 0.")
@click.option("--events", is_flag=True, help="Print every event of pns or uct in words, not the tree.")
@click.option(
    "--lines", type=click.IntRange(1), default=60, metavar="N", help="Print at most N lines. Default: 60."
)
@file_option("--html", "Write a page with a picture.")
@file_option("--svg", "Write the picture alone.")
@json_option
def command(
    position: Position,
    depth: int | None,
    algorithm: str,
    evaluate: str | None,
    order: str | None,
    goal: str | None,
    nodes: int | None,
    simulations: int | None,
    exploration: float | None,
    seed: int | None,
    events: bool,
    lines: int,
    html: Path | None,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Show the textbook's search of a position of GAME as a tree.

    With alpha, beta and every cut, with proof and disproof numbers, or with visits and bounds.
    """
    from plyground.study.tree.tree_svg import STYLE
    from plyground.study.written import chart_svg
    from plyground.system.files import check_place, write_file

    given: dict[str, Any] = {
        "depth": depth,
        "evaluate": evaluate,
        "order": order,
        "goal": goal,
        "nodes": nodes,
    }
    given |= {"simulations": simulations, "exploration": exploration, "seed": seed, "events": events or None}
    options = {name: value for name, value in given.items() if value is not None}
    if seed is not None and any(option.name == "seed" for option in position.game.rules.options):
        options = {name: value for name, value in options.items() if algorithm == "uct" or name != "seed"}
    _check_options(algorithm, options)
    for file in (html, svg):
        if file is not None:
            check_place(file)
    shown = _search(position, algorithm, options)
    if as_json:
        write_json(shown.data())
    else:
        click.echo(shown.text(lines))
    if html is not None:
        write_file(html, shown.page(shlex.join(["plyground", *sys.argv[1:]])))
    if svg is not None:
        write_file(svg, chart_svg(shown.picture(), STYLE))


def _check_options(algorithm: str, options: Iterable[str]) -> None:
    """Refuse what means nothing for an algorithm."""
    from plyground.study.tree.shown_searches import tree_searches

    searches = tree_searches()
    for name in options:
        if name not in searches[algorithm].options:
            owners = [other for other, search in searches.items() if name in search.options]
            have = "has" if len(owners) == 1 else "have"
            named = " and ".join(filter(None, [", ".join(owners[:-1]), owners[-1]]))
            raise click.UsageError(f"only {named} {have} the option --{name}; --algorithm is {algorithm}")


def _search(position: Position, algorithm: str, options: Mapping[str, Any]) -> ShownSearch[Any]:
    from plyground.study.tree.shown_searches import tree_searches

    search = tree_searches()[algorithm]
    if "evaluate" in search.options and "evaluate" not in options:
        tell_neutral(position.game.rules)
    line = StatusLine()
    try:
        return search.search(position, algorithm, options, line.show)
    finally:
        line.clear()
