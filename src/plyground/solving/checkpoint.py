"""What is listed of a table that is being built, kept on disk: a killed build resumes from there."""

from __future__ import annotations

import contextlib
import os
import zlib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from plyground.solving.retrograde import Retrograde

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
        for name, array in _arrays(analysis).items():
            data = memoryview(array.reshape(-1).view(np.uint8))[sizes[name] :]
            with (self._folder / name).open("r+b" if sizes[name] else "wb") as file:
                file.seek(sizes[name])
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            sizes[name] += len(data)
            checksums[name] = zlib.crc32(data, checksums[name])
        counts = analysis.counts.tolist()
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
                forms = _arrays(analysis)
                arrays = {name: np.frombuffer(self._read(name, kept), forms[name].dtype) for name in _NAMES}
                arrays["states"] = arrays["states"].reshape(-1, analysis.states.shape[1])
                analysis.restore(**arrays, counts=np.array(kept.counts, np.int64))
                self._kept = kept
                return True
        return False

    def remove(self) -> None:
        """Forget what was kept: the table is built."""
        (self._folder / "kept").unlink(missing_ok=True)

    def _read(self, name: str, kept: Kept) -> bytes:
        with (self._folder / name).open("rb") as file:
            data = file.read(kept.sizes[name])
        if len(data) != kept.sizes[name] or zlib.crc32(data) != kept.checksums[name]:
            raise OSError(f"{name} is damaged")
        return data


def _arrays(analysis: Retrograde) -> dict[str, Any]:
    positions, expanded, edges, _ = analysis.counts.tolist()
    return {
        "states": analysis.states[:positions],
        "degrees": analysis.degrees[:expanded],
        "margins": analysis.margins[:expanded],
        "edges": analysis.edges[:edges],
    }
