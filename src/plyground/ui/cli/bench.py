"""`plyground bench`: fixed searches of all games, their speed and their signature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli._output import json_option, write_json

if TYPE_CHECKING:
    from plyground.search.signature import CourseResult


@click.command()
@json_option
def command(as_json: bool) -> None:
    """Search fixed positions of all four games to a fixed depth, on one thread.

    The total of nodes is the signature: the same on every machine, as long as the engine
    does the same.
    """
    from plyground.search.signature import run_courses

    results = []
    for result in run_courses():
        results.append(result)
        if not as_json:
            click.echo(_row(f"{result.game} depth {result.depth}", result.nodes, result.seconds))
    nodes, seconds = sum(each.nodes for each in results), sum(each.seconds for each in results)
    if as_json:
        games = [_as_dict(each) for each in results]
        write_json({"nodes": nodes, "seconds": round(seconds, 6), "games": games})
        return
    click.echo(_row("signature", nodes, seconds))


def _row(name: str, nodes: int, seconds: float) -> str:
    return f"{name:<24} {nodes:>14,} nodes  {seconds:>8.3f} s  {nodes / seconds / 1e6:>6.2f} M nodes/s"


def _as_dict(result: CourseResult) -> dict[str, Any]:
    return {
        "game": result.game,
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
    }
