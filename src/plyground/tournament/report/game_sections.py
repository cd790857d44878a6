"""The parts of a page about the games: which side won, how long they took, how they ended."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence

from plyground.report.bars import BarPart, Row, bar_chart, counted, row_chart
from plyground.report.formats import duration, percent, plural
from plyground.report.markup import Markup, element
from plyground.report.page import figure, halves, section
from plyground.report.tables import TableColumn, table
from plyground.store.records import Termination
from plyground.tournament.contest_running import ContestProgress
from plyground.tournament.counts import Counts
from plyground.tournament.report.contest_wording import named, results_words, short
from plyground.tournament.report.field_sections import against
from plyground.tournament.report.match_sections import pairs_section
from plyground.tournament.standings import BySide, GameResult, StandingsTable

MOST_RANGES = 16
FAULTS = (
    Termination.RESIGNATION,
    Termination.ILLEGAL_MOVE,
    Termination.GARBAGE,
    Termination.CRASH,
    Termination.TIME,
)
"""Ends that are the doing of the player who lost."""


def games_sections(progress: ContestProgress, standings: StandingsTable) -> list[Markup]:
    """Return what is to be said about the games; nothing before the first."""
    if not standings.games:
        return []
    results = progress.counted
    is_match = len(progress.contest.entrants) == 2
    if is_match:
        first, second = (entrant.name for entrant in progress.contest.entrants)
        counts = against(standings, first, second)
        pairs = pairs_section(progress, counts) if any(counts.pairs) else ""
        found = [halves(pairs, _sides_section(progress, standings, is_half=True))]
    else:
        found = [_sides_section(progress, standings, is_half=False)]
    time, lengths, ends = _time_section(standings), _lengths_section(results), _ends_section(standings)
    found.append(halves(lengths, element("div", time, ends)))
    return [*found, _faults_section(progress)]


def _sides_section(progress: ContestProgress, standings: StandingsTable, *, is_half: bool) -> Markup:
    roles = progress.contest.played_game.players
    first = BySide()
    for result in progress.counted.values():
        first.add(result.winner, 0)
    rows = [_side_row(roles[0], first, "all games")]
    for standing in standings.standings:
        for side, (role, done) in enumerate(zip(roles, standing.sides, strict=True)):
            rows.append(_side_row(role, done, "" if side else short(standing.name)))
    return section(
        "Sides",
        figure(
            lambda width: row_chart(
                rows,
                label="Wins, draws and losses with each side",
                description=f"{roles[0]} in all games: {rows[0].shown}",
                width=width,
                legend=[("win", "won"), ("draw", "drawn"), ("loss", "lost")],
                is_whole=True,
            ),
            f"{roles[0]} moves first.",
            is_half=is_half,
        ),
    )


def _side_row(role: str, side: BySide, heading: str) -> Row:
    games = side.wins + side.draws + side.losses
    parts = [
        BarPart(
            count, kind, f"{role}: {plural(count, 'game')} {name}, {percent(count / games)}" if games else ""
        )
        for count, kind, name in (
            (side.wins, "win", "won"),
            (side.draws, "draw", "drawn"),
            (side.losses, "loss", "lost"),
        )
    ]
    return Row(role, parts, results_words(Counts(side.wins, side.draws, side.losses)), heading)


def _time_section(standings: StandingsTable) -> Markup:
    rows = [
        Row(short(each.name), [BarPart(seconds, title=duration(seconds))], duration(seconds))
        for each in standings.standings
        if (seconds := each.seconds_per_move) is not None
    ]
    caption = "Mean time of a move." if rows else "Nobody has made a move."
    return _rows_section("Time", rows, "Mean time of a move", caption)


def _rows_section(title: str, rows: Sequence[Row], label: str, caption: str) -> Markup:
    described = "; ".join(f"{row.name}: {row.shown}" for row in rows)
    drawn = figure(
        lambda width: row_chart(rows, label=label, description=described, width=width), caption, is_half=True
    )
    return section(title, drawn)


def _lengths_section(results: Mapping[int, GameResult]) -> Markup:
    lengths = [sum(result.moves) for result in results.values()]
    bars = counted(lengths, MOST_RANGES)
    said = f"Half of the games took {statistics.median(lengths):g} plies or less"
    if min(lengths) < max(lengths):
        said += f"; the shortest {min(lengths)}, the longest {max(lengths)}"
    return section(
        "Lengths of games",
        figure(
            lambda width: bar_chart(
                bars,
                label="Games by their length",
                description=said,
                width=width,
                x_name="plies",
                y_name="games",
            ),
            f"{said}. The moves of the opening are not counted.",
            is_half=True,
        ),
    )


def _ends_section(standings: StandingsTable) -> Markup:
    total = standings.games
    rows = [
        Row(str(end), [BarPart(count, title=percent(count / total))], f"{count:,}")
        for end, count in standings.terminations.most_common()
    ]
    caption = "A normal end is one by the rules of the game."
    return _rows_section("Ends of games", rows, "Games by the way they ended", caption)


def _faults_section(progress: ContestProgress) -> Markup:
    """Return who lost how many games in a way that is the loser's own doing."""
    found = faults(progress)
    if not found:
        return Markup()
    kinds = [kind for kind in FAULTS if any(counts[kind] for counts in found.values())]
    rows = [[named(name), *(f"{counts[kind]:,}" for kind in kinds)] for name, counts in found.items()]
    columns = [TableColumn("player", is_number=False), *(TableColumn(str(kind)) for kind in kinds)]
    return section("Games given away", table("Games lost in other ways than by the rules", columns, rows))


def faults(progress: ContestProgress) -> dict[str, Counter[Termination]]:
    """Count by player the games that were lost by a fault, most first."""
    names, results = [entrant.name for entrant in progress.contest.entrants], progress.counted
    found: dict[str, Counter[Termination]] = {}
    for stage in progress.stages:
        for number in stage.games:
            result = results.get(number)
            if result is not None and result.winner is not None and result.termination in FAULTS:
                loser = stage.place(number).sides[1 - result.winner]
                found.setdefault(names[loser], Counter())[result.termination] += 1
    return dict(sorted(found.items(), key=lambda item: -item[1].total()))
