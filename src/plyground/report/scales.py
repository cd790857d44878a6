"""From values to places in a chart, and the round values that are written beside it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from plyground.report.formats import number

Point = TypeVar("Point")

Tick = tuple[float, str]
"""A value and the text that is written there."""


@dataclass(frozen=True)
class Scale:
    """Maps values from `low` to `high` onto places from `start` to `end`; `is_log` counts factors."""

    low: float
    high: float
    start: float
    end: float
    is_log: bool = False

    def __call__(self, value: float) -> float:
        """Return the place of a value.

        What is infinite, or 0 where factors are counted, is put outside, but not too far to draw.
        """
        share = self._share(value)
        return self.start + min(max(share, -1.0), 2.0) * (self.end - self.start)

    def _share(self, value: float) -> float:
        if not self.is_log:
            return (value - self.low) / (self.high - self.low)
        if value <= 0:
            return -math.inf
        return math.log(value / self.low) / math.log(self.high / self.low)

    def ticks(self, most: int, *, is_whole: bool = False) -> list[Tick]:
        """Return round values between the ends, no more than this many, with their texts."""
        if self.is_log:
            return _log_ticks(self.low, self.high, most)
        step = round_step((self.high - self.low) / most, is_whole=is_whole)
        while True:
            first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
            if last - first < most:
                break
            step = round_step(1.1 * step)
        digits = max(0, -math.floor(math.log10(step) + 1e-9))
        return [(index * step, number(index * step, digits)) for index in range(first, last + 1)]

    def fitting_ticks(self, room: Callable[[str], float], most: int, *, is_whole: bool = False) -> list[Tick]:
        """Return ticks whose texts, each taking some room, do not run into each other."""
        for count in range(most, 1, -1):
            ticks = self.ticks(count, is_whole=is_whole)
            needed = max((room(text) for _, text in ticks), default=0.0)
            places = [self(value) for value, _ in ticks]
            if all(abs(after - before) >= needed for before, after in itertools.pairwise(places)):
                return ticks
        return self.ticks(1, is_whole=is_whole)


def round_step(rough: float, *, is_whole: bool = False) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, 50, ... that is not below a value; or 0.1, 0.05, ...

    >>> round_step(3), round_step(0.012), round_step(0.2, is_whole=True)
    (5.0, 0.02, 1.0)
    """
    if is_whole and rough <= 1:
        return 1.0
    exponent = math.floor(math.log10(rough))
    for factor in (1, 2, 5, 10):
        # Written and read again, 2 * 10**-2 is 0.02 and not a little more.
        step = float(f"{factor}e{exponent}")
        if step >= rough * (1 - 1e-9):
            break
    return step


def round_bounds(values: Iterable[float], steps: int = 5, *, is_whole: bool = False) -> tuple[float, float]:
    """Return round bounds that hold all finite values, and have some distance also if these have none."""
    finite = [value for value in values if math.isfinite(value)]
    low, high = min(finite, default=0.0), max(finite, default=1.0)
    if high - low <= 1e-9 * max(abs(low), abs(high)):
        distance = abs(low) / 10 or 1.0
        low, high = low - distance, high + distance
    step = round_step((high - low) / steps, is_whole=is_whole)
    return math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step


def log_bounds(values: Iterable[float]) -> tuple[float, float]:
    """Return bounds that are 1, 2 or 5 times a power of ten and hold all values above 0."""
    positive = [value for value in values if 0 < value < math.inf]
    low, high = min(positive, default=1.0), max(positive, default=10.0)
    below, above = 1 / round_step(1 / low), round_step(high)  # 1, 2, 5 upside down are 10, 5, 2
    return (below, above) if below < above else (below / 2, above * 2)


def _log_ticks(low: float, high: float, most: int) -> list[Tick]:
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    for factors, stride in (((1, 2, 5), 1), ((1,), 1), ((1,), 2), ((1,), 3), ((1,), 5), ((1,), 10)):
        values = [
            float(f"{factor}e{exponent}") for exponent in range(first, last + 1, stride) for factor in factors
        ]
        ticks = [value for value in values if low * (1 - 1e-9) <= value <= high * (1 + 1e-9)]
        if len(ticks) <= most:
            break
    return [(value, number(value, max(0, -math.floor(math.log10(value) + 1e-9)))) for value in ticks]


def thinned(points: Sequence[Point], most: int, height: Callable[[Point], float]) -> list[Point]:
    """Return about this many points of a curve, with its first, its last and all its peaks and dips."""
    if len(points) <= most:
        return list(points)
    buckets = max(1, (most - 2) // 2)
    kept = {0, len(points) - 1}
    for bucket in range(buckets):
        inside = range(bucket * len(points) // buckets, (bucket + 1) * len(points) // buckets)
        kept.add(min(inside, key=lambda index: height(points[index])))
        kept.add(max(inside, key=lambda index: height(points[index])))
    return [points[index] for index in sorted(kept)]
