"""Numbers of the engine that are data: another value compiles nothing, and can be tuned by matches.

`plyground tune GAME --constants NAME` finds values for them. A number that is added here can be tuned at
once, and given to a player, as in ``engine:constants=aspiration_window:0.25+widening:4``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from plyground.errors import OptionError, nearest, shortened


@dataclass(frozen=True)
class Range:
    """Where the values of a constant lie, and how a tuner moves them.

    `step` is a change that should make a difference in matches: that much is added, or, where the constant
    `is_scale`, so many times it is doubled.
    """

    low: float
    high: float
    step: float
    is_scale: bool = False
    is_whole: bool = False

    def position_of(self, value: float) -> float:
        """Return where a value lies, counted in steps."""
        return (math.log2(value) if self.is_scale else value) / self.step

    def value_at(self, place: float) -> float:
        """Return the value at a place, within the bounds."""
        place = min(max(place, self.position_of(self.low)), self.position_of(self.high))
        value = 2.0 ** (place * self.step) if self.is_scale else place * self.step
        value = min(max(value, self.low), self.high)
        return float(round(value)) if self.is_whole else float(f"{value:.3g}")


def _constant(default: float, **bounds: Any) -> Any:
    return field(default=default, metadata={"range": Range(**bounds)})


@dataclass(frozen=True)
class Constants:
    """The constants.

    aspiration_window: a depth is first searched in a window of so many points around the last two scores.
    aspiration_from_depth: from this depth on.
    widening: a window that the score falls out of becomes so many times as wide.
    search_share: before a position is solved exactly, it is searched for this part of the limit: for a move
        in any case, and for something to show.
    probcut_deviations: how far beyond the window a prediction from a shallow search has to be, in standard
        deviations of such predictions.
    probcut_from_depth: the least depth that a shallow search may spare.
    futility_deviations: how far a prediction from the evaluation alone has to be.
    futility_depth: the most plies left where that is enough.
    reduction_base, reduction_divisor: with `graded`, a late move is searched about
        ``base + log(depth) * log(number) / divisor`` plies less deeply at first.
    singular_margin: with `singular`, the move of the table is extended where all others are worse by so many
        points.
    beam_width: with `beam`, the moves that are searched at a node.
    """

    aspiration_window: float = _constant(0.5, low=0.01, high=100.0, step=1.0, is_scale=True)
    aspiration_from_depth: float = _constant(4.0, low=1.0, high=20.0, step=1.0, is_whole=True)
    widening: float = _constant(8.0, low=1.25, high=64.0, step=0.5, is_scale=True)
    search_share: float = _constant(0.15, low=0.01, high=0.9, step=0.5, is_scale=True)

    probcut_deviations: float = _constant(1.5, low=0.1, high=10.0, step=0.5, is_scale=True)
    probcut_from_depth: float = _constant(5.0, low=3.0, high=20.0, step=1.0, is_whole=True)
    futility_deviations: float = _constant(2.0, low=0.1, high=10.0, step=0.5, is_scale=True)
    futility_depth: float = _constant(3.0, low=1.0, high=8.0, step=1.0, is_whole=True)
    reduction_base: float = _constant(0.0, low=-4.0, high=4.0, step=0.5)
    reduction_divisor: float = _constant(1.5, low=0.25, high=16.0, step=0.5, is_scale=True)
    singular_margin: float = _constant(2.0, low=0.01, high=100.0, step=0.5, is_scale=True)
    beam_width: float = _constant(8.0, low=1.0, high=1024.0, step=0.5, is_scale=True, is_whole=True)

    def __post_init__(self) -> None:
        for name, bounds in ranges().items():
            value = getattr(self, name)
            if not bounds.low <= value <= bounds.high:  # NaN is not between anything
                raise OptionError(
                    f"{name} {value:g} is not possible; allowed: {bounds.low:g} to {bounds.high:g}"
                )

    @classmethod
    def read(cls, text: str) -> Constants:
        """Read ``aspiration_window:0.25+widening:4``; what is not named stays as it is.

        Raises:
            OptionError: there is no such constant, or it has no such value.
        """
        given: dict[str, float] = {}
        for part in filter(None, text.split("+")):
            name, _, value = part.partition(":")
            check_name(name)
            try:
                given[name] = float(value)
            except ValueError:
                raise OptionError(f"constant {name}: {shortened(value)} is not a number") from None
        return replace(DEFAULT, **given)

    def write(self) -> str:
        """Write what differs from the defaults, as it is read."""
        values = {name: getattr(self, name) for name in ranges()}
        return "+".join(
            f"{name}:{value:g}" for name, value in values.items() if value != getattr(DEFAULT, name)
        )


def ranges() -> Mapping[str, Range]:
    """Return the constants by name, with where their values lie."""
    return {each.name: each.metadata["range"] for each in fields(Constants)}


def check_name(name: str) -> None:
    """Make sure that there is a constant of some name.

    Raises:
        OptionError: there is none.
    """
    known = ranges()
    if name not in known:
        listed = ", ".join(known)
        raise OptionError(
            f"there is no constant {shortened(name)}{nearest(name, known)} (there are: {listed})"
        )


DEFAULT = Constants()
