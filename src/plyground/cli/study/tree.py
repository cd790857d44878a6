"""`plyground study tree`: a search as a tree that can be read."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.cli.game_command import game_command
from plyground.cli.output import StatusLine, json_option, write_json

if TYPE_CHECKING:
    from plyground.position import Position

ALGORITHMS = ("alphabeta", "minimax")
DRAWN_NODES = 400


@game_command(evaluates=True)
@click.option("--depth", type=int, default=3, metavar="N", help="Search so many plies deep. Default: 3.")
@click.option("--algorithm", type=click.Choice(ALGORITHMS), default="alphabeta", help="How to search.")
@click.option("--evaluate", metavar="H", help="What scores positions; by default what the game's source has.")
@click.option("--order", metavar="H", help="A heuristic that sorts the moves of every node.")
@click.option(
    "--lines", type=click.IntRange(1), default=60, metavar="N", help="Print so many lines. Default: 60."
)
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with a picture.")
@json_option
def command(
    position: Position,
    depth: int,
    algorithm: str,
    evaluate: str | None,
    order: str | None,
    lines: int,
    html: Path | None,
    as_json: bool,
) -> None:
    """Show the textbook's search of a position of GAME as a tree, with alpha, beta and every cut."""
    from plyground.reporting.files import check_place, write_file
    from plyground.study.tree.as_json import tree_json
    from plyground.study.tree.as_page import tree_page
    from plyground.study.tree.as_text import tree_text
    from plyground.study.tree.grown import grow

    if html is not None:
        check_place(html)
    line = StatusLine()
    try:
        grown = grow(position, depth, evaluate, order, line.show)
    finally:
        line.clear()
    if as_json:
        write_json(tree_json(grown, algorithm))
    else:
        click.echo(tree_text(grown, algorithm, lines))
    if html is not None:
        told = shlex.join(["plyground", *sys.argv[1:]])
        write_file(html, tree_page(grown, algorithm, DRAWN_NODES, told))
