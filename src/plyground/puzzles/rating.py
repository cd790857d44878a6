"""The rating of a person who solves puzzles: Glicko, where every puzzle is a game against its rating.

M. E. Glickman, "The Glicko system" (1995). A person who has not solved anything for a while is less certain.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

FIRST_RATING = 1100.0
LARGEST_DEVIATION = 250.0
SMALLEST_DEVIATION = 45.0
PUZZLE_DEVIATION = 120.0
"""How far the rating of a puzzle may be off: it is a guess of a program."""

_Q = math.log(10) / 400
_GROWTH = (LARGEST_DEVIATION**2 - 50**2) / (2 * 365)  # from 50 back to the largest in two years


@dataclass(frozen=True)
class PuzzleRating:
    """A rating with its deviation: two of three people of this rating are within it."""

    rating: float = FIRST_RATING
    deviation: float = LARGEST_DEVIATION
    day: date | None = None

    def later(self, day: date) -> PuzzleRating:
        """Return the rating on a later day, which is less certain."""
        days = 0 if self.day is None else max((day - self.day).days, 0)
        deviation = math.sqrt(self.deviation**2 + _GROWTH * days)
        return PuzzleRating(self.rating, min(deviation, LARGEST_DEVIATION), day)

    def after(self, puzzle_rating: float, day: date, *, is_solved: bool) -> PuzzleRating:
        """Return the rating after an attempt at a puzzle.

        >>> first = PuzzleRating(1500, 200).after(1400, date(2026, 1, 1), is_solved=True)
        >>> round(first.rating), round(first.deviation)
        (1563, 180)
        """
        now = self.later(day)
        weight = 1 / math.sqrt(1 + 3 * (_Q * PUZZLE_DEVIATION / math.pi) ** 2)
        expected = 1 / (1 + 10 ** (-weight * (now.rating - puzzle_rating) / 400))
        information = 1 / now.deviation**2 + (_Q * weight) ** 2 * expected * (1 - expected)
        rating = now.rating + _Q / information * weight * (is_solved - expected)
        return PuzzleRating(rating, max(1 / math.sqrt(information), SMALLEST_DEVIATION), day)


def rating_after(attempts: Iterable[tuple[float, date, bool]]) -> PuzzleRating:
    """Return the rating after attempts: the ratings of the puzzles, the days, and which were solved."""
    rating = PuzzleRating()
    for puzzle_rating, day, is_solved in attempts:
        rating = rating.after(puzzle_rating, day, is_solved=is_solved)
    return rating
