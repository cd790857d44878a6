"""`plyground perft`: count the leaves of the game tree."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import game_command
from plyground.ui.cli._output import StatusLine, is_terminal, write_json

if TYPE_CHECKING:
    from plyground.core.position import Position

_DEEPEST = 60
_WORTH_A_SPEED = 100_000


@game_command()
@click.option("--depth", type=click.IntRange(1, _DEEPEST), required=True, help="How many plies deep.")
@click.option("--divide", is_flag=True, help="Count behind each legal move.")
@option.json
def command(position: Position, depth: int, divide: bool, as_json: bool) -> None:
    """Count the leaves at every depth below a position of GAME.

    A pass is a ply, and a finished game stays one leaf at every greater depth.
    """
    from plyground.core.perft import LeafCounter

    counter = LeafCounter(position.game)
    started = time.perf_counter()
    if divide:
        counts = counter.divide(position, depth)
        _write_divide(counts, depth, time.perf_counter() - started, as_json)
        return
    nodes: list[int] = []
    for ply in range(1, depth + 1):
        before = time.perf_counter()
        with StatusLine() as status:  # no half of it stays behind what is written next, be it an error
            nodes.append(counter.count(position, ply, _progress(status, ply, nodes)))
        if not as_json:
            _write_depth(ply, nodes[-1], time.perf_counter() - before)
    if as_json:
        write_json({"nodes": nodes, "seconds": round(time.perf_counter() - started, 6)})


def _write_depth(depth: int, leaves: int, seconds: float) -> None:
    speed = f"{leaves / seconds / 1e6:8.1f} M/s" if leaves > _WORTH_A_SPEED else ""
    click.echo(f"{depth:>3} {leaves:>20,} {seconds:>10.3f} s {speed}".rstrip())


def _write_divide(counts: dict[str, int], depth: int, seconds: float, as_json: bool) -> None:
    total = sum(counts.values()) if counts else 1
    if as_json:
        write_json({"depth": depth, "divide": counts, "total": total, "seconds": round(seconds, 6)})
        return
    for move, leaves in counts.items():
        click.echo(f"{move:<8} {leaves:>20,}")
    click.echo(f"{'total':<8} {total:>20,}")


def _progress(status: StatusLine, depth: int, nodes: list[int]) -> Callable[[int], None] | None:
    """Make what shows progress on standard error, if somebody is looking.

    The tree grows by about the same factor from depth to depth, which gives the estimate.
    """
    if not is_terminal(sys.stderr) or len(nodes) < 2:
        return None
    expected = nodes[-1] * max(nodes[-1] / nodes[-2], 1.0)
    started = time.perf_counter()

    def show(leaves: int) -> None:
        seconds = time.perf_counter() - started
        if seconds >= 0.5 and leaves:
            left = max(expected / leaves - 1, 0) * seconds
            status.show(f"depth {depth}: {min(leaves / expected, 0.99):.0%}, about {left:.0f} s left")

    return show
