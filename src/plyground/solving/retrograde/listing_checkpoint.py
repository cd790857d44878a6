"""What is listed of a table that is being built, kept on disk: a killed build resumes from there."""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np

from plyground.solving.retrograde.analysis import Retrograde

_NAMES = ("states", "degrees", "margins", "edges")


class Kept(msgspec.Struct, frozen=True):
    """How much of each file counts, with its checksum; what was written behind it is not complete."""

    subject: str
    counts: list[int]
    sizes: dict[str, int]
    checksums: dict[str, int]


class Checkpoint:
    """The files of one analysis. They only grow, until they are removed with their folder."""

    def __init__(self, folder: Path, subject: str) -> None:
        self._folder = folder
        self._kept = Kept(subject, [], dict.fromkeys(_NAMES, 0), dict.fromkeys(_NAMES, 0))

    def keep(self, analysis: Retrograde) -> None:
        """Append what is new, then say that it counts.

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
        self._kept = Kept(self._kept.subject, counts, sizes, checksums)
        aside = self._folder / "kept.writing"
        aside.write_bytes(msgspec.json.encode(self._kept))
        aside.replace(self._folder / "kept")

    def load(self, analysis: Retrograde) -> bool:
        """Restore what was kept; what is of another analysis or damaged is left aside.

        Raises:
            OptionError: it does not fit into memory.
        """
        with contextlib.suppress(OSError, msgspec.DecodeError, KeyError):
            kept = msgspec.json.decode((self._folder / "kept").read_bytes(), type=Kept)
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
        (self._folder / "kept").unlink(missing_ok=True)

    def _read(self, name: str, data: memoryview, kept: Kept) -> bool:
        """Read one file into the memory of an analysis; return whether it is what was written."""
        with (self._folder / name).open("rb") as file:
            is_whole = file.readinto(data) == len(data) == kept.sizes[name]
        return is_whole and zlib.crc32(data) == kept.checksums[name]


def _bytes(analysis: Retrograde, counts: list[int]) -> Iterator[tuple[str, memoryview]]:
    """Go through the arrays of an analysis as bytes."""
    for name, array in analysis.listed(counts).items():
        yield name, memoryview(array.reshape(-1).view(np.uint8))
