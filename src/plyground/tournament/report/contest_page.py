"""The page about a match or tournament."""

from __future__ import annotations

from datetime import UTC, datetime

from plyground.report.formats import plural
from plyground.report.machine_info import this_machine
from plyground.report.markup import Markup, element, shortened_inside, together
from plyground.report.page import facts, page
from plyground.tournament.contest import Contest
from plyground.tournament.contest_running import ContestProgress
from plyground.tournament.report.contest_wording import (
    adjudication_words,
    kind_words,
    match_result,
    named,
    opening_words,
    short,
    time_words,
    tournament_result,
)
from plyground.tournament.report.field_sections import (
    against,
    crosstable_section,
    rounds_section,
    standings_section,
)
from plyground.tournament.report.game_sections import games_sections
from plyground.tournament.report.match_sections import match_sections
from plyground.tournament.standings import StandingsTable
from plyground.version import __version__

LONGEST_TEXT = 400
"""What is shown of a player's text."""
LONGEST_COMMAND = 2000

_LINK = element("a", "how it was made", href="#making")


def contest_page(
    contest_id: str, progress: ContestProgress, command: str, made: datetime | None = None
) -> str:
    """Return a report in HTML that stands in one file and needs nothing else.

    `command` is what somebody would type to get it again, `made` the time that it shows, now if
    none is given.
    """
    contest, table = progress.contest, progress.table
    made = made or datetime.now(UTC)
    is_match = len(contest.entrants) == 2
    first, second = contest.entrants[0].name, contest.entrants[1].name
    counts = against(table, first, second)
    title = f"{short(first)} – {short(second)}" if is_match else f"{len(contest.entrants)} players"
    game = contest.played_game.rules.title
    return page(
        f"{title}, {game}",
        element(
            "header",
            element("p", f"{game}: {kind_words(contest)}", class_="kicker"),
            element("h1", *_heading(contest)),
            element(
                "p",
                match_result(progress, counts) if is_match else tournament_result(progress, table),
                class_="lead",
            ),
            element("pre", element("code", shortened_inside(command, LONGEST_COMMAND)), class_="command"),
            element(
                "p", f"{_time(made)} · seed {contest.seed} · contest {contest_id} · ", _LINK, class_="meta"
            ),
        ),
        element(
            "main",
            *(match_sections(progress, counts) if is_match else ()),
            standings_section(table),
            crosstable_section(table),
            rounds_section(progress),
            *games_sections(progress, table),
            _making(contest_id, progress, table, made),
        ),
        element("footer", "Made by Plyground. All ± and bars are 95\u202f% confidence intervals."),
    )


def _heading(contest: Contest) -> list[Markup]:
    if len(contest.entrants) > 2:
        return [together(f"{contest.played_game.rules.title}: {len(contest.entrants)} players")]
    first, second = (named(entrant.name) for entrant in contest.entrants)
    return [first, element("span", " – ", class_="versus"), second]


def _making(contest_id: str, progress: ContestProgress, table: StandingsTable, made: datetime) -> Markup:
    """Return everything that somebody needs to play it again."""
    contest, machine = progress.contest, this_machine()
    options = ", ".join(f"{name} {value}" for name, value in contest.options.items())
    played = f"{table.games:,} of {progress.total:,}"
    return element(
        "section",
        element("h2", "How it was made"),
        facts(
            [
                ("Game", f"{contest.played_game.rules.title}{f', {options}' if options else ''}"),
                ("Format", kind_words(contest)),
                ("Players", _players(contest)),
                (
                    "Games",
                    played if not progress.is_decided else f"{table.games:,}, until the test was decided",
                ),
                ("Time", time_words(contest)),
                ("Openings", opening_words(contest)),
                ("Games cut short", adjudication_words(contest.conditions.adjudication)),
                ("Seed", str(contest.seed)),
                ("Contest", f"{contest_id}, {'over' if progress.is_over else 'not over'}"),
                ("This page", _time(made)),
                ("Programs", f"Plyground {__version__}, {machine.python}"),
                ("Page made on", f"{machine.processor}, {plural(machine.cores, 'core')}, {machine.system}"),
            ]
        ),
        id="making",
    )


def _time(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} {moment.tzname() or ''}".rstrip()


def _players(contest: Contest) -> Markup:
    lines = []
    for entrant in contest.entrants:
        text = shortened_inside(entrant.player, LONGEST_TEXT)
        name = shortened_inside(entrant.name, LONGEST_TEXT)
        lines.append(
            element("bdi", name)
            if entrant.name == entrant.player
            else together(element("bdi", name), " = ", element("code", text))
        )
    return together(*(together(element("br") if index else "", line) for index, line in enumerate(lines)))
