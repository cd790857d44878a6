"""How a match or tournament stands, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plyground.tournament.contest_running import ContestProgress
    from plyground.tournament.counts import Counts
    from plyground.tournament.standings import Standing, StandingsTable

LONGEST_NAME = 40
MOST_IN_CROSSTABLE = 12
MOST_FAULTS = 8


def progress_text(progress: ContestProgress) -> str:
    """Return the standings so far, and how long it will go on."""
    done, total = len(progress.results), progress.total
    left = progress.seconds_left
    told = "" if left is None else f", about {_duration(left)} left"
    stage = progress.stages[-1].label if len(progress.stages) > 1 else ""
    heading = f"game {done} of {total}{told}{f', {stage}' if stage else ''}"
    return "\n".join([heading, *_body(progress)])


def result_text(progress: ContestProgress) -> str:
    """Return the result of a contest."""
    table = progress.table
    ends = ", ".join(f"{count} {each}" for each, count in table.terminations.most_common())
    games = f"{table.games} games: {ends}" if table.games else "no games"
    return "\n".join([*_body(progress), games, *_faults(table)])


def _faults(table: StandingsTable) -> Iterator[str]:
    """Say why players lost that did not play by the rules, the most common reasons first."""
    for reason, count in table.faults.most_common(MOST_FAULTS):
        yield f"  {reason}" + (f" ({count} games)" if count > 1 else "")
    others = len(table.faults) - MOST_FAULTS
    if others > 0:
        yield f"  and {others} other reasons; --json writes them all"


def _body(progress: ContestProgress) -> list[str]:
    table = progress.table
    players = progress.contest.played_game.players
    parts = [_standings(table, players)]
    if len(progress.contest.entrants) == 2:
        parts += _match([entrant.name for entrant in progress.contest.entrants], table)
    elif table.games:
        parts.append(_crosstable(table))
    if progress.test is not None:
        parts.append(f"SPRT {progress.contest.sprt}: {progress.test.status}")
    return parts


def _standings(table: StandingsTable, players: tuple[str, str]) -> str:
    is_match = len(table.standings) == 2  # it tells the difference in Elo below
    rating = [] if is_match else ["Elo"]
    headings = ["", "points", "games", *rating, *(f"as {player}" for player in players), "ms a move"]
    return _grid(headings, [_standing(each, is_match=is_match) for each in table.standings])


def _standing(standing: Standing, *, is_match: bool) -> list[str]:
    sides = [f"+{side.wins} ={side.draws} -{side.losses}" for side in standing.sides]
    seconds = standing.seconds_per_move
    return [
        _short(standing.name),
        f"{standing.points:g}",
        f"{standing.rating.counts.games}",
        *([] if is_match else [str(standing.rating.elo)]),
        *sides,
        "" if seconds is None else f"{1000 * seconds:.3g}",
    ]


def _match(names: Sequence[str], table: StandingsTable) -> list[str]:
    from plyground.tournament.counts import Counts
    from plyground.tournament.estimates import elo_difference, likelihood_of_superiority, normalised_elo

    counts = table.crosstable.get((names[0], names[1]), Counts())
    if not counts.games:
        return []
    return [
        f"{_short(names[0])} against {_short(names[1])}: {_result(counts)}, {counts.score:.1%}",
        f"Elo {elo_difference(counts)}, normalised {normalised_elo(counts)},"
        f" LOS {likelihood_of_superiority(counts):.1%}",
        f"pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, counts.pairs))}",
    ]


def _crosstable(table: StandingsTable) -> str:
    from plyground.tournament.counts import Counts

    shown = [standing.name for standing in table.standings][:MOST_IN_CROSSTABLE]
    rows = []
    for number, name in enumerate(shown, start=1):
        cells = []
        for other in shown:
            swapped = table.crosstable.get((other, name), Counts()).swapped
            counts = table.crosstable.get((name, other), swapped)
            cells.append(_result(counts) if counts.games else "")
        rows.append([str(number), _short(name), *cells])
    return _grid(["", "", *(str(number) for number in range(1, len(shown) + 1))], rows)


def _result(counts: Counts) -> str:
    return f"+{counts.wins} ={counts.draws} -{counts.losses}"


def _grid(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Set text in columns, those of numbers to the right."""
    from plyground.report.tables import TableColumn, text_table

    columns = []
    for heading, *cells in zip(headings, *rows, strict=True):
        has_numbers = any(cells) and all(_is_number(cell) or not cell for cell in cells)
        columns.append(TableColumn(heading, is_number=has_numbers))
    return text_table(columns, rows)


def _is_number(cell: str) -> bool:
    return cell.replace(".", "").isdigit()


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
