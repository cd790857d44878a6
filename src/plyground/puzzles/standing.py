"""Where a person stands: rating, streaks and counts, worked out from the attempts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from plyground.puzzles.attempts import Attempt
from plyground.puzzles.rating import PuzzleRating, rating_after


@dataclass(frozen=True)
class Streak:
    """How many in a row: at present, and at most."""

    now: int
    best: int


@dataclass(frozen=True)
class OwnStanding:
    """PuzzleRating and counts, the streak of puzzles solved in a row, and of days whose puzzle was solved."""

    rating: PuzzleRating
    tried: int
    solved: int
    streak: Streak
    days: Streak


def standing_of(attempts: Iterable[Attempt], today: date) -> OwnStanding:
    """Work out where a person stands today."""
    attempts = list(attempts)
    single = [attempt for attempt in attempts if not attempt.daily]
    rating = rating_after((attempt.rating, attempt.day, attempt.is_solved) for attempt in single)
    return OwnStanding(
        rating=rating.later(today),
        tried=len(single),
        solved=sum(attempt.is_solved for attempt in single),
        streak=streak_of(attempt.is_solved for attempt in single),
        days=day_streak({attempt.day for attempt in attempts if attempt.daily and attempt.is_solved}, today),
    )


def streak_of(results: Iterable[bool]) -> Streak:
    """Return how many of some results in a row are good.

    >>> streak_of([True, True, False, True])
    Streak(now=1, best=2)
    """
    now = best = 0
    for is_good in results:
        now = now + 1 if is_good else 0
        best = max(best, now)
    return Streak(now, best)


def day_streak(days: set[date], today: date) -> Streak:
    """Return how many days in a row there are; the streak of yesterday holds until today is over.

    >>> day_streak({date(2026, 1, day) for day in (1, 2, 3, 5)}, date(2026, 1, 6))
    Streak(now=1, best=3)
    """
    lengths: dict[date, int] = {}
    for day in sorted(days):
        lengths[day] = lengths.get(day - timedelta(days=1), 0) + 1
    now = lengths.get(today) or lengths.get(today - timedelta(days=1), 0)
    return Streak(now, max(lengths.values(), default=0))
