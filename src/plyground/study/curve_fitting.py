"""Curves through measured points: growth by a factor, and growth by a power."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Exponential:
    """``scale * base ** x``: every step multiplies by `base`."""

    scale: float
    base: float

    def __call__(self, x: float) -> float:
        """Return the height of the curve."""
        return float(self.scale * self.base**x)

    @classmethod
    def through(cls, xs: Sequence[float], ys: Sequence[float]) -> Exponential:
        """Return the curve nearest to the points, distances being factors: a line through logarithms.

        >>> Exponential.through([1, 2, 3], [6, 12, 24]).base
        2.0
        """
        slope, intercept = _line(xs, np.log(ys))
        return cls(_rounded(np.exp(intercept)), _rounded(np.exp(slope)))


@dataclass(frozen=True)
class Power:
    """``scale * x ** exponent``: twice the x is 2 ** exponent times as much."""

    scale: float
    exponent: float

    def __call__(self, x: float) -> float:
        """Return the height of the curve."""
        return float(self.scale * x**self.exponent)

    @classmethod
    def through(cls, xs: Sequence[float], ys: Sequence[float]) -> Power:
        """Return the curve nearest to the points, distances being factors.

        >>> Power.through([1, 2, 4], [3, 12, 48]).exponent
        2.0
        """
        slope, intercept = _line(np.log(xs), np.log(ys))
        return cls(_rounded(np.exp(intercept)), _rounded(slope))


def _line(xs: Sequence[float] | np.ndarray, ys: np.ndarray) -> tuple[float, float]:
    if len(xs) < 2:
        raise ValueError("a curve needs two points or more")
    slope, intercept = np.polyfit(np.asarray(xs, dtype=np.float64), ys, 1)
    return float(slope), float(intercept)


def _rounded(value: float) -> float:
    """Take away what logarithms add behind the twelfth digit."""
    return float(f"{value:.12g}")
