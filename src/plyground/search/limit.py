"""How long a search may take: the one way to bound any search, player or solver."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from numbers import Integral, Real

from plyground.errors import OptionError, expect, shortened
from plyground.search.workspace import MOST_PLIES

# How many more moves a clock has to last for, and how far a single move may go beyond its share.
MOVES_TO_COME = 25
INCREMENT_SHARE = 0.75
LARGEST_SHARE = 4.0
RESERVE = 0.2  # of what is left, never touched: the next moves want time too


@dataclass(frozen=True)
class Clock:
    """What a player's clock shows, and what every move adds to it.

    >>> Clock.read("60+1")
    Clock(seconds=60.0, increment=1.0)
    """

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        is_sane = math.isfinite(self.seconds + self.increment) and self.increment >= 0
        if not (is_sane and self.seconds > 0):
            raise OptionError(f"a clock of {self.seconds}+{self.increment} seconds cannot be played with")

    @classmethod
    def read(cls, text: str) -> Clock:
        """Read ``60`` or ``60+1``: the seconds left, and the seconds that every move adds.

        Raises:
            OptionError: the text says something else.
        """
        number = r"\d+(?:\.\d*)?|\.\d+"
        match = re.fullmatch(rf"({number})(?:\+({number}))?", text.strip(), re.ASCII)
        if match is None:
            raise OptionError(f"{shortened(text)} is no clock; write seconds and increment, such as 60+1")
        return cls(float(match[1]), float(match[2] or 0))

    @property
    def planned(self) -> float:
        """The seconds that an ordinary move should take."""
        return min(self.seconds / MOVES_TO_COME + INCREMENT_SHARE * self.increment, self.most)

    @property
    def most(self) -> float:
        """The seconds that no move may exceed."""
        share = self.seconds / MOVES_TO_COME + INCREMENT_SHARE * self.increment
        return min(LARGEST_SHARE * share, (1 - RESERVE) * self.seconds)


@dataclass(frozen=True)
class Limit:
    """A search ends at the first of these; without any it ends when nothing is left to search.

    >>> Limit(seconds=3, depth=20)
    Limit(seconds=3, depth=20, nodes=None, clock=None)
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: Clock | None = None

    def __post_init__(self) -> None:
        missing = type(None)
        expect(self.seconds, (Real, missing), "seconds has to be a number")
        expect(self.depth, (Integral, missing), "depth has to be a whole number")
        expect(self.nodes, (Integral, missing), "nodes has to be a whole number")
        expect(self.clock, (Clock, missing), "clock has to be a Clock such as ply.Clock.read('60+1')")
        if self.seconds is not None and not (math.isfinite(self.seconds) and self.seconds > 0):
            raise OptionError(f"{self.seconds} seconds are no time to search in; give more than 0")
        if self.depth is not None and not 1 <= self.depth <= MOST_PLIES:
            raise OptionError(f"depth {self.depth} cannot be searched; allowed: 1 to {MOST_PLIES}")
        if self.nodes is not None and self.nodes < 1:
            raise OptionError(f"{self.nodes} nodes are too few to search; give 1 or more")

    @property
    def deadline(self) -> float | None:
        """The seconds after which a search has to be over, None if it has all the time."""
        given = [self.seconds, None if self.clock is None else self.clock.most]
        return min((each for each in given if each is not None), default=None)


class Margin:
    """How much before its deadline a search is stopped, learned from how late it was before.

    Between the deadline and the answer lie a sleeping thread that wakes up, a search that
    notices, and a caller who waits for the interpreter: more on a busy machine.
    """

    SMALLEST, LARGEST = 0.001, 0.1
    LARGEST_PART = 0.25  # of the time there is
    FORGETTING = 0.9

    def __init__(self) -> None:
        self.seconds = 0.003

    def before(self, deadline: float) -> float:
        """Return when to stop so that a deadline is kept."""
        return deadline - min(self.seconds, self.LARGEST_PART * deadline)

    def learn(self, lateness: float) -> None:
        """Take note how long after its stop a search was over."""
        remembered = self.FORGETTING * self.seconds + (1 - self.FORGETTING) * lateness
        self.seconds = min(max(lateness, remembered, self.SMALLEST), self.LARGEST)
