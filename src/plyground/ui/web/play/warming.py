"""Compiling before anybody waits for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable

from plyground.core.discovery import find_known_rules
from plyground.core.history import GameHistory
from plyground.core.position import Game
from plyground.ui.web.errors import BusyError
from plyground.ui.web.game_info import GameInfo
from plyground.ui.web.workers import JobError, Pool, Prepare, Urgency

USUAL_OPPONENT = "level:4"
"""All levels search with the same compiled engine."""


async def warm_up(pool: Pool, games: Iterable[GameInfo]) -> None:
    """Let a worker make each game and the usual opponent ready, one game after another.

    What it compiles is kept on disk, where whoever needs it finds it: this process at once.
    """
    for game in games:
        start = GameHistory(game.name, game.options, game.start)
        session = f"warming up {game.name}"
        with contextlib.suppress(BusyError, JobError):
            job = Prepare(session, start, USUAL_OPPONENT, seed=0)
            await pool.submit(job, urgency=Urgency.WARMING)
            await asyncio.to_thread(_load_rules, game.name)
        pool.forget(session)


def _load_rules(name: str) -> None:
    Game.of(find_known_rules(name), {}).start().moves()
