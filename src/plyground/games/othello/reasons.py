"""What a mistake gives away in Othello: corners and moves."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.core.notation import EMPTY_SQUARE
from plyground.core.reasons import Comparison, ReasonScene

LETTERS = "bw"
PASS = "pass"  # noqa: S105  # a move
SOON = 5
"""Scenes in which a corner is taken because of the mistake: two moves of each side."""

MANY = 3
"""Moves fewer that are worth a word."""


def reason(comparison: Comparison) -> str:
    """Say which corner is given away or missed, or how few moves are left; discs count at the end alone."""
    enemy, own = LETTERS[1 - comparison.me], LETTERS[comparison.me]
    lost = _corners_taken(comparison, comparison.played, enemy) - _corners_taken(
        comparison, comparison.better, enemy
    )
    if lost:
        return f"lets {comparison.opponent} take {_named(comparison, lost)}"
    missed = _corners_taken(comparison, comparison.better, own) - _corners_taken(
        comparison, comparison.played, own
    )
    if missed:
        return f"misses {_named(comparison, missed)}"
    return _told_moves(comparison)


def _corners_taken(comparison: Comparison, line: Sequence[ReasonScene], letter: str) -> set[int]:
    """Return the corners that are taken soon by a disc of this colour."""
    rows, columns = comparison.grid.rows, comparison.grid.columns
    corners = {0, columns - 1, (rows - 1) * columns, rows * columns - 1}
    first, last = line[0].squares, line[:SOON][-1].squares
    return {corner for corner in corners if first[corner] == EMPTY_SQUARE and last[corner] == letter}


def _named(comparison: Comparison, corners: set[int]) -> str:
    names = [comparison.grid.name(corner) for corner in sorted(corners)]
    return f"the corner {names[0]}" if len(names) == 1 else f"the corners {' and '.join(names)}"


def _told_moves(comparison: Comparison) -> str:
    """Say that the side has to pass next, or has few moves."""
    counts = comparison.replies()
    if counts is None:
        return ""
    now, instead = counts
    if comparison.played[2].moves == (PASS,) and comparison.better[2].moves != (PASS,):
        return "has to pass next"
    if instead - now < MANY or comparison.played[2].player != comparison.me:
        return ""
    return f"keeps {now} move{'' if now == 1 else 's'} next, and {instead} after {comparison.better_move}"
