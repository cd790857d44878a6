"""The scale of scores that every search shares.

Inside a search a score is a whole number of thousandths: comparisons are exact, and a window
of width one is possible. People see ordinary numbers.
"""

from __future__ import annotations

from plyground.core.heuristics import MOST_POINTS

UNIT = 1000
"""One point of an evaluation, in the thousandths that the search counts in."""

WIN = 1_000_000 * UNIT
"""A won game, less the plies it takes: a quick win is better than a slow one."""

DRAW = 0
INFINITY = 2 * WIN
LONGEST_LINE = 1000
"""No win is farther away than this many plies."""

LARGEST_EVALUATION = MOST_POINTS * UNIT
"""Evaluations are clipped to this, which is below every win, so that none is taken for a won game."""


def as_points(score: int) -> float:
    """Turn a search's score into points, whole ones where they are."""
    points = score / UNIT
    return int(points) if points == int(points) else points


def plies_to_end(score: int) -> int | None:
    """Return in how many plies a score wins or loses the game, None if it does neither."""
    left, rest = divmod(WIN - abs(score), UNIT)
    return left if rest == 0 and 0 <= left <= LONGEST_LINE else None


def told_distance(plies: int) -> str:
    """Say how far away the end of a game is, in moves of the winner as people count them.

    >>> told_distance(1), told_distance(4), told_distance(17)
    ('at once', 'in 2 moves', 'in 9 moves')
    """
    return "at once" if plies <= 1 else f"in {(plies + 1) // 2} move{'s' if plies > 2 else ''}"
