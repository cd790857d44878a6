"""What is agreed upon before a game, and kept to resume it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from plyground.errors import OptionError
from plyground.match.judging import Conditions
from plyground.search.limit import Clock, Limit
from plyground.store.runs import read_settings, settings_content

HUMAN = "human"


@dataclass(frozen=True)
class Agreement:
    """Who plays, with which seed and in which time; all of it as it was typed.

    `seconds` are for the moves of players who are no people: those have a clock or all the time.
    """

    players: tuple[str, str]
    seed: int = 0
    seconds: float | None = None
    clock: str | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and self.clock is not None:
            raise OptionError("--seconds and --clock are two ways to limit the time; give one of them")
        Limit(seconds=self.seconds)  # complains of what is no time
        if self.clock is not None:
            Clock.read(self.clock)

    @property
    def conditions(self) -> Conditions:
        """What the referee has to heed."""
        return Conditions(self.seconds, None if self.clock is None else Clock.read(self.clock))

    @property
    def people(self) -> tuple[bool, bool]:
        """Which of the players are people."""
        return self.players[0] == HUMAN, self.players[1] == HUMAN

    def swapped(self) -> Agreement:
        """Return the same with the sides swapped."""
        first, second = self.players
        return replace(self, players=(second, first))

    @property
    def tags(self) -> dict[str, str]:
        """What the record says about it."""
        return {**self.conditions.tags, "Seed": str(self.seed)}

    def to_settings(self) -> dict[str, Any]:
        """Return plain values, for the store."""
        return settings_content(self)

    @classmethod
    def of_settings(cls, settings: dict[str, Any]) -> Agreement:
        """Read what `to_settings` wrote."""
        return read_settings(cls, settings)
