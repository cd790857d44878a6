"""Time on the server: when a flag has to be looked at, and when the next move may be shown."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable


class Alarm:
    """Rings once, unless it is cancelled before."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def ring_after(self, seconds: float, ring: Callable[[], None]) -> None:
        """Call somebody after so many seconds, if nobody is to be called yet."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, ring)

    def cancel(self) -> None:
        """Call nobody."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Pace:
    """How quickly a game without people goes on, and whether it does."""

    USUAL = 0.5

    def __init__(self) -> None:
        self.is_paused = False
        self._seconds = self.USUAL
        self._played_at = float("-inf")
        self._has_changed = asyncio.Event()

    @property
    def seconds(self) -> float:
        """The seconds between two moves."""
        return self._seconds

    @seconds.setter
    def seconds(self, seconds: float) -> None:
        self._seconds = seconds
        self._has_changed.set()

    def note_move(self) -> None:
        """Note that a move is shown now."""
        self._played_at = time.monotonic()

    async def keep(self) -> None:
        """Wait until people have had time to see the last move."""
        while (left := self._played_at + self._seconds - time.monotonic()) > 0:
            self._has_changed.clear()
            try:
                await asyncio.wait_for(self._has_changed.wait(), left)
            except TimeoutError:
                return
