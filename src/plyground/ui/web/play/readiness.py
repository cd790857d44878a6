"""Which engines are compiled. One process compiles them, while people play already."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec

from plyground.core.history import GameHistory
from plyground.ui.web.errors import BusyError
from plyground.ui.web.workers import Analyse, Compiling, News, Pool, Prepare, Urgency, kind_of

SECONDS_UNTIL_NEXT_TRY = 0.5

SECONDS_UNTIL_TOLD = 1.0
"""Loading what is compiled takes less, and nobody need hear of it."""

AnswerT = TypeVar("AnswerT")

HearPart = Callable[[float], None]
"""Hears how much of an engine is compiled, from 0 to 1."""


class Readiness:
    """The engines that every process finds compiled on disk, and those that are being compiled.

    An engine is known by a job that needs it: for the same board, player and settings it is the same.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._ready: set[object] = set()
        self._hearers: dict[object, list[HearPart]] = {}

    async def compile(
        self, job: Prepare | Analyse, urgency: Urgency, hear: HearPart = lambda part: None
    ) -> None:
        """Wait until what a job needs is compiled. Those who wait for the same hear of the same progress.

        Raises:
            JobError: it cannot be compiled.
        """
        kind = kind_of(job)
        if kind in self._ready:
            return

        def tell(part: float) -> None:
            waiting.cancel()
            hear(part)

        waiting = asyncio.get_running_loop().call_later(SECONDS_UNTIL_TOLD, lambda: tell(0.0))
        hearers = self._hearers.setdefault(kind, [])
        hearers.append(tell)
        given = job.history
        start = GameHistory(given.game, given.options, given.start)
        own = msgspec.structs.replace(job, session=f"compiling {kind}", history=start)

        def hear_news(news: News) -> None:
            if isinstance(news, Compiling):
                for each in hearers:
                    each(news.part)

        try:
            await patiently(lambda: self._pool.submit(own, hear_news, urgency))
            self._ready.add(kind)
        finally:
            waiting.cancel()
            hearers.remove(tell)
            if not hearers:
                self._hearers.pop(kind, None)
                self._pool.forget(own.session)


async def patiently(submit: Callable[[], Awaitable[AnswerT]]) -> AnswerT:
    """Have a job done, as soon as there is room for it."""
    while True:
        try:
            return await submit()
        except BusyError:
            await asyncio.sleep(SECONDS_UNTIL_NEXT_TRY)
