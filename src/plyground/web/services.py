"""What lives as long as the app: the store, the workers, and the desks where people are served."""

from __future__ import annotations

from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self

from plyground.store import Store
from plyground.web.analysis.desk import AnalysisDesk
from plyground.web.contests.desk import ContestDesk
from plyground.web.library.shelf import Shelf
from plyground.web.play.desk import PlayDesk
from plyground.web.settings import Settings


class Services:
    """Begun when the server starts and ended when it stops."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.store = Store(settings.store)
        self.play = PlayDesk(self.store, self.limits)
        self.shelf = Shelf(self.store, self.limits)
        self.contests = ContestDesk(self.store, self.limits)
        self.analysis = AnalysisDesk(self.limits)
        self._ending = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self._ending.callback(self.store.close)
        self._ending.push_async_callback(self.contests.close)
        await self._ending.enter_async_context(self.analysis)
        await self._ending.enter_async_context(self.play)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._ending.aclose()
