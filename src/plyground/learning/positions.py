"""Positions of self-play as arrays, and the files that hold them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from plyground.errors import LearningError
from plyground.system.files import written_aside

GAME, LEAF, EXACT = 0, 1, 2
"""Kinds: a position of the game; one that lies a random move or two off it; solved exactly (a flag)."""

NO_RESULT = -32768
"""Stands for the result of a position whose game says nothing about it."""

_KINDS = {
    "words": np.uint64,
    "scores": np.int32,
    "results": np.int16,
    "kinds": np.uint8,
    "games": np.int64,
    "plies": np.int16,
}
_NOTE = "note"
_DATE = (1980, 1, 1, 0, 0, 0)  # equal positions make equal files


@dataclass(frozen=True)
class Positions:
    """Positions with what is known about each, for the side to move.

    words: the words of the states, one row each.
    scores: what a search found, in thousandths of a point; the margin where it is exact.
    results: how the game ended: the margin, or 1, 0 or -1; `NO_RESULT` where that says nothing.
    kinds: `GAME` or `LEAF`, with the flag `EXACT`.
    games: the number of the game that each belongs to.
    plies: how many moves were played before.
    """

    words: Any
    scores: Any
    results: Any
    kinds: Any
    games: Any
    plies: Any

    def __len__(self) -> int:
        return len(self.scores)

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        """Put several together, in their order; there must be one."""
        names = [each.name for each in fields(cls)]
        return cls(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


def save_positions(path: Path, positions: Positions, note: dict[str, Any]) -> None:
    """Write positions to a file, with a note about what they are; the file is whole or not there.

    Its folder is made if it is missing.

    Raises:
        LearningError: it cannot be written.
    """
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise LearningError(f"{path.parent} cannot be made: {error.strerror}") from error
    try:
        with written_aside(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            for each in fields(Positions):
                _write(archive, each.name, getattr(positions, each.name))
            _write(archive, _NOTE, np.frombuffer(json.dumps(note, sort_keys=True).encode(), np.uint8))
    except OSError as error:
        raise LearningError(f"{path} cannot be written: {error.strerror}") from error


def _write(archive: zipfile.ZipFile, name: str, array: Any) -> None:
    content = io.BytesIO()
    np.lib.format.write_array(content, np.ascontiguousarray(array), allow_pickle=False)
    archive.writestr(zipfile.ZipInfo(f"{name}.npy", _DATE), content.getvalue())


def load_positions(path: Path) -> tuple[Positions, dict[str, Any]]:
    """Read what `save_positions` wrote; every byte is verified by a checksum.

    Raises:
        LearningError: the file is damaged or cannot be read.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            arrays = {name: _read(archive, name, kind) for name, kind in _KINDS.items()}
            note = json.loads(_read(archive, _NOTE, np.uint8).tobytes())
    except OSError as error:
        raise LearningError(f"{path} cannot be read: {error.strerror}") from error
    except (zipfile.BadZipFile, LookupError, ValueError, EOFError, NotImplementedError) as error:
        raise LearningError(f"{path} is damaged: {error}") from error
    found = Positions(**arrays)
    lengths = {len(array) for array in arrays.values()}
    if len(lengths) != 1 or found.words.ndim != 2 or not isinstance(note, dict):
        raise LearningError(f"{path} is damaged: its arrays do not fit together")
    return found, note


def _read(archive: zipfile.ZipFile, name: str, kind: type) -> Any:
    array = np.lib.format.read_array(io.BytesIO(archive.read(f"{name}.npy")), allow_pickle=False)
    if array.dtype != kind or array.ndim != (2 if name == "words" else 1):
        raise ValueError(f"{name} is not what it should be")
    return array
