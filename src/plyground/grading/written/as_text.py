"""A grading as text, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.grading.grading import Grading
from plyground.grading.marks import Mark
from plyground.grading.protection import protection
from plyground.report.markup import shortened_inside
from plyground.report.tables import TableColumn, text_table

LONGEST_NAME = 30


def marks_text(grading: Grading, marks: Sequence[Mark]) -> str:
    """Return the table, what failed and what else is to be known, and what was protected."""
    told = [
        f"{_short(mark.hand_in.name)}: {line}"
        for mark in marks
        for line in (mark.word, mark.hand_in.note)
        if line
    ]
    return "\n".join([_grid(_headings(grading), [_row(mark) for mark in marks]), *told, protection(grading)])


def players_of(grading: Grading) -> tuple[str, str]:
    """Return what the two sides are called."""
    return ("first", "second") if grading.contest is None else grading.contest.played_game.players


def field_of(grading: Grading) -> list[str]:
    """Return the names of the field."""
    return [] if grading.contest is None else [each.name for each in grading.contest.field]


def meets_class(grading: Grading) -> bool:
    """Tell whether the hand-ins played each other."""
    return grading.contest is not None and grading.contest.meets_class


def _headings(grading: Grading) -> list[str]:
    sides = [f"as {player}" for player in players_of(grading)]
    met = [*map(_short, field_of(grading)), *(["class"] if meets_class(grading) else [])]
    return ["", "points", "games", *sides, *met, "failed"]


def _row(mark: Mark) -> list[str]:
    against = [f"{tally.points:g}" for tally in mark.against.values()]
    if mark.classmates:
        against.append(f"{mark.in_class.points:g}")
    return [
        _short(mark.hand_in.name),
        f"{mark.total.points:g}",
        str(mark.total.games),
        *map(str, mark.sides),
        *against,
        str(len(mark.failures)) if mark.hand_in.can_play else "all",
    ]


def _grid(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Set text in columns; a row may have fewer cells, of which the last is the last all the same."""
    width = len(headings)
    full = [[*row[:-1], *([""] * (width - len(row))), row[-1]] for row in rows]
    columns = [
        TableColumn(heading, is_number=all(map(_is_number, cells)))
        for heading, *cells in zip(headings, *full, strict=True)
    ]
    return text_table(columns, full)


def _is_number(cell: str) -> bool:
    return cell.replace(".", "").isdigit() or cell in ("", "all")


def _short(name: str) -> str:
    return shortened_inside(name, LONGEST_NAME)
