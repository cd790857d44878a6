"""The analysis desk: pages come with positions and games, and processes search them."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Self

from plyground.ui.web.analysis.session import AnalysisSession, Send
from plyground.ui.web.executors import Executors
from plyground.ui.web.limits import Limits
from plyground.ui.web.workers import Lane, Pool, Urgency


class AnalysisDesk:
    """Has processes of its own, so that games need not wait for analyses."""

    def __init__(self, limits: Limits, executors: Executors) -> None:
        self._limits = limits
        self._executors = executors
        # Reviews take long, and many searches: one process is kept for who looks at a position.
        kept = Lane(1, Urgency.ANALYSIS)
        self._pool = Pool(max(limits.searches - 1, 1), limits.searches_waiting, [kept])
        self._numbers = itertools.count(1)

    async def __aenter__(self) -> Self:
        await self._pool.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._pool.__aexit__(*error)

    @asynccontextmanager
    async def session(self, send: Send) -> AsyncIterator[AnalysisSession]:
        """Serve a page as long as it is there."""
        name = f"analysis-{next(self._numbers)}"
        session = AnalysisSession(name, self._pool, self._limits, self._executors, send)
        try:
            yield session
        finally:
            await session.close()
