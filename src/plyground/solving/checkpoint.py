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
            data = {name: self._read(name, kept) for name in _NAMES}
            if kept.subject == self._kept.subject and all(each is not None for each in data.values()):
                forms = _arrays(analysis)
                arrays = {name: np.frombuffer(data[name], forms[name].dtype) for name in _NAMES}
                words = analysis.states.shape[1]
                arrays["states"] = arrays["states"].reshape(-1, words)
                analysis.restore(**arrays, counts=np.array(kept.counts, np.int64))
                self._kept = kept
                return True
        return False

    def _read(self, name: str, kept: Kept) -> bytes | None:
        with (self._folder / name).open("rb") as file:
            data = file.read(kept.sizes[name])
        is_whole = len(data) == kept.sizes[name] and zlib.crc32(data) == kept.checksums[name]
        return data if is_whole else None


def _arrays(analysis: Retrograde) -> dict[str, Any]:
    positions, expanded, edges, _ = analysis.counts.tolist()
    return {
        "states": analysis.states[:positions],
        "degrees": analysis.degrees[:expanded],
        "margins": analysis.margins[:expanded],
        "edges": analysis.edges[:edges],
    }
