"""The analysis desk: pages come with positions and games, and processes search them."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Self

from plyground.web.analysis.session import AnalysisSession, Send
from plyground.web.limits import Limits
from plyground.web.workers import Pool


class AnalysisDesk:
    """Has processes of its own, so that games need not wait for analyses."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._pool = Pool(limits.searches, limits.searches_waiting)
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
        session = AnalysisSession(name, self._pool, self._limits, send)
        try:
            yield session
        finally:
            await session.close()
