"""Time in a game: how long the turn has taken that is under way."""

from __future__ import annotations

import time
from collections.abc import Callable


class TurnClock:
    """Counts the seconds of one turn; it may stand still in between."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._spent = 0.0
        self._since: float | None = None

    @property
    def is_running(self) -> bool:
        """Whether seconds are counted now."""
        return self._since is not None

    @property
    def seconds(self) -> float:
        """The seconds of this turn so far."""
        return self._spent + (0.0 if self._since is None else self._now() - self._since)

    def run(self) -> None:
        """Count on from now."""
        if self._since is None:
            self._since = self._now()

    def halt(self) -> None:
        """Stand still until `run`."""
        self._spent, self._since = self.seconds, None

    def reset(self) -> None:
        """Stand still at the beginning of a new turn."""
        self._spent, self._since = 0.0, None
