"""What an analysis has listed so far, in files that only grow.

Listing the positions takes most of the time of retrograde analysis, and what is listed never changes. So
every now and then what is new is appended, and an analysis that was killed continues listing from there.
"""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np

from plyground.solving.retrograde.analysis import Retrograde

KEPT = "kept"
"""The file that says how much of the others counts."""
_NAMES = ("states", "degrees", "margins", "edges")


class _Kept(msgspec.Struct, frozen=True):
    """How much of each file counts, with its checksum; what was written behind it is not complete."""

    subject: str
    counts: list[int]
    sizes: dict[str, int]
    checksums: dict[str, int]
    seconds: float = 0.0


class ListingCheckpoint:
    """The files of one analysis. They only grow, until they are removed with their folder."""

    def __init__(self, folder: Path, subject: str) -> None:
        self._folder = folder
        self._kept = _Kept(subject, [], dict.fromkeys(_NAMES, 0), dict.fromkeys(_NAMES, 0))

    @property
    def folder(self) -> Path:
        """Where the files are."""
        return self._folder

    @property
    def seconds(self) -> float:
        """How long listing had taken by then, as far as `keep` was told."""
        return self._kept.seconds

    def keep(self, analysis: Retrograde, seconds: float = 0.0) -> None:
        """Append what is new, then say that it counts. Positions may be listed meanwhile, but not solved.

        Raises:
            OSError: it cannot be written.
        """
        sizes, checksums = dict(self._kept.sizes), dict(self._kept.checksums)
        counts = analysis.counts.tolist()
        for name, listed in _bytes(analysis, counts):
            data = listed[sizes[name] :]
            with (self._folder / name).open("r+b" if sizes[name] else "wb") as file:
                file.seek(sizes[name])
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            sizes[name] += len(data)
            checksums[name] = zlib.crc32(data, checksums[name])
        self._kept = _Kept(self._kept.subject, counts, sizes, checksums, seconds)
        aside = self._folder / "kept.writing"
        aside.write_bytes(msgspec.json.encode(self._kept))
        aside.replace(self._folder / KEPT)

    def load(self, analysis: Retrograde) -> bool:
        """Restore what was kept; what is of another analysis or damaged is left aside.

        Raises:
            OptionError: it does not fit into memory.
        """
        with contextlib.suppress(OSError, msgspec.DecodeError, KeyError):
            kept = msgspec.json.decode((self._folder / KEPT).read_bytes(), type=_Kept)
            if kept.subject == self._kept.subject:
                analysis.check_room(kept.counts)
                if all(self._read(name, data, kept) for name, data in _bytes(analysis, kept.counts)):
                    analysis.resume(kept.counts)
                    self._kept = kept
                    return True
        analysis.begin()  # what was read is not used
        return False

    def remove(self) -> None:
        """Forget what was kept: the table is built."""
        (self._folder / KEPT).unlink(missing_ok=True)

    def _read(self, name: str, data: memoryview, kept: _Kept) -> bool:
        """Read one file into the memory of an analysis; return whether it is what was written."""
        with (self._folder / name).open("rb") as file:
            is_whole = file.readinto(data) == len(data) == kept.sizes[name]
        return is_whole and zlib.crc32(data) == kept.checksums[name]


def _bytes(analysis: Retrograde, counts: list[int]) -> Iterator[tuple[str, memoryview]]:
    """Go through the arrays of an analysis as bytes."""
    for name, array in analysis.listed(counts).items():
        yield name, memoryview(array.reshape(-1).view(np.uint8))
