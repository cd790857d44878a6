"""Compiling before anybody waits for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable

from plyground.discovery import find_known_rules
from plyground.position import Game
from plyground.web.errors import BusyError
from plyground.web.workers import JobError, Place, Pool, Prepare

USUAL_OPPONENT = "level:4"
"""All levels search with the same compiled engine."""


async def warm_up(pool: Pool, games: Iterable[str]) -> None:
    """Let a worker make the usual opponent ready in each game, one game after another.

    What it compiles is kept on disk, where whoever needs it finds it.
    """
    for name in games:
        place = await asyncio.to_thread(_start_of, name)
        session = f"warming up {name}"
        with contextlib.suppress(BusyError, JobError):
            await pool.submit(Prepare(session, place, USUAL_OPPONENT, seed=0), lambda news: None)
        pool.forget(session)


def _start_of(name: str) -> Place:
    return Place.of(Game.of(find_known_rules(name), {}).start())
