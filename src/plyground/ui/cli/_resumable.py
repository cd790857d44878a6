"""Long work on the command line: it says how it is resumed, stops at Ctrl-C, and shows how long it takes."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import click

EXIT_INTERRUPTED = 130


class _Stoppable(Protocol):
    id: str

    def stop(self) -> None: ...


class _Screen(Protocol):
    def clear(self) -> None: ...


def tell(text: str) -> None:
    """Write a line for people, on standard error."""
    click.echo(f"plyground: {text}", err=True)


def resume_command(id: str, store: Path | None) -> str:
    """Return the command that resumes a run, in quotes."""
    return f"'plyground resume {id}{f' --store {store}' if store else ''}'"


def announce_resuming(id: str, store: Path | None) -> None:
    """Say how a run is resumed, before there is anything to lose."""
    tell(f"if this is interrupted, {resume_command(id, store)} resumes it")


@contextlib.contextmanager
def resumable(kept: _Stoppable, store: Path | None, screen: _Screen) -> Iterator[None]:
    """Say how a run is resumed; at Ctrl-C mark it as stopped and say so again."""
    announce_resuming(kept.id, store)
    try:
        yield
    except KeyboardInterrupt:
        kept.stop()
        screen.clear()
        tell(f"{resume_command(kept.id, store)} resumes it")
        raise
    finally:
        screen.clear()


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
