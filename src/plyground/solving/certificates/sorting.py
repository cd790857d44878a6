"""Sorting more records than fit into memory: sorted runs in temporary files, merged at the end."""

from __future__ import annotations

import heapq
import tempfile
from collections.abc import Iterator
from types import TracebackType
from typing import IO

RECORDS_IN_MEMORY = 1 << 19
"""So many records are held and sorted at a time: some 50 MB in Python."""

_RECORDS_READ = 1 << 12


class RecordSorter:
    """Takes records of one width in any order; yields them sorted, equal ones once."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._held: set[bytes] = set()
        self._runs: list[IO[bytes]] = []

    def __enter__(self) -> RecordSorter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for run in self._runs:
            run.close()

    def add(self, record: bytes) -> None:
        """Take one more record."""
        self._held.add(record)
        if len(self._held) >= RECORDS_IN_MEMORY:
            self._spill()

    def _spill(self) -> None:
        run = tempfile.TemporaryFile()  # noqa: SIM115  # it is closed when the sorter is
        self._runs.append(run)
        run.write(b"".join(sorted(self._held)))
        self._held.clear()

    def __iter__(self) -> Iterator[bytes]:
        last = None
        for record in heapq.merge(*map(self._read, self._runs), sorted(self._held)):
            if record != last:
                yield record
            last = record

    def _read(self, run: IO[bytes]) -> Iterator[bytes]:
        run.seek(0)
        while chunk := run.read(_RECORDS_READ * self._width):
            for start in range(0, len(chunk), self._width):
                yield chunk[start : start + self._width]
