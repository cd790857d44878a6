"""`plyground study tree`: a search as a tree that can be read."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from plyground.ui.cli._game_command import game_command, tell_neutral
from plyground.ui.cli._output import StatusLine, file_option, json_option, write_json

if TYPE_CHECKING:
    from plyground.core.position import Position

PNS = "pns"
ALGORITHMS = ("alphabeta", "minimax", PNS)
DRAWN_NODES = 400
USUAL_DEPTH = 3
USUAL_NODES = 1000


@game_command()
@click.option("--depth", type=int, metavar="N", help=f"Search to depth N. Default: {USUAL_DEPTH}.")
@click.option(
    "--algorithm",
    type=click.Choice(ALGORITHMS),
    default="alphabeta",
    help="How to search; pns is proof-number search.",
)
@click.option("--evaluate", metavar="H", help="What scores positions; by default what the game's source has.")
@click.option("--order", metavar="H", help="A heuristic that sorts the moves of every node.")
@click.option(
    "--goal",
    metavar="G",
    help="What pns asks for the side to move: win (the default), draw (at least a draw), or a margin.",
)
@click.option("--nodes", type=int, metavar="N", help=f"Stop pns at N nodes. Default: {USUAL_NODES:,}.")
@click.option("--events", is_flag=True, help="Print every event of pns in words, in place of the tree.")
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
    events: bool,
    lines: int,
    html: Path | None,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Show the textbook's search of a position of GAME as a tree.

    With alpha, beta and every cut, or with proof and disproof numbers.
    """
    from plyground.report.files import check_place, write_file

    _check_options(
        algorithm,
        {"--goal": goal, "--nodes": nodes, "--events": events or None},
        {"--depth": depth, "--evaluate": evaluate, "--order": order},
    )
    for file in (html, svg):
        if file is not None:
            check_place(file)
    if algorithm == PNS:
        forms = _prove(position, goal, nodes, with_events=events)
    else:
        forms = _search(position, algorithm, depth, evaluate, order)
    if as_json:
        write_json(forms.data())
    else:
        click.echo(forms.text(lines))
    if html is not None:
        write_file(html, forms.page(shlex.join(["plyground", *sys.argv[1:]])))
    if svg is not None:
        write_file(svg, forms.picture())


class _Forms(NamedTuple):
    """What can be written of a search."""

    text: Callable[[int], str]
    data: Callable[[], dict[str, Any]]
    page: Callable[[str], str]
    picture: Callable[[], str]


def _check_options(algorithm: str, of_pns: dict[str, object], of_others: dict[str, object]) -> None:
    """Refuse what means nothing for an algorithm."""
    is_pns = algorithm == PNS
    wrong = [name for name, value in (of_others if is_pns else of_pns).items() if value is not None]
    if wrong:
        owners = "minimax and alphabeta have" if is_pns else "pns has"
        raise click.UsageError(f"only {owners} the option {wrong[0]}; --algorithm is {algorithm}")


def _search(
    position: Position, algorithm: str, depth: int | None, evaluate: str | None, order: str | None
) -> _Forms:
    from plyground.study.tree.grown_tree import grow
    from plyground.study.tree.tree_output import draw_course, tree_json, tree_page, tree_text
    from plyground.study.tree.tree_svg import STYLE
    from plyground.study.written import chart_svg

    if evaluate is None:
        tell_neutral(position.game.rules)
    line = StatusLine()
    try:
        grown = grow(position, USUAL_DEPTH if depth is None else depth, evaluate, order, line.show)
    finally:
        line.clear()
    return _Forms(
        text=lambda lines: tree_text(grown, algorithm, lines),
        data=lambda: tree_json(grown, algorithm),
        page=lambda told: tree_page(grown, algorithm, DRAWN_NODES, told),
        picture=lambda: chart_svg(draw_course(grown.course(algorithm), DRAWN_NODES), STYLE),
    )


def _prove(position: Position, goal: str | None, nodes: int | None, *, with_events: bool) -> _Forms:
    from plyground.study.tree.proof.proof_output import draw_proof, proof_json, proof_page, proof_text
    from plyground.study.tree.proof.proof_tree import WIN, grow_proof
    from plyground.study.tree.tree_svg import STYLE
    from plyground.study.written import chart_svg

    line = StatusLine()
    try:
        proof = grow_proof(position, goal or WIN, USUAL_NODES if nodes is None else nodes, line.show)
    finally:
        line.clear()
    return _Forms(
        text=lambda lines: proof_text(proof, lines, with_events=with_events),
        data=lambda: proof_json(proof),
        page=lambda told: proof_page(proof, DRAWN_NODES, told),
        picture=lambda: chart_svg(draw_proof(proof, DRAWN_NODES), STYLE),
    )
