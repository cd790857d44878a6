"""`plyground engine`: a program that plays by UGI, for arenas and boards that are not ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.ui.cli._engine_options import EngineOptions, engine_options
from plyground.ui.cli._game_command import game_command

if TYPE_CHECKING:
    from plyground.core.position import Position


@game_command(evaluates=True)
@engine_options
def command(position: Position, how: EngineOptions) -> None:
    """Play GAME by UGI, the Universal Game Interface: commands come in, moves go out.

    For programs to talk to; type ugi, isready, position startpos, go movetime 1000 and quit to try it.
    """
    from plyground.protocol.engine_thinker import EngineSettings, EngineThinker
    from plyground.protocol.server import Pipes, Server

    switched_on, switched_off = ("+".join(names).replace(",", "+") for names in (how.added, how.removed))
    settings = EngineSettings(
        how.evaluate or "",
        how.threads,
        how.megabytes,
        how.order or "",
        without=switched_off,
        algorithm=how.algorithm,
        added=switched_on,
    )
    thinker = EngineThinker(position.game, settings)
    Server(thinker, position, Pipes()).run()
