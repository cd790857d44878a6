"""The first report on a cold machine: the same search uncompiled, told until the compiled one is ready."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import msgspec

from plyground.ui.web.errors import BusyError
from plyground.ui.web.workers import PLAIN, Analyse, News, Pool, Running, Thought, Urgency


class PlainReport:
    """A search of the same position in another process, heard of once `show` says that somebody waits."""

    def __init__(self, pool: Pool, job: Analyse, hear: Callable[[Thought], None]) -> None:
        self._hear = hear
        self._is_shown = False
        self._latest: Thought | None = None
        self._running: Running | None = None
        plain = msgspec.structs.replace(job, session=job.session + PLAIN, is_plain=True, threads=1)
        with contextlib.suppress(BusyError):  # then there is none
            self._running = pool.submit(plain, self._note, Urgency.ANALYSIS)

    def show(self) -> None:
        """Tell what has been found, and everything from now on."""
        if not self._is_shown and self._latest is not None:
            self._hear(self._latest)
        self._is_shown = True

    def close(self) -> None:
        """End the search; nothing more is told."""
        if self._running is not None:
            self._running.cancel()

    def _note(self, news: News) -> None:
        if isinstance(news, Thought):
            self._latest = news
            if self._is_shown:
                self._hear(news)
