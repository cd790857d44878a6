"""Time in a game: how long a turn has taken, and when the next move may be shown."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable


class TurnClock:
    """Counts the seconds of one turn; it may stand still in between."""

    def __init__(self) -> None:
        self._spent = 0.0
        self._since: float | None = None
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def is_running(self) -> bool:
        """Whether seconds are counted now."""
        return self._since is not None

    @property
    def seconds(self) -> float:
        """The seconds of this turn so far."""
        return self._spent + (0.0 if self._since is None else time.monotonic() - self._since)

    def run(self) -> None:
        """Count on from now."""
        if self._since is None:
            self._since = time.monotonic()

    def ring_after(self, seconds: float, ring: Callable[[], None]) -> None:
        """Call somebody when the turn has taken so many seconds, unless the clock is halted before."""
        if self._alarm is None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(seconds - self.seconds, 0.0), ring)

    def halt(self) -> None:
        """Stand still until `run`."""
        self._spent, self._since = self.seconds, None
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def reset(self) -> None:
        """Stand still at the beginning of a new turn."""
        self.halt()
        self._spent = 0.0


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
