"""SPSA: numbers from results of matches, by simultaneous perturbation (Spall 1998), as fishtest does it.

In each iteration all numbers are moved a little at once, up or down at random. The two sides play each
other, and all numbers are moved towards the side that won more. Numbers are counted in steps of their own: a
step is what should make a difference.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

ALPHA, GAMMA = 0.602, 0.101  # how gains and perturbations shrink; Spall's values
STABILITY = 0.1
"""The part of the iterations by which the first gains are held back."""

LAST_GAIN = 0.4
"""What is moved for a game won, at the end, times the root of the number of games: chance alone moves less
than half a step."""


@dataclass
class Spsa:
    """Where a tuning stands: `places` in steps, after so many iterations."""

    places: list[float]
    iterations: int
    games: int
    seed: int
    done: int = 0
    _signs: list[int] = field(default_factory=list)

    def sides(self) -> tuple[list[float], list[float]]:
        """Return the two sides of the next iteration."""
        chance = random.Random(f"{self.seed} {self.done}")
        self._signs = [chance.choice((-1, 1)) for _ in self.places]
        size = self._perturbation(self.done)
        moves = [size * sign for sign in self._signs]
        ahead = [place + move for place, move in zip(self.places, moves, strict=True)]
        behind = [place - move for place, move in zip(self.places, moves, strict=True)]
        return ahead, behind

    def learn(self, net: float, lowest: Sequence[float], highest: Sequence[float]) -> None:
        """Take in how many games more the first side won than the second; places stay within bounds."""
        move = self._gain(self.done) * self._perturbation(self.done) * net
        bounds = zip(self.places, self._signs, lowest, highest, strict=True)
        self.places = [min(max(place + move * sign, low), high) for place, sign, low, high in bounds]
        self.done += 1

    def _perturbation(self, iteration: int) -> float:
        """Return how far the sides are from the middle: 1 in the last iteration, more before."""
        return float((self.iterations / (iteration + 1)) ** GAMMA)

    def _gain(self, iteration: int) -> float:
        held = STABILITY * self.iterations
        first = ((held + self.iterations) / (held + iteration + 1)) ** ALPHA
        last = LAST_GAIN / float(self.games) ** 0.5
        return float(last * first / self._perturbation(iteration) ** 2)
