"""A checkpoint: the costliest entries of a solver's table in a file, from which a run resumes.

The file is a line that names the format, a line of JSON (whose table it is, how far the run has come), the
entries as little-endian words, and a digest of all that. Its entries are taken for proved: whoever can
write the file can prove anything with it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.position import Game
from plyground.errors import PlygroundError, shortened
from plyground.jit import Kernel
from plyground.solving.entries import Entries
from plyground.solving.solver import Solver
from plyground.version import __version__

MOST_BYTES = 64 * 2**20
ENTRY_BYTES = 16
MOST_ENTRIES = MOST_BYTES // ENTRY_BYTES

_MAGIC = b"plyground checkpoint 1\n"
_LONGEST_HEADER = 1 << 16
_DIGEST_SIZE = 32
_WORDS = np.dtype("<u8")


class CheckpointError(PlygroundError):
    """A checkpoint cannot be read, written or used. Whoever runs the solver reports it and continues."""


@dataclass(frozen=True)
class Progress:
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


def write_checkpoint(path: Path, solver: Solver, progress: Progress) -> None:
    """Save the costliest entries of a solver's table; a run may be under way.

    Raises:
        CheckpointError: it cannot be written; what was there before stays.
    """
    entries = solver.searcher.save_entries(MOST_ENTRIES)
    header = {**_identity(solver), **dataclasses.asdict(progress), "entries": len(entries)}
    content = entries.astype(_WORDS, copy=False).reshape(-1).view(np.uint8).data
    parts = (
        _MAGIC,
        json.dumps(header).encode() + b"\n",
        content,
    )
    digest = hashlib.blake2b(digest_size=_DIGEST_SIZE)
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with _telling_problems(path, "written"):
        try:
            with aside.open("xb") as file:
                for part in parts:
                    digest.update(part)
                    file.write(part)
                file.write(digest.digest())
                file.flush()
                os.fsync(file.fileno())
            aside.replace(path)
        except BaseException:
            aside.unlink(missing_ok=True)
            raise


def load_checkpoint(path: Path, solver: Solver) -> Progress:
    """Put the entries of a checkpoint into a solver's table; return how far the run had come.

    Raises:
        CheckpointError: it is missing, damaged, or of another game, board, method or version.
    """
    with _telling_problems(path, "read"):
        if path.stat().st_size > MOST_BYTES + _LONGEST_HEADER:
            raise _damaged(path)
        content = path.read_bytes()
    whole, digest = content[:-_DIGEST_SIZE], content[-_DIGEST_SIZE:]
    if not whole.startswith(_MAGIC):
        raise CheckpointError(f"{shortened(str(path))} is no checkpoint of this version")
    if hashlib.blake2b(whole, digest_size=_DIGEST_SIZE).digest() != digest:
        raise _damaged(path)
    header, entries = _parts(whole, path)
    for name, value in _identity(solver).items():
        if header.get(name) != value:
            raise CheckpointError(f"{shortened(str(path))} is of another {name}")
    solver.searcher.load_entries(entries)
    return Progress(header["nodes"], header["seconds"])


def _parts(whole: bytes, path: Path) -> tuple[dict[str, Any], Entries]:
    line, _, rest = whole[len(_MAGIC) :].partition(b"\n")
    try:
        header = json.loads(line)
        is_sound = len(rest) == header["entries"] * ENTRY_BYTES
        is_sound &= isinstance(header["nodes"], int) and isinstance(header["seconds"], float)
    except (ValueError, TypeError, LookupError) as error:
        raise _damaged(path) from error
    if not is_sound:
        raise _damaged(path)
    return header, np.frombuffer(rest, _WORDS).astype(np.uint64).reshape(-1, 2)


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


def _damaged(path: Path) -> CheckpointError:
    return CheckpointError(f"{shortened(str(path))} is damaged")


@contextlib.contextmanager
def _telling_problems(path: Path, action: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        problem = f"{shortened(str(path))} cannot be {action}: {error.strerror}"
        raise CheckpointError(problem) from error
