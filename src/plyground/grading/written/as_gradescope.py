"""A mark in the form that Gradescope reads: `results.json` of an autograder.

The form is described under https://gradescope-autograders.readthedocs.io/en/latest/specs/.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from plyground.grading.grading import Grading
from plyground.grading.marks import Mark, Tally

SUFFIX = ".json"
CLASS = "the class"

_NOT_IN_NAMES = re.compile(r"[^\w.-]+")


def gradescope_results(grading: Grading, mark: Mark) -> dict[str, Any]:
    """Return what Gradescope shows of a hand-in: a test for each opponent, with its points.

    A win is a point, so that all points together are the number of games.
    """
    can_play = mark.hand_in.can_play
    tests: list[dict[str, Any]] = [
        {
            "name": "can play",
            "status": "passed" if can_play else "failed",
            "output": mark.hand_in.problem or f"{mark.hand_in.kind} {mark.hand_in.wanted}",
        }
    ]
    tests += [
        {
            "name": f"against {name}",
            "score": tally.points,
            "max_score": games,
            "status": "passed" if tally.points == games else "failed",
            "output": str(tally),
        }
        for name, tally, games in _met(grading, mark)
    ]
    told = [*([str(each) for each in mark.failures] or [mark.word or "Nothing failed."]), mark.hand_in.note]
    return {
        "score": mark.total.points,
        "output": "\n".join(filter(None, told)),
        "output_format": "text",
        "tests": tests,
        "leaderboard": [
            {"name": "points", "value": mark.total.points},
            {"name": "failed", "value": len(mark.failures), "order": "asc"},
        ],
    }


def gradescope_files(place: Path, marks: Sequence[Mark]) -> dict[Path, Mark]:
    """Return the file of every mark: `place` itself if it is one file, else one for each in that folder."""
    if place.suffix == SUFFIX:
        return {place: marks[0]}
    files: dict[Path, Mark] = {}
    for mark in marks:
        stem = _NOT_IN_NAMES.sub("-", mark.hand_in.name.removesuffix(".py")).strip("-.") or "hand-in"
        number, name = 2, stem
        while place / f"{name}{SUFFIX}" in files:
            number, name = number + 1, f"{stem}-{number}"
        files[place / f"{name}{SUFFIX}"] = mark
    return files


def _met(grading: Grading, mark: Mark) -> Iterator[tuple[str, Tally, int]]:
    """Go through the opponents, with the tally and the number of games that there were to play."""
    contest = grading.contest
    if contest is None:  # nobody can play
        return
    for each in contest.field:
        yield each.name, mark.against.get(each.name, Tally()), 2 * contest.pairs
    classmates = contest.hand_ins - mark.hand_in.can_play
    if contest.meets_class and classmates:
        yield CLASS, mark.in_class, 2 * contest.pairs * classmates
