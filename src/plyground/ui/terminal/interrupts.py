"""Ctrl-C: it leaves the game at a prompt, and elsewhere is counted for those who look."""

from __future__ import annotations

import contextlib
import math
import signal
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Self

from plyground.match.judging import FlagFallError

TICK = 1.0
"""Seconds between two looks at the clock of a person who thinks."""


class Interrupts:
    """Listens to Ctrl-C for as long as it is entered; only in the main thread."""

    def __init__(self) -> None:
        self.presses = 0
        self._is_raising = False

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *error: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    @contextlib.contextmanager
    def raising(self) -> Iterator[None]:
        """Let Ctrl-C raise `KeyboardInterrupt` in this block, as it does in other programs."""
        self.presses = 0
        self._is_raising = True
        try:
            yield
        finally:
            self._is_raising = False

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self._is_raising:
            raise KeyboardInterrupt
        self.presses += 1


@contextlib.contextmanager
def ticking(seconds: float | None, tick: Callable[[], None]) -> Iterator[None]:
    """Call `tick` while the block waits for something, and end it after this many seconds.

    It ticks without a limit too: readline does not notice a Ctrl-C that comes just before it
    begins to wait, until another signal wakes it up.

    Raises:
        FlagFallError: the time is up.
    """
    deadline = math.inf if seconds is None else time.monotonic() + seconds

    def arm() -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise FlagFallError
        signal.setitimer(signal.ITIMER_REAL, min(left, TICK))

    def ring(number: int, frame: FrameType | None) -> None:
        tick()
        arm()

    before = signal.signal(signal.SIGALRM, ring)
    try:
        arm()
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Leave(BaseException):
    """The person goes away; the game is kept as it is."""


class TakeBack(BaseException):
    """The person wants the last move back, and the reply to it."""
