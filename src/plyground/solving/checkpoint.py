"""A checkpoint: the costliest entries of a solver's table in a file, from which a run resumes.

The file is a line that names the format, the entries as little-endian words, JSON (whose table it is, how
far the run has come) with its length, and a digest of all that. It is written and read a megabyte at a time,
so that the memory of a run stays that of its table. Its entries are taken for proved: whoever can write the
file can prove anything with it. Retrograde analysis has no table; its checkpoint is a folder with what it has
listed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from plyground.core.position import Game, Position
from plyground.errors import ArenaError, PlygroundError, shortened
from plyground.jit import Kernel
from plyground.solving.retrograde.listing_checkpoint import KEPT
from plyground.solving.solver import Solver
from plyground.system.files import written_aside
from plyground.version import __version__

MOST_BYTES = 64 * 2**20
ENTRY_BYTES = 16
MOST_ENTRIES = MOST_BYTES // ENTRY_BYTES

_MAGIC = b"plyground checkpoint 2\n"
_LENGTH = struct.Struct("<I")
_CHUNK_BYTES = 1 << 20
_DIGEST_SIZE = 32
_WORDS = np.dtype("<u8")


class CheckpointError(PlygroundError):
    """A checkpoint cannot be read, written or used. Whoever runs the solver reports it and continues."""


@dataclass(frozen=True)
class RunProgress:
    """How far a run had come when its table was saved."""

    nodes: int = 0
    seconds: float = 0.0


def rules_fingerprint(game: Game) -> str | None:
    """Return a digest of the rules of a game and its board, None if it cannot be told what the rules do.

    It cannot where they run as plain Python, or depend on what the cache of kernels does not know either.
    """
    from plyground.jit.fingerprint import UnknownContentError, content_of

    kernels = [
        (field.name, value)
        for field in dataclasses.fields(game.rules)
        if isinstance(value := getattr(game.rules, field.name), Kernel)
    ]
    if not {"legal_moves", "play", "result"} <= {name for name, _ in kernels}:
        return None
    digest = hashlib.blake2b(repr((__version__, game.name, game.board)).encode(), digest_size=20)
    try:
        for name, value in kernels:
            digest.update(f"{name} {content_of(value).digest} ".encode())
    except UnknownContentError:
        return None
    return digest.hexdigest()


def check_rules(game: Game, fingerprint: str | None) -> None:
    """Make sure that what a run did before still holds.

    Raises:
        ArenaError: the rules of the game are others than when the run was begun.
    """
    if rules_fingerprint(game) != fingerprint:
        problem = "have changed since this run was begun, or Plyground has; begin it again"
        raise ArenaError(f"the rules of {game.name} {problem}")


def write_checkpoint(path: Path, solver: Solver, progress: RunProgress) -> None:
    """Save the costliest entries of a solver's table, a chunk at a time; a run may be under way.

    Raises:
        CheckpointError: it cannot be written; what was there before stays.
    """
    if solver.retrograde is not None:
        with _telling_problems(path, "written"):
            solver.retrograde.keep_listing(path, _listing_subject(solver), progress.seconds)
        return
    about = {**_identity(solver), **dataclasses.asdict(progress)}
    with _telling_problems(path, "written"), written_aside(path) as file:
        file.write(_MAGIC)
        for entries in solver.searcher.save_entries(MOST_ENTRIES):
            file.write(entries.astype(_WORDS, copy=False).data)
        described = json.dumps(about).encode()
        file.write(described + _LENGTH.pack(len(described)))
        file.write(_digest(file, file.tell()))


def is_listing(path: Path) -> bool:
    """Tell whether a checkpoint is one of retrograde analysis."""
    return (path / KEPT).is_file()


def load_checkpoint(path: Path, solver: Solver, root: Position) -> RunProgress:
    """Put the entries of a checkpoint into a solver's table; return how far the run had come.

    Retrograde analysis counts the positions it has listed again, so only its seconds are returned.

    Raises:
        CheckpointError: it is missing, damaged, or of another game, board, method or version.
    """
    if solver.retrograde is not None:
        seconds = solver.retrograde.load_listing(path, _listing_subject(solver), root)
        if seconds is None:
            raise CheckpointError(f"{shortened(str(path))} is missing, damaged, or of another analysis")
        return RunProgress(seconds=seconds)
    with _telling_problems(path, "read"), path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise CheckpointError(f"{shortened(str(path))} is no checkpoint of this version")
        end = os.fstat(file.fileno()).st_size - _DIGEST_SIZE
        if end < len(_MAGIC) or _digest(file, end) != file.read(_DIGEST_SIZE):
            raise CheckpointError(f"{shortened(str(path))} is damaged")
        end = file.seek(end - _LENGTH.size)
        end = file.seek(end - _LENGTH.unpack(file.read(_LENGTH.size))[0])
        about = json.loads(file.read()[: -_LENGTH.size - _DIGEST_SIZE])
        for name, value in _identity(solver).items():
            if about[name] != value:
                raise CheckpointError(f"{shortened(str(path))} is of another {name}")
        left = end - file.seek(len(_MAGIC))
        while left:
            chunk = file.read(min(_CHUNK_BYTES, left))
            solver.searcher.load_entries(np.frombuffer(chunk, _WORDS).astype(np.uint64).reshape(-1, 2))
            left -= len(chunk)
        return RunProgress(about["nodes"], about["seconds"])


def _digest(file: BinaryIO, length: int) -> bytes:
    """Return the digest of the beginning of a file, and leave the file behind that."""
    digest = hashlib.blake2b(digest_size=_DIGEST_SIZE)
    file.seek(0)
    while length > 0 and (chunk := file.read(min(_CHUNK_BYTES, length))):
        digest.update(chunk)
        length -= len(chunk)
    return digest.digest()


def _identity(solver: Solver) -> dict[str, Any]:
    """Return what has to be the same where the entries are used again."""
    game = solver.game
    return {
        "game": game.name,
        "board": f"{game.rows}x{game.columns}",
        "method": solver.method,
        "layout": solver.searcher.method.layout,
        "rules": rules_fingerprint(game),
    }


def _listing_subject(solver: Solver) -> str:
    return f"{__version__} {rules_fingerprint(solver.game)}"


@contextlib.contextmanager
def _telling_problems(path: Path, action: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        problem = f"{shortened(str(path))} cannot be {action}: {error.strerror}"
        raise CheckpointError(problem) from error
