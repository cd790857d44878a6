"""`plyground engine`: a program that plays by UGI, for arenas and boards that are not ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.ui.cli._engine_options import engine_options
from plyground.ui.cli._game_command import game_command

if TYPE_CHECKING:
    from plyground.core.position import Position


@game_command(evaluates=True)
@engine_options
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
