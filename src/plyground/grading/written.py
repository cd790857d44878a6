"""A grading as text, JSON, rows of a spreadsheet, a page, and for Gradescope.

What Gradescope reads is described under https://gradescope-autograders.readthedocs.io/en/latest/specs/.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from plyground.grading.calls import why_no_filter
from plyground.grading.grading import Grading
from plyground.grading.landlock import why_no_landlock
from plyground.grading.marks import Mark, Tally
from plyground.report.formats import plural, points
from plyground.report.machine_info import this_machine
from plyground.report.markup import Markup, element, shortened_inside, together
from plyground.report.page import facts, page, section
from plyground.report.tables import TableColumn, table, text_columns
from plyground.tournament.report.contest_csv import cell
from plyground.version import __version__

_CALLS = "no processes, signals or network"
_FILES = "no files but its own, read-only"


def protection(grading: Grading) -> str:
    """Say what is and what is not protected."""
    limited = f"limits of time, {grading.limits.memory} MB of memory, output and open files"
    if grading.has_sandbox:
        return f"sandbox: bubblewrap; {limited}; {_CALLS}; {_FILES}"
    has_filter, has_landlock = why_no_filter() is None, why_no_landlock() is None
    held = [limited, *[_CALLS] * has_filter, *[_FILES] * has_landlock]
    open_to_it = [
        *["your other processes, the network"] * (not has_filter),
        *["the files that you can read"] * (not has_landlock),
        *["the files that you can change"] * (not has_landlock and not has_filter),
    ]
    told = f"; NOT protected: {', '.join(open_to_it)}" if open_to_it else ""
    return f"sandbox: none; {'; '.join(held)}{told}"


LONGEST_NAME = 30


def marks_text(grading: Grading, marks: Sequence[Mark]) -> str:
    """Return the table, what failed and what else is to be known, and what was protected."""
    told = [
        f"{_short(mark.hand_in.name)}: {line}"
        for mark in marks
        for line in (mark.word, mark.hand_in.note)
        if line
    ]
    titles = ["", "points", "games", *_sides(grading), *map(_short, field_of(grading))]
    headings = [*titles, *["class"] * meets_class(grading), "failed"]
    rows = [_row(grading, mark, _short(mark.hand_in.name), "{:g}".format) for mark in marks]
    return "\n".join([text_columns(headings, rows), *told, protection(grading)])


def players_of(grading: Grading) -> tuple[str, str]:
    """Return what the two sides are called."""
    return ("first", "second") if grading.contest is None else grading.contest.played_game.players


def field_of(grading: Grading) -> list[str]:
    """Return the names of the field."""
    return [] if grading.contest is None else [each.name for each in grading.contest.field]


def meets_class(grading: Grading) -> bool:
    """Tell whether the hand-ins played each other."""
    return grading.contest is not None and grading.contest.meets_class


def _sides(grading: Grading) -> list[str]:
    return [f"as {player}" for player in players_of(grading)]


def _row(grading: Grading, mark: Mark, name: str, told: Callable[[float], str]) -> list[str]:
    """Return the cells of a mark, in which `told` writes points; who cannot play has met nobody."""
    met = [mark.against.get(each) for each in field_of(grading)]
    if meets_class(grading):
        met.append(mark.in_class if mark.classmates else None)
    return [
        name,
        told(mark.total.points),
        str(mark.total.games),
        *map(str, mark.sides),
        *("" if tally is None else told(tally.points) for tally in met),
        str(len(mark.failures)) if mark.hand_in.can_play else "all",
    ]


def _short(name: str) -> str:
    return shortened_inside(name, LONGEST_NAME)


def marks_json(event_id: str, grading: Grading, marks: Sequence[Mark]) -> dict[str, Any]:
    """Return everything that is known about a grading."""
    players = players_of(grading)
    return {
        "id": event_id,
        "game": grading.game,
        "field": field_of(grading),
        "class": meets_class(grading),
        "forbidden": list(grading.forbidden),
        "seed": grading.seed,
        "sandbox": grading.has_sandbox,
        "protection": protection(grading),
        "hand_ins": [_mark_json(mark, players) for mark in marks],
    }


def _mark_json(mark: Mark, players: tuple[str, str]) -> dict[str, Any]:
    hand_in = mark.hand_in
    return {
        "name": hand_in.name,
        "file": hand_in.file,
        "kind": hand_in.kind,
        "plays": hand_in.wanted or None,
        "problem": hand_in.problem or None,
        "note": hand_in.note or None,
        **_tally_json(mark.total),
        "sides": {player: _tally_json(tally) for player, tally in zip(players, mark.sides, strict=True)},
        "against": {name: _tally_json(tally) for name, tally in mark.against.items()},
        "class": {name: _tally_json(tally) for name, tally in mark.classmates.items()},
        "failures": [dataclasses.asdict(failure) for failure in mark.failures],
    }


def _tally_json(tally: Tally) -> dict[str, float]:
    return {"points": tally.points, "games": tally.games, **dataclasses.asdict(tally)}


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


LONGEST_NAME_ON_PAGE = 60
LONGEST_COMMAND = 2000
MOST_FAILURES = 20
"""Failures of one hand-in that are shown."""


def marks_page(event_id: str, grading: Grading, marks: Sequence[Mark]) -> str:
    """Return a report in HTML that stands in one file and needs nothing else."""
    title = f"{plural(len(grading.hand_ins), 'hand-in')}, {grading.game}"
    notes = [(_on_page(each.hand_in.name), each.hand_in.note) for each in marks if each.hand_in.note]
    return page(
        title,
        element(
            "header",
            element("p", f"{grading.game}: a grading", class_="kicker"),
            element("h1", title),
            element("p", _lead(marks), class_="lead"),
            element(
                "pre", element("code", shortened_inside(grading.command, LONGEST_COMMAND)), class_="command"
            ),
            element("p", f"seed {grading.seed} · grading {event_id}", class_="meta"),
        ),
        element(
            "main",
            _points(grading, marks),
            *_facts_of(
                "What failed", [(_on_page(each.hand_in.name), _told(each)) for each in marks if each.word]
            ),
            *_facts_of("What else is to be known", notes),
            _making(grading),
        ),
        element("footer", "Made by Plyground."),
    )


def _lead(marks: Sequence[Mark]) -> str:
    failed = sum(1 for mark in marks if mark.word)
    if not failed:
        return "Nothing failed."
    return f"{failed} of {plural(len(marks), 'hand-in')} failed in some way."


def _points(grading: Grading, marks: Sequence[Mark]) -> Markup:
    against = [f"against {_on_page(name)}" for name in field_of(grading)]
    titles = ["points", "games", *_sides(grading), *against, *["against the class"] * meets_class(grading)]
    columns = [TableColumn("hand-in", is_number=False), *map(TableColumn, [*titles, "failed"])]
    rows = [_row(grading, mark, element("bdi", _on_page(mark.hand_in.name)), points) for mark in marks]
    return section("Points", table("Points of every hand-in", columns, rows))


def _on_page(name: str) -> str:
    return shortened_inside(name, LONGEST_NAME_ON_PAGE)


def _facts_of(heading: str, pairs: Sequence[tuple[str, str]]) -> list[Markup]:
    return [section(heading, facts(pairs))] if pairs else []


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
