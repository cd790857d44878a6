"""What lives as long as the app: the store, the workers, and the desks where people are served."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self

from plyground.store import Store
from plyground.ui.web.analysis.desk import AnalysisDesk
from plyground.ui.web.catalogue import Catalogue, make_catalogue
from plyground.ui.web.contests.desk import ContestDesk
from plyground.ui.web.exact.values import ExactValues
from plyground.ui.web.executors import Executors
from plyground.ui.web.learning.repository import LearningRuns
from plyground.ui.web.library.shelf import Shelf
from plyground.ui.web.play.desk import PlayDesk, make_pool
from plyground.ui.web.settings import Settings


class Services:
    """Begun when the server starts and ended when it stops."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.store = Store(settings.store)
        self.executors = Executors()
        self._thinkers = make_pool(self.limits)
        self.play = PlayDesk(self.store, self.limits, self._thinkers, self.executors)
        self.shelf = Shelf(self.store, self.limits, self.executors)
        self.contests = ContestDesk(self.store, self.limits, self.executors)
        self.learning = LearningRuns(self.store, self.limits, self.executors)
        self.analysis = AnalysisDesk(self.limits, self.executors)
        self.exact = ExactValues(self.limits, self.executors)
        self._describing: asyncio.Task[Catalogue] | None = None
        self._ending = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self._ending.callback(self.store.close)
        self._ending.callback(self.executors.close)
        self._ending.push_async_callback(self.contests.close)
        await self._ending.enter_async_context(self.analysis)
        await self._ending.enter_async_context(self.exact)
        await self._ending.enter_async_context(self._thinkers)
        await self._ending.enter_async_context(self.play)
        self._describing = asyncio.create_task(asyncio.to_thread(make_catalogue, self.limits))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._ending.aclose()

    async def catalogue(self) -> Catalogue:
        """Return what there is to choose from, as soon as it is known."""
        if self._describing is None:
            raise RuntimeError("the server has not begun")
        return await asyncio.shield(self._describing)
