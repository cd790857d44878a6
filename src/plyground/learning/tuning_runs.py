"""What tunings of weights and of constants have in common: where results are kept, and what comes out."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.learning.positions import Positions
from plyground.learning.tune_settings import TuneRunSettings
from plyground.tournament.contest_running import RunningTest
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import Estimate, elo_difference, likelihood_of_superiority
from plyground.tournament.sprt import Sprt, SprtVerdict

SELF_PLAY_SHARE = 0.6
"""The part of a limit of time that is spent on self-play; the rest is for the match."""

Pair = tuple[float, float]


class TuneKeeper(Protocol):
    """Where games are kept until a tuning is over."""

    def positions(self) -> Mapping[int, Positions]:
        """Return the positions that are kept already, by the number of their first game."""
        ...

    def keep_positions(self, first: int, positions: Positions) -> None:
        """Keep the positions of some games for good."""
        ...

    def rounds(self, stage: str) -> Mapping[int, Sequence[Pair]]:
        """Return the results of a stage that are kept already, by their numbers."""
        ...

    def keep_round(self, stage: str, number: int, pairs: Sequence[Pair]) -> None:
        """Keep some results of a stage for good."""
        ...


class NotKept:
    """Stands where a store would be: nothing is kept."""

    def positions(self) -> Mapping[int, Positions]:
        """Return nothing."""
        return {}

    def keep_positions(self, first: int, positions: Positions) -> None:
        """Forget positions."""

    def rounds(self, stage: str) -> Mapping[int, Sequence[Pair]]:
        """Return nothing."""
        return {}

    def keep_round(self, stage: str, number: int, pairs: Sequence[Pair]) -> None:
        """Forget results."""


@dataclass(frozen=True)
class TuneProgress:
    """How far a tuning has come: the games of a stage, and about how long the rest of them will take."""

    stage: str
    done: int
    total: int
    seconds_left: float | None


WatchTuning = Callable[[TuneProgress], None]


class StageClock:
    """Reports how far a stage is, and about how long the rest takes."""

    def __init__(self, stage: str, total: int, kept: int, watch: WatchTuning) -> None:
        self._stage, self._total, self._watch = stage, total, watch
        self._kept = self._done = min(kept, total)
        self._began = time.monotonic()
        watch(TuneProgress(stage, self._done, total, None))

    def tick(self, games: int) -> None:
        """Count games."""
        self._done += games
        spent = time.monotonic() - self._began
        left = spent / (self._done - self._kept) * (self._total - self._done)
        self._watch(TuneProgress(self._stage, self._done, self._total, left))


@dataclass(frozen=True, kw_only=True)
class TuningResult(ABC):
    """What a tuning found, and how it plays against what there was.

    `counts` are the results of the match, those of the new side, and `test` is what they say.
    """

    settings: TuneRunSettings
    games: int
    counts: Counts
    test: RunningTest

    @property
    def elo(self) -> Estimate:
        """By how much the new side is better."""
        return elo_difference(self.counts)

    @property
    def decided_after(self) -> int | None:
        """After how many games the test was decided; None if it was not."""
        return None if self.test.decided_after is None else 2 * self.test.decided_after

    @property
    def is_better(self) -> bool:
        """Whether the test accepts that the new side is better."""
        return self.test.status.verdict is SprtVerdict.ACCEPT_H1

    @property
    def speaks_for_new(self) -> bool:
        """Whether the match speaks for the new side; where the test is undecided, more points do."""
        is_open = self.test.status.verdict is SprtVerdict.CONTINUE
        return self.is_better or (is_open and self.counts.wins > self.counts.losses)

    @abstractmethod
    def found(self) -> dict[str, Any]:
        """Return what was tuned, as JSON has it."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        settings = self.settings
        return {
            "game": settings.game,
            "options": settings.options,
            "seed": settings.seed,
            "nodes": settings.nodes,
            "games": self.games,
            **self.found(),
            "match": self._match(),
            "sprt": self._sprt(),
        }

    def _match(self) -> dict[str, Any]:
        counts, elo = self.counts, self.elo
        return {
            "games": counts.games,
            "wins": counts.wins,
            "draws": counts.draws,
            "losses": counts.losses,
            "pairs": list(counts.pairs),
            "elo": {each: finite(getattr(elo, each)) for each in ("value", "low", "high")},
            "superiority": likelihood_of_superiority(counts) if counts.games else None,
        }

    def _sprt(self) -> dict[str, Any]:
        status = self.test.status
        return {
            "test": self.settings.sprt,
            "ratio": status.llr,
            "lower": status.lower,
            "upper": status.upper,
            "verdict": str(status.verdict),
            "games": self.decided_after,
        }


def tested(settings: TuneRunSettings, pairs: Sequence[Pair]) -> RunningTest:
    """Return what the test of a tuning says about the results of its match."""
    test = RunningTest(Sprt.read(settings.sprt))
    test.look(pairs)
    return test


def finite(value: float) -> float | None:
    """Return a number that JSON has, None for any other."""
    return value if math.isfinite(value) else None
