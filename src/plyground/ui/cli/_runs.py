"""Long work: its options, how it is resumed and stopped, and how long it takes."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli._output import Output, StatusLine

if TYPE_CHECKING:
    from plyground.store.runs import StoredRun
    from plyground.tournament.game_pools import GamePool

EXIT_INTERRUPTED = 130


def tell(text: str) -> None:
    """Write a line for people, on standard error."""
    click.echo(f"plyground: {text}", err=True)


@dataclass(frozen=True)
class RunOptions(Output):
    """Where a run is kept, who plays its games, and where its result goes."""

    store: Path | None = None
    processes: int | None = None
    cluster: str | None = None

    def pool(self) -> GamePool:
        """Return who plays the games: processes of this machine, or a cluster."""
        from plyground.tournament.game_pools import GameClusterPool, HerePool, ProcessPool, usual_processes

        if self.cluster is None:
            return HerePool() if self.processes == 0 else ProcessPool(self.processes or usual_processes())
        if self.processes is not None:
            raise click.UsageError("--processes and --cluster are two ways to play; give one of them")
        return GameClusterPool(self.cluster)

    def announce(self, id: str) -> None:
        """Say how a run is resumed, before there is anything to lose."""
        tell(f"if this is interrupted, {self._resumes(id)}")

    def remind(self, id: str) -> None:
        """Say once more how a run is resumed."""
        tell(self._resumes(id))

    def _resumes(self, id: str) -> str:
        return f"'plyground resume {id}{f' --store {self.store}' if self.store else ''}' resumes it"

    @contextlib.contextmanager
    def resumable(self, kept: StoredRun[Any], screen: StatusLine | None = None) -> Iterator[StatusLine]:
        """Say how a run is resumed; at Ctrl-C mark it as stopped and say so again."""
        self.announce(kept.id)
        with screen or StatusLine() as shown:
            try:
                yield shown
            except KeyboardInterrupt:
                kept.stop()
                shown.clear()
                self.remind(kept.id)
                raise


@contextlib.contextmanager
def stopped_by_interrupt(stop: Callable[[], None]) -> Iterator[list[int]]:
    """Let the first Ctrl-C call `stop`, and the second one end the program; yield the signals that came."""
    interrupts: list[int] = []

    def hear(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        interrupts.append(number)
        stop()

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)


def time_left(seconds: float | None) -> str:
    """Write how long the rest will take, to follow other words; nothing if that is not known."""
    from plyground.report.formats import duration

    if seconds is None:
        return ""
    return f", about {duration(seconds) if seconds >= 60 else f'{max(seconds, 1):.0f} s'} left"
