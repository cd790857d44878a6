"""Contests on the command line: options of `match` and `tournament`, a live table, what comes of it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._output import StatusLine, typed_command
from plyground.ui.cli._runs import RunOptions, time_left

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.store import Store
    from plyground.tournament.contest import Contest
    from plyground.tournament.contest_running import ContestProgress, KeptContest
    from plyground.tournament.counts import Counts
    from plyground.tournament.game_pools import GamePool
    from plyground.tournament.standings import Standing, StandingsTable

MOST_LAYOUTS = 8
"""As many as two players can be kept ready for (`game_task.MOST_PLAYERS_KEPT`)."""

_OPTIONS = (
    click.option("--seconds", type=float, metavar="S", help="Time per move."),
    click.option("--clock", metavar="S+I", help="S seconds for the game and I more per move."),
    option.file("--openings", "Start positions."),
    option.number("--opening-plies", "Random plies to start with; 4 by default.", default=4),
    click.option("--biased", is_flag=True, help="Random openings between win and draw, not even ones."),
    option.number(
        "--layouts",
        "Play on N layouts of a board that chance lays out, in turn.",
        default=1,
        least=1,
        most=MOST_LAYOUTS,
    ),
    click.option("--resign", metavar="P,N", help="Adjudicate a loss: P points behind for N moves."),
    click.option(
        "--draw", metavar="P,N,M", help="Adjudicate a draw: within P points for N moves, after M moves."
    ),
    click.option("--adjudicate", type=click.Choice(["proved"]), help="End a game when its result is proved."),
    option.number("--most-moves", "Adjudicate a draw after N moves each."),
    option.seed,
    option.gathered(
        RunOptions,
        "run",
        option.processes("0 plays in this process"),
        option.cluster(),
        option.store,
        option.html,
        option.file("--csv", "Write a row for every game."),
        option.json,
    ),
)
contest_options = option.together(_OPTIONS)


def make_contest(
    position: Position,
    players: tuple[str, ...],
    *,
    seconds: float | None,
    clock: str | None,
    openings: Path | None,
    opening_plies: int,
    resign: str | None,
    draw: str | None,
    most_moves: int | None,
    adjudicate: str | None,
    seed: int,
    **settings: Any,
) -> Contest:
    """Make a contest from what was given on the command line, and check all of it."""
    from plyground.core.discovery import source_of
    from plyground.match.judging import Conditions, read_adjudication
    from plyground.search.limit import Clock, Limit
    from plyground.tournament.contest import Contest, read_entrant
    from plyground.tournament.openings import read_openings

    game = position.game
    Limit(seconds=seconds)  # complains of what is no time
    contest = Contest(
        game=source_of(game.rules),
        options=game.option_texts,
        entrants=tuple(map(read_entrant, players)),
        start="" if position == game.start() else position.text,
        opening_plies=opening_plies,
        positions=tuple(read_openings(game, openings)) if openings is not None else (),
        conditions=Conditions(
            seconds,
            None if clock is None else Clock.read(clock),
            read_adjudication(resign, draw, most_moves, adjudicate),
        ),
        seed=seed,
        **settings,
    )
    contest.check()
    return contest


LONGEST_NAME = 40
MOST_IN_CROSSTABLE = 12
MOST_FAULTS = 8


def progress_text(progress: ContestProgress) -> str:
    """Return the standings so far, and how long it will go on."""
    stage = progress.stages[-1].label if len(progress.stages) > 1 else ""
    heading = f"game {len(progress.results)} of {progress.total}{time_left(progress.seconds_left)}"
    return "\n".join([f"{heading}{f', {stage}' if stage else ''}", *_body(progress)])


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


REFRESH_SECONDS = 0.2


def begin_contest(contest: Contest, kind: str, run: RunOptions) -> None:
    """Play a new contest."""
    from plyground.store import EventKind, Store
    from plyground.tournament.contest_running import KeptContest

    pool = run.pool()
    run.check()
    names = [entrant.name for entrant in contest.entrants]
    label = f"{contest.played_game.name}: {' - '.join(names) if len(names) < 4 else f'{len(names)} players'}"
    with Store(run.store) as opened:
        _play(KeptContest.begin(opened, contest, EventKind(kind), label), pool, run)


def resume(opened: Store, id: str, run: RunOptions) -> None:
    """Resume a contest; one that is over shows its result again."""
    from plyground.tournament.contest_running import KeptContest

    _play(KeptContest.open(opened, id), run.pool(), run)


def _play(kept: KeptContest, pool: GamePool, run: RunOptions) -> None:
    """Play what is left of a contest, and show the result."""
    from plyground.tournament.contest_running import run_contest
    from plyground.tournament.report import contest_csv, contest_page
    from plyground.tournament.summary import summary

    with run.resumable(kept, _LiveTable()) as screen:
        kept.resume()
        progress = run_contest(kept.contest, kept, pool, screen.show)
    kept.end()
    run.write(
        lambda: summary(kept.id, progress),
        lambda: result_text(progress),
        page=lambda: contest_page(kept.id, progress, typed_command()),
        rows=lambda: contest_csv(progress),
    )


class _LiveTable(StatusLine):
    """Shows on standard error how a contest stands, if it is a terminal."""

    _live: Any = None
    _shown_at = 0.0

    def show(self, progress: Any) -> None:
        """Redraw the table, a few times per second."""
        now = time.monotonic()
        if not self._is_live or now - self._shown_at < REFRESH_SECONDS:
            return
        self._shown_at = now
        from rich.text import Text

        if self._live is None:
            from rich.console import Console
            from rich.live import Live

            self._live = Live(console=Console(stderr=True), transient=True, auto_refresh=False)
            self._live.start()
        self._live.update(Text(progress_text(progress)), refresh=True)

    def clear(self) -> None:
        """Take the table away again."""
        if self._live is not None:
            self._live.stop()
