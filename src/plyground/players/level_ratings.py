"""How strong the levels are: ratings from the measured differences between neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path

import msgspec

LOWEST_RATING = 1000.0
"""The rating of level 1 of every game: only differences mean anything."""

_FILE = Path(__file__).with_name("level_gaps.json")


class MeasuredLevels(msgspec.Struct, frozen=True):
    """How many Elo each level of a game is above the one below it, on the board that was measured."""

    size: str
    gaps: tuple[float, ...]

    @property
    def ratings(self) -> Sequence[float]:
        """The ratings of the levels, the weakest first."""
        return list(accumulate(self.gaps, initial=LOWEST_RATING))


@cache
def _measured() -> dict[str, MeasuredLevels]:
    return msgspec.json.decode(_FILE.read_bytes(), type=dict[str, MeasuredLevels])


def measured_levels(game: str) -> MeasuredLevels | None:
    """Return what was measured of the levels of a game, None if nothing was."""
    return _measured().get(game)
