"""The parts of a page about everybody who took part: standings, crosstable, rounds."""

from __future__ import annotations

from plyground.report.formats import duration, percent, points
from plyground.report.markup import Markup, element, together
from plyground.report.page import figure, section
from plyground.report.tables import HeatCell, TableColumn, heat_table, table
from plyground.report.whiskers import Whisker, whisker_chart
from plyground.tournament.contest_running import ContestProgress
from plyground.tournament.counts import Counts
from plyground.tournament.report.contest_wording import estimate_words, named, results_words, short
from plyground.tournament.standings import Standing, StandingsTable, encounter_pairs

LONGEST_IN_CROSSTABLE = 24


def standings_section(standings: StandingsTable) -> Markup:
    """Return who has how many points, and how strong that makes them."""
    is_match = len(standings.standings) == 2  # whose difference in Elo is shown above
    rating = [] if is_match else ["Elo"]
    columns = [
        TableColumn("rank"),
        TableColumn("player", is_number=False),
        *(TableColumn(title) for title in ("points", "games", "score", "results", *rating, "time a move")),
    ]
    rows = [
        _standing(rank, each, is_match=is_match) for rank, each in enumerate(standings.standings, start=1)
    ]
    return section(
        "Standings",
        table("A win is a point, a draw half of one", columns, rows, heading=1),
        "" if is_match or not standings.games else _ratings_figure(standings),
    )


def _standing(rank: int, standing: Standing, *, is_match: bool) -> list[str]:
    counts, seconds = standing.rating.counts, standing.seconds_per_move
    return [
        str(rank),
        named(standing.name),
        points(standing.points),
        f"{counts.games:,}",
        "" if counts.score is None else percent(counts.score),
        results_words(counts),
        *([] if is_match else [estimate_words(standing.rating.elo)]),
        "" if seconds is None else duration(seconds),
    ]


def _ratings_figure(standings: StandingsTable) -> Markup:
    rows = [
        Whisker(f"{rank}  {short(each.name)}", elo.value, elo.low, elo.high, estimate_words(elo))
        for rank, each in enumerate(standings.standings, start=1)
        for elo in [each.rating.elo]
    ]
    note = "Elo is counted from the mean of all players here, with one made-up draw each."
    if len({each.rating.group for each in standings.standings}) > 1:
        note += " Not all of them have met, directly or through others: between such groups it says nothing."
    return figure(
        lambda width: whisker_chart(
            rows,
            label="Elo of all players",
            description="; ".join(f"{row.name}: {row.shown}" for row in rows),
            width=width,
            x_name="Elo",
        ),
        note,
    )


def crosstable_section(standings: StandingsTable) -> Markup:
    """Return what everybody scored against everybody; nothing before the first game."""
    if not standings.games:
        return Markup()
    names = [each.name for each in standings.standings]
    cells = [[_cell(against(standings, name, other)) for other in names] for name in names]
    return section(
        "Crosstable",
        heat_table(
            "Points of the player of the row, and its wins, draws and losses",
            [named(name, LONGEST_IN_CROSSTABLE) for name in names],
            cells,
        ),
    )


def against(standings: StandingsTable, name: str, other: str) -> Counts:
    """Return what one player scored against another."""
    swapped = standings.crosstable.get((other, name), Counts()).swapped
    return standings.crosstable.get((name, other), swapped)


def _cell(counts: Counts) -> HeatCell | None:
    if not counts.games:
        return None
    return HeatCell(counts.points / counts.games, points(counts.points), results_words(counts))


def rounds_section(progress: ContestProgress) -> Markup:
    """Return the encounters of every round, if there is more than one."""
    if len(progress.stages) < 2:
        return Markup()
    names, results = [entrant.name for entrant in progress.contest.entrants], progress.counted
    rows = []
    for stage in progress.stages:
        for (first, second), pairs in encounter_pairs(stage, results).items():
            counts = Counts.of(pairs)
            result = (
                f"{points(counts.points)} – {points(counts.games - counts.points)}" if counts.games else ""
            )
            encounter = together(_winner(names[first], is_ahead=counts.wins > counts.losses), " – ")
            encounter = together(encounter, _winner(names[second], is_ahead=counts.losses > counts.wins))
            rows.append([stage.label, encounter, result])
    columns = [
        TableColumn("round", is_number=False),
        TableColumn("encounter", is_number=False),
        TableColumn("points"),
    ]
    return section("Rounds", table("Who met whom; the winners are set in bold", columns, rows, heading=None))


def _winner(name: str, *, is_ahead: bool) -> Markup:
    return element("strong", named(name)) if is_ahead else named(name)
