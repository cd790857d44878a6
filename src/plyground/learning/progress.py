"""How far a run of learning is, and what is known of each generation."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Generation:
    """What is known of one generation, as the learning curve shows it.

    elo: against the evaluation before it, with its error; strength: against that of the first games.
    training_error, held_out_error: discs, or the cross-entropy of chances to win; None without such games.
    wrong_moves: the share of moves that lose something, of those the evaluation chooses without a search
        beyond one ply; None without a table of exact values.
    use: wall-clock and CPU seconds by part, of this process; what was done before an interruption is missing.
    """

    number: int
    games: int
    positions: int
    seconds: float
    training_error: float | None
    held_out_error: float | None
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    elo: float = 0.0
    elo_error: float = 0.0
    verdict: str = ""
    is_accepted: bool = False
    strength: float | None = None
    strength_error: float | None = None
    wrong_moves: float | None = None
    use: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, content: dict[str, Any]) -> Generation:
        """Read what `asdict` wrote; earlier versions wrote NaN for errors that there were not."""
        errors = {name: known_error(content[name]) for name in ("training_error", "held_out_error")}
        use = {part: (float(wall), float(cpu)) for part, (wall, cpu) in content.get("use", {}).items()}
        return cls(**{**content, **errors, "pairs": tuple(content["pairs"]), "use": use})


def known_error(error: float | None) -> float | None:
    """Return an error of predictions, None for that of no positions at all."""
    return None if error is None or math.isnan(error) else error


def told_error(error: float | None) -> str:
    """Write an error of predictions."""
    return "" if error is None else f"{error:.4f}"


@dataclass(frozen=True)
class Progress:
    """How far a run is: what it is doing, and how long it will take, if that is known."""

    generation: int
    generations: int
    doing: str
    games: int
    elapsed: float
    seconds_left: float | None

    def __str__(self) -> str:
        left = "" if self.seconds_left is None else f", about {_told_time(self.seconds_left)} left"
        return f"generation {self.generation} of {self.generations}: {self.doing}{left}"


def seconds_left(done: float, by: float, now: float) -> float | None:
    """Return how long the rest takes if the share `done` was done after `by` seconds, and it is `now`.

    None where that is not known: too early, or when it takes longer than estimated.
    """
    left = by / done - now if done > 0 and by > 1 else 0.0
    return left if left >= 1 else None


def _told_time(seconds: float) -> str:
    minutes = round(seconds / 60)
    return (
        f"{seconds:.0f} s" if seconds < 90 else f"{minutes} min" if minutes < 120 else f"{minutes / 60:.1f} h"
    )


SELF_PLAY, DATA, FIT, MATCH = "self-play", "data", "fit", "match"
"""The parts of a generation."""

Use = Mapping[str, tuple[float, float]]
"""Wall-clock seconds and CPU seconds by part."""


class CoreClock:
    """Measures the parts of a run. CPU seconds are those of all threads of this process."""

    def __init__(self) -> None:
        self._use: dict[str, tuple[float, float]] = {}

    @contextlib.contextmanager
    def measuring(self, part: str) -> Iterator[None]:
        """Count what the block takes towards a part."""
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            yield
        finally:
            before = self._use.get(part, (0.0, 0.0))
            self._use[part] = (
                before[0] + time.perf_counter() - wall,
                before[1] + time.process_time() - cpu,
            )

    def take(self) -> dict[str, tuple[float, float]]:
        """Return what was measured since the last call."""
        taken, self._use = self._use, {}
        return taken


def total_use(generations: Iterable[Generation]) -> dict[str, tuple[float, float]]:
    """Add up what all generations took."""
    total: dict[str, tuple[float, float]] = {}
    for generation in generations:
        for part, (wall, cpu) in generation.use.items():
            before = total.get(part, (0.0, 0.0))
            total[part] = before[0] + wall, before[1] + cpu
    return total


def told_use(use: Use) -> str:
    """Say how many cores each part kept busy, on average.

    >>> told_use({"self-play": (10.0, 19.5), "fit": (2.0, 3.0)})
    'self-play 1.95, fit 1.50'
    """
    return ", ".join(f"{part} {cpu / wall:.2f}" for part, (wall, cpu) in use.items() if wall > 0)
