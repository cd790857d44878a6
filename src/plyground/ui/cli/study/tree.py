"""`plyground study tree`: a search as a tree that can be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import game_command, tell_neutral
from plyground.ui.cli._output import Output, StatusLine, typed_command

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.study.tree.shown_searches import ShownSearch

ALGORITHMS = ("alphabeta", "minimax", "pns", "uct")


@game_command(shared=("seed",))
@option.number("--depth", "Search to depth N, and beside uct too. Default: 3.")
@option.choice(
    "--algorithm",
    ALGORITHMS,
    "alphabeta",
    "How to search; pns is proof-number search, uct Monte Carlo tree search.",
)
@click.option("--evaluate", metavar="H", help="What scores positions; by default what the game's source has.")
@click.option("--order", metavar="H", help="A heuristic that sorts the moves of every node.")
@click.option(
    "--goal",
    metavar="G",
    help="What pns asks for the side to move: win (the default), draw (at least a draw), or a margin.",
)
@option.number("--nodes", "Stop pns at N nodes. Default: 1,000.")
@option.number("--simulations", "Let uct make N simulations. Default: 100.")
@click.option("--exploration", type=float, metavar="C", help="The constant of uct. Default: 1.414.")
@option.number("--seed", "Seed of the playouts of uct. Default: 0.")
@click.option("--events", is_flag=True, help="Print every event of pns or uct in words, not the tree.")
@option.number("--lines", "Print at most N lines. Default: 60.", default=60, least=1)
@option.file("--html", "Write a page with a picture.")
@option.file("--svg", "Write the picture alone.")
@option.json
def command(
    position: Position,
    algorithm: str,
    events: bool,
    lines: int,
    html: Path | None,
    svg: Path | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Show the textbook's search of a position of GAME as a tree.

    With alpha, beta and every cut, with proof and disproof numbers, or with visits and bounds.
    """
    from plyground.study.tree.tree_svg import STYLE
    from plyground.study.written import chart_svg
    from plyground.system.files import check_place, write_file

    options = {
        name: value for name, value in {**given, "events": events or None}.items() if value is not None
    }
    if "seed" in options and any(option.name == "seed" for option in position.game.rules.options):
        options = {name: value for name, value in options.items() if algorithm == "uct" or name != "seed"}
    _check_options(algorithm, options)
    for file in (html, svg):
        if file is not None:
            check_place(file)
    shown = _search(position, algorithm, options)
    Output(as_json, html).write(
        shown.data, lambda: shown.text(lines), page=lambda: shown.page(typed_command())
    )
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
    with StatusLine() as line:
        return search.search(position, algorithm, options, line.show)
