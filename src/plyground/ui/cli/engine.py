"""`plyground engine`: a program that plays by UGI, for arenas and boards that are not ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plyground.ui.cli._algorithm_option import algorithm_option
from plyground.ui.cli._game_command import game_command

if TYPE_CHECKING:
    from plyground.core.position import Position


@game_command(evaluates=True)
@click.option("--evaluate", metavar="H", help="What scores positions: name, weighted sum or FILE.py:NAME.")
@algorithm_option
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
@click.option("--threads", type=int, default=1, metavar="N", help="Threads; 0 for one per core.")
@click.option(
    "--hash", "megabytes", type=int, default=64, metavar="MB", help="Size of the transposition table."
)
def command(
    position: Position,
    algorithm: str,
    evaluate: str | None,
    order: str | None,
    added: tuple[str, ...],
    removed: tuple[str, ...],
    threads: int,
    megabytes: int,
) -> None:
    """Play GAME by UGI, the Universal Game Interface: commands come in, moves go out.

    For programs to talk to; type ugi, isready, position startpos, go movetime 1000 and quit to try it.
    """
    from plyground.protocol.engine_thinker import EngineSettings, EngineThinker
    from plyground.protocol.server import Pipes, Server

    switched_on, switched_off = ("+".join(names).replace(",", "+") for names in (added, removed))
    settings = EngineSettings(
        evaluate or "",
        threads,
        megabytes,
        order or "",
        without=switched_off,
        algorithm=algorithm,
        added=switched_on,
    )
    thinker = EngineThinker(position.game, settings)
    Server(thinker, position, Pipes()).run()
