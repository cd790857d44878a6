"""The games of a contest as rows for a spreadsheet, one a game."""

from __future__ import annotations

import csv
import io

from plyground.report.markup import visible
from plyground.tournament.contest_running import ContestProgress

COLUMNS = (
    "number",
    "round",
    "opening",
    "position",
    "first",
    "second",
    "winner",
    "first_points",
    "termination",
    "plies",
    "first_seconds",
    "second_seconds",
)

_FORMULA_STARTS = frozenset("=+-@＝＋－＠")


def contest_csv(progress: ContestProgress) -> str:
    """Return the games that count, as CSV with a line of headings.

    `first` is the player who had the side that moves first; `winner` is empty after a draw.
    `opening` is the number of the opening and `position` what it leads to. `plies` are the moves
    that the players chose. A name that a spreadsheet would take for a formula has an apostrophe
    before it.
    """
    contest, results = progress.contest, progress.counted
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(COLUMNS)
    for stage in progress.stages:
        for number in stage.games:
            if number not in results:
                continue
            place, result = stage.place(number), results[number]
            names = [contest.entrants[entrant].name for entrant in place.sides]
            points = 0.5 if result.winner is None else float(result.winner == 0)
            writer.writerow(
                [
                    number + 1,
                    cell(stage.label),
                    place.opening + 1,
                    cell(contest.openings.opening(place.opening).text),
                    *map(cell, names),
                    "" if result.winner is None else cell(names[result.winner]),
                    f"{points:g}",
                    str(result.termination),
                    sum(result.moves),
                    *(f"{seconds:.6f}" for seconds in result.seconds),
                ]
            )
    return written.getvalue()


def cell(text: str) -> str:
    """Return a text so that no spreadsheet runs it as a formula, and no line ends inside it.

    >>> cell("=1+1"), cell("killer")
    ("'=1+1", 'killer')
    """
    shown = visible(text)
    return f"'{shown}" if shown.lstrip()[:1] in _FORMULA_STARTS and shown.strip() else shown
