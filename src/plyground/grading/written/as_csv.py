"""A grading as rows for a spreadsheet, one a hand-in."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from plyground.grading.marks import Mark
from plyground.tournament.report.contest_csv import cell

COLUMNS = (
    *("name", "plays", "points", "games", "wins", "draws", "losses"),
    *("first_wins", "second_wins", "failed", "what_failed", "note", "class_points", "class_games"),
)


def marks_csv(marks: Sequence[Mark]) -> str:
    """Return the marks as CSV with a line of headings.

    `first_wins` are those with the side that moves first. A text that a spreadsheet would take for
    a formula has an apostrophe before it.
    """
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(COLUMNS)
    for mark in marks:
        total, (first, second) = mark.total, mark.sides
        writer.writerow(
            [
                cell(mark.hand_in.name),
                cell(mark.hand_in.wanted if mark.hand_in.can_play else ""),
                f"{total.points:g}",
                *(total.games, total.wins, total.draws, total.losses, first.wins, second.wins),
                len(mark.failures),
                cell(mark.word),
                cell(mark.hand_in.note),
                f"{mark.in_class.points:g}",
                mark.in_class.games,
            ]
        )
    return written.getvalue()
