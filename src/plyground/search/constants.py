"""Numbers of a search that are data: another value compiles nothing, and can be tuned by matches.

`plyground tune GAME --constants NAME` finds values for those of the engine. A number that is added here can
be tuned at once, and given to a player, as in ``engine:constants=aspiration_window:0.25+widening:4``.
Monte Carlo tree search has numbers of its own, in the same form (`mcts/features.py`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from plyground.errors import OptionError, nearest, shortened


@dataclass(frozen=True)
class Range:
    """Where the values of a constant lie, and how a tuner moves them.

    `step` is a change that should make a difference in matches: that much is added, or, where the constant
    `is_scale`, this many times it is doubled.
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


def constant(default: float, **bounds: Any) -> Any:
    """Declare a constant with its default and the arguments of its `Range`."""
    return field(default=default, metadata={"range": Range(**bounds)})


@dataclass(frozen=True)
class ConstantSet:
    """What the constants of every search have in common: ranges, and a form as text."""

    @classmethod
    def ranges(cls) -> Mapping[str, Range]:
        """Return the constants by name, with where their values lie."""
        return {each.name: each.metadata["range"] for each in fields(cls)}

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of all constants."""
        return tuple(cls.ranges())

    @classmethod
    def check_name(cls, name: str) -> None:
        """Make sure that there is a constant of some name.

        Raises:
            OptionError: there is none.
        """
        known = cls.names()
        if name not in known:
            listed = ", ".join(known)
            raise OptionError(
                f"there is no constant {shortened(name)}{nearest(name, known)} (there are: {listed})"
            )

    @classmethod
    def read(cls, text: str) -> Self:
        """Read ``aspiration_window:0.25+widening:4``; what is not named has its default.

        Raises:
            OptionError: there is no such constant, or it has no such value.
        """
        given: dict[str, float] = {}
        for part in filter(None, text.split("+")):
            name, _, value = part.partition(":")
            cls.check_name(name)
            try:
                given[name] = float(value)
            except ValueError:
                raise OptionError(f"constant {name}: {shortened(value)} is not a number") from None
        return cls(**given)

    @classmethod
    def of(cls, given: str | ConstantSet) -> Self:
        """Return constants that are given as they are, or as text.

        Raises:
            OptionError: they are those of another search, or not possible.
        """
        if isinstance(given, str):
            return cls.read(given)
        if not isinstance(given, cls):
            raise OptionError(f"{type(given).__name__} are constants of another search; give {cls.__name__}")
        return given

    def __post_init__(self) -> None:
        for name, bounds in self.ranges().items():
            value = getattr(self, name)
            if not bounds.low <= value <= bounds.high:  # NaN is not between anything
                raise OptionError(
                    f"{name} {value:g} is not possible; allowed: {bounds.low:g} to {bounds.high:g}"
                )

    def write(self) -> str:
        """Write what differs from the defaults, as it is read."""
        values = {each.name: (getattr(self, each.name), each.default) for each in fields(self)}
        return "+".join(f"{name}:{value:g}" for name, (value, default) in values.items() if value != default)


@dataclass(frozen=True)
class Constants(ConstantSet):
    """The constants of the engine.

    aspiration_window: a depth is first searched in a window of this many points around the last two scores.
    aspiration_from_depth: from this depth on.
    widening: a window that the score falls out of becomes this many times as wide.
    search_share: before a position is solved exactly, it is searched for this part of the limit: for a move
        in any case, and for something to show.
    probcut_deviations: how far beyond the window a prediction from a shallow search has to be, in standard
        deviations of such predictions.
    probcut_from_depth: the least depth that a shallow search may spare.
    futility_deviations: how far a prediction from the evaluation alone has to be.
    futility_depth: the most plies left where that is enough.
    reduction_base, reduction_divisor: with `graded`, a late move is searched about
        ``base + log(depth) * log(number) / divisor`` plies less deeply at first.
    singular_margin: with `singular`, the move of the table is extended where all others are worse by this
        many points.
    beam_width: with `beam`, the moves that are searched at a node.
    """

    aspiration_window: float = constant(0.5, low=0.01, high=100.0, step=1.0, is_scale=True)
    aspiration_from_depth: float = constant(4.0, low=1.0, high=20.0, step=1.0, is_whole=True)
    widening: float = constant(8.0, low=1.25, high=64.0, step=0.5, is_scale=True)
    search_share: float = constant(0.15, low=0.01, high=0.9, step=0.5, is_scale=True)

    probcut_deviations: float = constant(1.5, low=0.1, high=10.0, step=0.5, is_scale=True)
    probcut_from_depth: float = constant(5.0, low=3.0, high=20.0, step=1.0, is_whole=True)
    futility_deviations: float = constant(2.0, low=0.1, high=10.0, step=0.5, is_scale=True)
    futility_depth: float = constant(3.0, low=1.0, high=8.0, step=1.0, is_whole=True)
    reduction_base: float = constant(0.0, low=-4.0, high=4.0, step=0.5)
    reduction_divisor: float = constant(1.5, low=0.25, high=16.0, step=0.5, is_scale=True)
    singular_margin: float = constant(2.0, low=0.01, high=100.0, step=0.5, is_scale=True)
    beam_width: float = constant(8.0, low=1.0, high=1024.0, step=0.5, is_scale=True, is_whole=True)


DEFAULT = Constants()
