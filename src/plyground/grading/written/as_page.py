"""The page about a grading: one file that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.grading.grading import Grading
from plyground.grading.marks import Mark
from plyground.grading.protection import protection
from plyground.grading.written.as_text import field_of, meets_class, players_of
from plyground.report.formats import plural, points
from plyground.report.machine_info import this_machine
from plyground.report.markup import Markup, element, shortened_inside, together
from plyground.report.page import facts, page, section
from plyground.report.tables import TableColumn, table
from plyground.version import __version__

LONGEST_NAME = 60
LONGEST_COMMAND = 2000
MOST_FAILURES = 20
"""Failures of one hand-in that are shown."""


def marks_page(event_id: str, grading: Grading, marks: Sequence[Mark], command: str) -> str:
    """Return a report in HTML that stands in one file and needs nothing else."""
    title = f"{plural(len(grading.hand_ins), 'hand-in')}, {grading.game}"
    return page(
        title,
        element(
            "header",
            element("p", f"{grading.game}: a grading", class_="kicker"),
            element("h1", title),
            element("p", _lead(marks), class_="lead"),
            element("pre", element("code", shortened_inside(command, LONGEST_COMMAND)), class_="command"),
            element("p", f"seed {grading.seed} · grading {event_id}", class_="meta"),
        ),
        element("main", _marks(grading, marks), *_failures(marks), *_notes(marks), _making(grading)),
        element("footer", "Made by Plyground."),
    )


def _lead(marks: Sequence[Mark]) -> str:
    failed = sum(1 for mark in marks if mark.word)
    if not failed:
        return "Nothing failed."
    return f"{failed} of {plural(len(marks), 'hand-in')} failed in some way."


def _marks(grading: Grading, marks: Sequence[Mark]) -> Markup:
    field = field_of(grading)
    columns = [
        TableColumn("hand-in", is_number=False),
        *(TableColumn(title) for title in ("points", "games")),
        *(TableColumn(f"as {player}") for player in players_of(grading)),
        *(TableColumn(f"against {_short(name)}") for name in field),
        *([TableColumn("against the class")] if meets_class(grading) else []),
        TableColumn("failed"),
    ]
    rows = [
        [
            element("bdi", _short(mark.hand_in.name)),
            points(mark.total.points),
            str(mark.total.games),
            *map(str, mark.sides),
            *(points(mark.against[name].points) if name in mark.against else "" for name in field),
            *([points(mark.in_class.points) if mark.classmates else ""] if meets_class(grading) else []),
            str(len(mark.failures)) if mark.hand_in.can_play else "all",
        ]
        for mark in marks
    ]
    return section("Points", table("Points of every hand-in", columns, rows))


def _failures(marks: Sequence[Mark]) -> list[Markup]:
    failed = [mark for mark in marks if mark.word]
    if not failed:
        return []
    pairs = [(_short(mark.hand_in.name), _told(mark)) for mark in failed]
    return [section("What failed", facts(pairs))]


def _notes(marks: Sequence[Mark]) -> list[Markup]:
    pairs = [(_short(mark.hand_in.name), mark.hand_in.note) for mark in marks if mark.hand_in.note]
    return [section("What else is to be known", facts(pairs))] if pairs else []


def _told(mark: Mark) -> Markup:
    lines = [str(each) for each in mark.failures[:MOST_FAILURES]] or [mark.word]
    more = len(mark.failures) - MOST_FAILURES
    if more > 0:
        lines.append(f"and {more} more")
    return together(*(together(element("br") if index else "", line) for index, line in enumerate(lines)))


def _making(grading: Grading) -> Markup:
    machine = this_machine()
    return section(
        "How it was made",
        facts(
            [
                ("Heuristics play as", grading.play_as),
                ("Time for a move", f"{grading.limits.seconds:g} s"),
                ("Held back by", protection(grading)),
                ("Programs", f"Plyground {__version__}, {machine.python}"),
                ("Machine", f"{machine.processor}, {plural(machine.cores, 'core')}, {machine.system}"),
            ]
        ),
    )


def _short(name: str) -> str:
    return shortened_inside(name, LONGEST_NAME)
