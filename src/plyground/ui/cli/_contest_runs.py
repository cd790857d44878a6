"""Playing a contest from the command line: with a live table, and so that nothing is lost."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli._output import Destination, is_terminal, write_json
from plyground.ui.cli._resumable import resumable

if TYPE_CHECKING:
    from plyground.tournament.contest import Contest
    from plyground.tournament.contest_running import ContestProgress, KeptContest
    from plyground.tournament.counts import Counts
    from plyground.tournament.game_pools import GamePool
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
    from plyground.report.tables import text_columns

    is_match = len(table.standings) == 2  # it tells the difference in Elo below
    rating = [] if is_match else ["Elo"]
    headings = ["", "points", "games", *rating, *(f"as {player}" for player in players), "ms a move"]
    return text_columns(headings, [_standing(each, is_match=is_match) for each in table.standings])


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
    from plyground.tournament.estimates import elo_difference, likelihood_of_superiority, nelo

    counts = table.crosstable.get((names[0], names[1]), Counts())
    if not counts.games:
        return []
    return [
        f"{_short(names[0])} against {_short(names[1])}: {_result(counts)}, {counts.score:.1%}",
        f"Elo {elo_difference(counts)}, normalised {nelo(counts)},"
        f" LOS {likelihood_of_superiority(counts):.1%}",
        f"pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, counts.pairs))}",
    ]


def _crosstable(table: StandingsTable) -> str:
    from plyground.report.tables import text_columns
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
    return text_columns(["", "", *(str(number) for number in range(1, len(shown) + 1))], rows)


def _result(counts: Counts) -> str:
    return f"+{counts.wins} ={counts.draws} -{counts.losses}"


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"


REFRESH_SECONDS = 0.2


class ContestOutput(Destination):
    """What is written when a contest is over: a table or JSON, and files."""

    def write(self, kept: KeptContest, progress: ContestProgress) -> None:
        """Write all of it."""
        from plyground.system.files import write_file
        from plyground.tournament.report import contest_csv, contest_page
        from plyground.tournament.summary import summary

        if self.as_json:
            write_json(summary(kept.id, progress))
        else:
            click.echo(result_text(progress))
        if self.html is not None:
            command = shlex.join(["plyground", *sys.argv[1:]])
            write_file(self.html, contest_page(kept.id, progress, command))
        if self.csv is not None:
            write_file(self.csv, contest_csv(progress))


def begin_contest(
    contest: Contest, kind: str, *, store: Path | None, pool: GamePool, output: ContestOutput
) -> None:
    """Play a new contest."""
    from plyground.store import EventKind, Store
    from plyground.tournament.contest_running import KeptContest

    output.check()
    names = [entrant.name for entrant in contest.entrants]
    label = f"{contest.played_game.name}: {' - '.join(names) if len(names) < 4 else f'{len(names)} players'}"
    with Store(store) as opened:
        kept = KeptContest.begin(opened, contest, EventKind(kind), label)
        play_contest(kept, store=store, pool=pool, output=output)


def chosen_pool(processes: int | None, cluster: str | None) -> GamePool:
    """Return who plays the games: processes of this machine, or a cluster."""
    from plyground.tournament.game_pools import GameClusterPool, HerePool, ProcessPool, usual_processes

    if cluster is None:
        return HerePool() if processes == 0 else ProcessPool(processes or usual_processes())
    if processes is not None:
        raise click.UsageError("--processes and --cluster are two ways to play; give one of them")
    return GameClusterPool(cluster)


def play_contest(kept: KeptContest, *, store: Path | None, pool: GamePool, output: ContestOutput) -> None:
    """Play what is left of a contest, and show the result."""
    from plyground.tournament.contest_running import run_contest

    screen = _Screen()
    with resumable(kept, store, screen):
        kept.resume()
        progress = run_contest(kept.contest, kept, pool, screen.show)
    kept.end()
    output.write(kept, progress)


class _Screen:
    """Shows on standard error how a contest stands, if it is a terminal."""

    def __init__(self) -> None:
        self._is_live = is_terminal(sys.stderr)
        self._live: Any = None
        self._shown_at = 0.0

    def show(self, progress: ContestProgress) -> None:
        """Redraw the table, a few times per second."""
        now = time.monotonic()
        if not self._is_live or now - self._shown_at < REFRESH_SECONDS:
            return
        self._shown_at = now
        if self._live is None:
            from rich.console import Console
            from rich.live import Live

            self._live = Live(console=Console(stderr=True), transient=True, auto_refresh=False)
            self._live.start()
        from rich.text import Text

        self._live.update(Text(progress_text(progress)), refresh=True)

    def clear(self) -> None:
        """Take the table away again."""
        if self._live is not None:
            self._live.stop()
