"""`plyground analyse`: search a position and show what is found, depth by depth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plyground.ui.cli._algorithm_option import algorithm_option
from plyground.ui.cli._analysis_table import AnalysisTable
from plyground.ui.cli._game_command import game_command
from plyground.ui.cli._output import json_option, write_json
from plyground.ui.cli._resumable import stopped_by_interrupt

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.search.limit import Limit

DEFAULT_SECONDS = 3.0


@game_command(evaluates=True)
@click.option("--depth", type=int, metavar="N", help="Search to depth N.")
@click.option("--seconds", type=float, metavar="S", help="Search for S seconds; 3 if no limit is given.")
@click.option("--nodes", type=int, metavar="N", help="Search N nodes.")
@click.option("--clock", metavar="S+I", help="Manage time as with S seconds left and I more per move.")
@algorithm_option
@click.option("--evaluate", metavar="H", help="What scores positions: name, weighted sum or FILE.py:NAME.")
@click.option("--order", metavar="H", help="A heuristic that sorts the moves of every node.")
@click.option(
    "--with", "added", multiple=True, metavar="FEATURE", help="Switch a feature on, such as pvs, tt or lmr."
)
@click.option(
    "--without",
    "removed",
    multiple=True,
    metavar="FEATURE",
    help="Switch a feature off, such as pvs, tt or lmr.",
)
@click.option(
    "--constants", default="", metavar="NAME:X", help="Numbers of the search, such as beam_width:4."
)
@click.option("--threads", type=int, default=1, metavar="N", help="Threads; 0 for one per core.")
@click.option(
    "--hash", "megabytes", type=int, default=64, metavar="MB", help="Size of the transposition table."
)
@click.option(
    "--multipv", "lines", type=click.IntRange(1), default=1, metavar="N", help="Show the N best moves."
)
@json_option
def command(
    position: Position,
    depth: int | None,
    seconds: float | None,
    nodes: int | None,
    clock: str | None,
    algorithm: str,
    evaluate: str | None,
    order: str | None,
    added: tuple[str, ...],
    removed: tuple[str, ...],
    constants: str,
    threads: int,
    megabytes: int,
    lines: int,
    as_json: bool,
) -> None:
    """Search a position of GAME: the best move, its score for the side to move, and the principal variation.

    Every finished depth is one line of a table. Ctrl-C ends the search with the best so far.
    """
    from plyground.algorithms import Settings, make_engine
    from plyground.evaluation import find_evaluation, telling_failures

    game = position.game
    limit = _limit(depth, seconds, nodes, clock)
    scorer, sorter = (None if text is None else find_evaluation(game, text) for text in (evaluate, order))
    with telling_failures(scorer, sorter):
        switched = _split(added), _split(removed)
        settings = Settings(scorer, sorter, *switched, threads, megabytes, constants)
        engine = make_engine(game, algorithm, settings)
        engine.prepare()
        with stopped_by_interrupt(engine.stop):
            reports = engine.search(position, limit, lines=lines)
            if as_json:
                *_, last = reports
                write_json(last.to_dict())
            else:
                AnalysisTable(position).show(reports)


def _limit(depth: int | None, seconds: float | None, nodes: int | None, clock: str | None) -> Limit:
    from plyground.search.limit import Clock, Limit

    if depth is None and nodes is None and clock is None and seconds is None:
        seconds = DEFAULT_SECONDS
    return Limit(seconds, depth, nodes, None if clock is None else Clock.read(clock))


def _split(names: tuple[str, ...]) -> list[str]:
    """Return names that were given one by one, or joined by commas."""
    return ",".join(names).split(",") if names else []
