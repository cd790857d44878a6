"""How long a search may take: the one way to bound any search, player or solver."""

from __future__ import annotations

import math
from dataclasses import dataclass

from plyground.errors import OptionError
from plyground.search.memory import MOST_PLIES


@dataclass(frozen=True)
class Limit:
    """A search ends at the first of these; without any it ends when nothing is left to search.

    >>> Limit(seconds=3)
    Limit(seconds=3, depth=None, nodes=None)
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not (math.isfinite(self.seconds) and self.seconds > 0):
            raise OptionError(f"{self.seconds} seconds are no time to search in; give more than 0")
        if self.depth is not None and not 1 <= self.depth <= MOST_PLIES:
            raise OptionError(f"depth {self.depth} cannot be searched; allowed: 1 to {MOST_PLIES}")
        if self.nodes is not None and self.nodes < 1:
            raise OptionError(f"{self.nodes} nodes are too few to search; give 1 or more")
