"""Building a table: list and solve all positions of a board, pack them, and put the file in its place.

Listing the positions takes most of the time, and what is listed never changes. So every now and then what is
new is appended to files beside the table, and a build that was killed resumes from there.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from plyground.core.position import Position
from plyground.errors import OptionError, TableError
from plyground.solving.retrograde.analysis import AnalysisProgress, Retrograde
from plyground.solving.retrograde.listing_checkpoint import ListingCheckpoint
from plyground.solving.retrograde.table_packing import (
    Layout,
    find_layout,
    list_kinds,
    numbers_of,
    pack_entries,
    pack_numbers,
    sort_by_number,
)
from plyground.solving.retrograde.thread_crew import Crew
from plyground.system.files import written_aside
from plyground.tables.finding import TABLES, UNFINISHED, file_stem
from plyground.tables.format import FORMAT, Header, write_table
from plyground.tables.table import fingerprint_of
from plyground.version import __version__

DEFAULT_MEGABYTES = 1024
CHECKPOINT_SECONDS = 10.0
"""How often what is listed is kept."""

_PACKING_STEPS = 4


@dataclass(frozen=True)
class Building:
    """How far a table is: what is done now, and the seconds that this takes on, if they can be told."""

    progress: AnalysisProgress
    seconds: float
    left: float | None = None

    def __str__(self) -> str:
        phase, done, total, positions = self.progress
        if total is None:
            return f"listing: {positions:,} positions, {positions - done:,} of them to look at"
        estimate = "" if self.left is None else f", about {self.left:.0f} s left"
        return f"{phase}: {100 * done // max(total, 1)} % of {positions:,} positions{estimate}"


def table_path(root: Position) -> Path:
    """Return the file of the table of all positions that can be reached from one."""
    return TABLES.folder / f"{file_stem(root.game)}-{_bare(root).hash & 0xFFFFFFFF:08x}{TABLES.suffix}"


def _bare(position: Position) -> Position:
    """Return a position without its past and without counters, as a table has it."""
    return Position(position.game, position.repetition_key)


def build_table(
    root: Position,
    *,
    megabytes: int = DEFAULT_MEGABYTES,
    threads: int = 0,
    checkpoint_seconds: float = CHECKPOINT_SECONDS,
) -> Generator[Building]:
    """Build the table of all positions that can be reached from one, a step at a time.

    The file is the same whatever the number of threads; 0 stands for one on every core.
    When the last step is over, the file is at `table_path`. A build that was interrupted is resumed.

    Raises:
        OptionError: the positions do not fit into memory.
        TableError: they cannot be written as a table, or another process is building it.
        OSError: the files cannot be written; the error names the table.
    """
    if root.outcome is not None:
        raise OptionError("the game is over in this position: there is nothing to build")
    root = _bare(root)
    fingerprint = fingerprint_of(root.game)
    path = table_path(root)
    with _naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        folder = path.with_suffix(UNFINISHED.suffix)
        folder.mkdir(exist_ok=True)
        with _locked(folder, path):
            analysis = Retrograde(root, megabytes, threads=threads)
            checkpoint = ListingCheckpoint(folder, f"{fingerprint} {root.text}")
            checkpoint.load(analysis)
            yield from _listed(analysis, checkpoint, checkpoint_seconds)
            with Crew(threads) as crew:
                layout = find_layout(analysis.states[: len(analysis)], root.repetition_key, crew)
            yield from _timed(analysis.solve())
            positions = len(analysis)
            for done, _ in enumerate(_packed(analysis, layout, path, fingerprint)):
                yield Building(AnalysisProgress("packing", done, _PACKING_STEPS, positions), 0.0)
            checkpoint.remove()


def _listed(analysis: Retrograde, checkpoint: ListingCheckpoint, pause: float) -> Iterator[Building]:
    began = kept = time.monotonic()
    try:
        for progress in analysis.explore():
            now = time.monotonic()
            if now - kept >= pause:
                checkpoint.keep(analysis)
                kept = time.monotonic()
            yield Building(progress, now - began)
    except (KeyboardInterrupt, GeneratorExit):
        if time.monotonic() - began >= pause:
            checkpoint.keep(analysis)
        raise
    if time.monotonic() - began >= pause:  # what comes now takes as long as a part of what was listed
        checkpoint.keep(analysis)


def _timed(steps: Iterator[AnalysisProgress]) -> Iterator[Building]:
    """Add an estimate to each phase: it takes on as long as it has taken for what is done."""
    phase, began = "", 0.0
    for progress in steps:
        now = time.monotonic()
        if progress.phase != phase:
            phase, began = progress.phase, now
        share = progress.done / max(progress.total or 1, 1)
        seconds = now - began
        yield Building(progress, seconds, seconds * (1 - share) / share if share and seconds else None)


def _packed(analysis: Retrograde, layout: Layout, path: Path, fingerprint: str) -> Iterator[None]:
    """Write the file aside, and rename it when all of it is on the disk."""
    count, game, root = len(analysis), analysis.game, analysis.root
    with Crew(analysis.threads) as crew:
        numbers = numbers_of(analysis.states[:count], layout, crew)
        analysis.forget_states()
        yield
        arrays = (analysis.margins[:count], analysis.distances)
        numbers, (margins, distances) = sort_by_number(numbers, arrays, crew)
        yield
        has_margins = game.rules.largest_margin(game.board) > 1
        if has_margins:
            distances[:] = 0
        kinds, places = list_kinds(margins, distances)
        header = Header(
            format=FORMAT,
            plyground=__version__,
            game=game.name,
            options=game.option_texts,
            rows=game.rows,
            columns=game.columns,
            root=root.text,
            fingerprint=fingerprint,
            is_start=root == game.start(),
            has_counters=analysis.has_counters,
            positions=count,
            wins=int(np.count_nonzero(margins > 0)),
            losses=int(np.count_nonzero(margins < 0)),
            draws=int(np.count_nonzero(margins == 0)),
            kinds=[(margin, None if has_margins or margin == 0 else distance) for margin, distance in kinds],
            layout=layout.bits,
            base=layout.base,
        )
        entries = pack_entries(places, header.entry_bits, crew)
    sections = pack_numbers(numbers) | {"entries": entries}
    yield
    with written_aside(path) as file:
        write_table(file, header, sections)
    yield


@contextlib.contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Let an error name the table, and not a file beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextlib.contextmanager
def _locked(folder: Path, table: Path) -> Iterator[None]:
    """Keep other processes from building the same table; the lock ends with the process.

    The folder stays if something in it is kept.
    """
    with (folder / "lock").open("wb") as lock:
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise TableError(f"another process is building {table}") from None
        try:
            yield
        finally:
            if not (folder / "kept").exists():
                shutil.rmtree(folder, ignore_errors=True)
