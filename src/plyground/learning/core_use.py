"""How busy the cores are: wall-clock and CPU seconds of each part of a run."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plyground.learning.progress import Generation

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
