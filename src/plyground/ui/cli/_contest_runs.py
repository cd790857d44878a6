"""Playing a contest from the command line: with a live table, and so that nothing is lost."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli._contest_table import progress_text, result_text
from plyground.ui.cli._output import Destination, is_terminal, write_json
from plyground.ui.cli._resumable import resumable

if TYPE_CHECKING:
    from plyground.tournament.contest import Contest
    from plyground.tournament.contest_running import ContestProgress
    from plyground.tournament.game_pools import GamePool
    from plyground.tournament.kept_contest import KeptContest

REFRESH_SECONDS = 0.2


class ContestOutput(Destination):
    """What is written when a contest is over: a table or JSON, and files."""

    def write(self, kept: KeptContest, progress: ContestProgress) -> None:
        """Write all of it."""
        from plyground.report.files import write_file
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
    from plyground.tournament.kept_contest import KeptContest

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
        """Draw the table anew, a few times a second."""
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
