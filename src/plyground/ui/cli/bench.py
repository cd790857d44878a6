"""`plyground bench`: fixed searches of all games, their speed and their signature."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._output import write_json

MEGABYTES = 16


@dataclass(frozen=True)
class CourseResult:
    """What the search of one course took."""

    game: str
    depth: int
    nodes: int
    seconds: float


def run_courses() -> Iterator[CourseResult]:
    """Search all positions with one thread and an empty table; compiling is not counted."""
    from plyground.core.discovery import built_in_games
    from plyground.core.position import Game
    from plyground.search.engine import SearchEngine
    from plyground.search.limit import Limit

    for rules in built_in_games().values():
        bench = rules.bench_positions
        if bench is None:
            continue
        game = Game.of(rules, {})
        engines: dict[Game, SearchEngine] = {}
        nodes, seconds = 0, 0.0
        for text in bench.positions:
            position = game.position(text)
            if position.game not in engines:
                engines[position.game] = SearchEngine(position.game, "handmade", megabytes=MEGABYTES)
            engine = engines[position.game]
            engine.clear()
            *_, last = engine.search(position, Limit(depth=bench.depth))
            nodes += last.nodes
            seconds += last.seconds
        yield CourseResult(rules.name, bench.depth, nodes, seconds)


@click.command()
@option.json
def command(as_json: bool) -> None:
    """Search fixed positions of all four games to a fixed depth, on one thread.

    The total of nodes is the signature: the same on every machine, as long as the engine
    does the same.
    """
    results = []
    for result in run_courses():
        results.append(result)
        if not as_json:
            click.echo(_row(f"{result.game} depth {result.depth}", result.nodes, result.seconds))
    nodes, seconds = sum(each.nodes for each in results), sum(each.seconds for each in results)
    if as_json:
        games = [{**asdict(each), "seconds": round(each.seconds, 6)} for each in results]
        write_json({"nodes": nodes, "seconds": round(seconds, 6), "games": games})
        return
    click.echo(_row("signature", nodes, seconds))


def _row(name: str, nodes: int, seconds: float) -> str:
    return f"{name:<24} {nodes:>14,} nodes  {seconds:>8.3f} s  {nodes / seconds / 1e6:>6.2f} M nodes/s"
