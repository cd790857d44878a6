"""The services of the app, composed once: the store, the workers, and one service for each capability."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Self

from plyground.store import Store
from plyground.ui.web.analysis.analysis_service import AnalysisService
from plyground.ui.web.catalogue import CatalogueService
from plyground.ui.web.contests.contest_service import ContestService
from plyground.ui.web.exact.exact_service import ExactService
from plyground.ui.web.explaining.explaining_service import ExplainingService
from plyground.ui.web.learning.learning_service import LearningService
from plyground.ui.web.library.library_service import LibraryService
from plyground.ui.web.openings.openings_service import OpeningsService
from plyground.ui.web.play.play_service import PlayService, make_pool
from plyground.ui.web.puzzles.puzzle_service import PuzzleService
from plyground.ui.web.record.record_service import RecordService
from plyground.ui.web.settings import Settings
from plyground.ui.web.teaching.teaching_service import TeachingService
from plyground.ui.web.transport.executors import Executors
from plyground.ui.web.tree.tree_service import TreeService


class Services:
    """Started and stopped with the server."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.settings = settings
        self._store = store = Store(settings.store)
        self._executors = executors = Executors()
        self._players = make_pool(limits)
        self._play = PlayService(store, limits, self._players, executors, settings.token)
        self._contests = ContestService(store, limits, executors)
        self._analysis = AnalysisService(limits, executors)
        self._exact = ExactService(limits, executors)
        # While somebody chooses a game, the rules and the usual opponents can be compiled.
        self._catalogue = CatalogueService(limits, self._play.warm_up)
        self._ending = AsyncExitStack()
        self.offered: list[tuple[str, object]] = [
            ("catalogue", self._catalogue),
            ("play", self._play),
            ("analysis", self._analysis),
            ("exact", self._exact),
            ("explaining", ExplainingService(limits, executors)),
            ("library", LibraryService(store, limits, executors)),
            ("contests", self._contests.repository),
            ("contests", self._contests),
            ("learning", LearningService(store, limits, executors)),
            ("tree", TreeService(limits, executors)),
            ("teaching", TeachingService(executors)),
            ("record", RecordService(store, limits, executors)),
            ("openings", OpeningsService(store, limits, executors)),
            ("puzzles", PuzzleService(store, executors)),
        ]
        """What has endpoints, with the names under which they are described."""

    async def __aenter__(self) -> Self:
        self._ending.callback(self._store.close)
        self._ending.callback(self._executors.close)
        self._ending.push_async_callback(self._contests.close)
        await self._ending.enter_async_context(self._analysis.pool)
        await self._ending.enter_async_context(self._exact.pool)
        await self._ending.enter_async_context(self._players)
        await self._ending.enter_async_context(self._play)
        self._catalogue.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._ending.aclose()
