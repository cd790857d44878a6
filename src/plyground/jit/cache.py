"""Compiled kernels on disk: one file for each function content, signature and machine.

A file is complete or it is not there (it is written aside and renamed), so any number of
processes may compile at once. Whatever goes wrong with the disk costs the cache and nothing
else. The files are pickles, which run code when they are read: the folder must belong to
the user alone, or it is not used. What has to be compiled is announced to whoever waits.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import math
import os
import stat
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from plyground.jit.versions import why_plain

Listener = Callable[[str, float | None], None]
"""Hears what is compiled, and how many seconds that took here before, if it did."""

_listener: Listener | None = None
_has_announced = False


def listen_to_compiler(listener: Listener | None) -> None:
    """Pass every compilation to a listener, instead of writing one line to standard error."""
    global _listener
    _listener = listener


def announce(label: str, seconds: float | None) -> None:
    """Notify the listener; without one, announce each compilation once per process."""
    global _has_announced
    if _listener is not None:
        _listener(label, seconds)
    elif not _has_announced:
        _has_announced = True
        # Nobody may be listening: no such stream, or one that was closed.
        with contextlib.suppress(AttributeError, OSError, ValueError):
            told = "" if seconds is None else f" (about {max(seconds, 1):.0f} s last time)"
            sys.stderr.write(f"plyground: compiling {label} once{told}\n")
            sys.stderr.flush()


_FORMAT = b"plyground kernel 1\n"
_SUFFIX = ".kernel"
_SECONDS_SUFFIX = ".seconds"
_COUNT_SUFFIX = ".count"
_CHECKSUM_SIZE = 32
_LARGEST_TOTAL = 512 * 1024 * 1024
_WRITERS = 4  # this many processes may fill a folder at once before it grows too large


@dataclass
class _Filling:
    """The bytes in a folder when it was last scanned, and those written by this process since."""

    seen: int
    written: int = 0


_fillings: dict[Path, _Filling] = {}


def cache_folder() -> Path:
    """Return the folder of the cache, whether it exists or not.

    ``PLYGROUND_CACHE_DIR`` names it; without that it lies where this system keeps caches.
    """
    named = os.environ.get("PLYGROUND_CACHE_DIR")
    usual = platformdirs.user_cache_path("plyground", appauthor=False)
    try:
        return (Path(named) if named else usual).expanduser()
    except RuntimeError:  # a user without a home, as in some containers, gets no cache
        return Path(os.devnull) / "plyground"


@dataclass(frozen=True)
class CacheReport:
    """What `plyground doctor` reports about the cache."""

    folder: Path
    files: int
    bytes: int
    problem: str | None


def inspect_cache() -> CacheReport:
    """Inspect the cache without changing it."""
    folder = cache_folder()
    try:
        sizes = [entry.stat().st_size for entry in _entries(folder)]
    except OSError:
        sizes = []
    return CacheReport(folder, len(sizes), sum(sizes), why_unusable(folder))


def clear_cache() -> CacheReport:
    """Remove every cached kernel, and what was noted about compiling, and return what there was.

    Raises:
        OSError: a file could not be removed.
    """
    before = inspect_cache()
    if before.folder.is_dir():
        notes = (before.folder.glob(f"*{suffix}") for suffix in (_SECONDS_SUFFIX, _COUNT_SUFFIX))
        for entry in itertools.chain(_entries(before.folder), *notes):
            entry.unlink(missing_ok=True)
    return before


def why_unusable(folder: Path) -> str | None:
    """Return why `folder` cannot hold the cache, or None if it can."""
    try:
        status = folder.stat()
    except FileNotFoundError:
        return _why_not_created(folder)
    except OSError as error:
        return f"{error.strerror}"
    if not stat.S_ISDIR(status.st_mode):
        return "it is not a folder"
    if not os.access(folder, os.W_OK | os.X_OK):
        return "it is read-only"
    return _why_not_private(status)


def _why_not_created(folder: Path) -> str | None:
    parent = folder.parent
    while not parent.exists() and parent != parent.parent:
        parent = parent.parent
    if os.access(parent, os.W_OK | os.X_OK):
        return None
    return f"it does not exist, and {parent} is read-only"


def load(name: str) -> bytes | None:
    """Return what was saved under `name`, or None if there is nothing complete."""
    folder = cache_folder()
    path = folder / (name + _SUFFIX)
    try:
        if _why_not_private(folder.stat()):
            return None
        with path.open("rb") as file:
            # It may have been put there when the folder was not private yet.
            if _why_not_private(os.fstat(file.fileno())):
                return None
            content = file.read()
    except OSError:
        return None
    checksum_end = len(_FORMAT) + _CHECKSUM_SIZE
    payload = content[checksum_end:]
    if content[:checksum_end] != _FORMAT + hashlib.sha256(payload).digest():
        return None
    with contextlib.suppress(OSError):  # a read-only cache is still a cache
        os.utime(path)  # the oldest unused files go first when the folder is full
    return payload


def save(name: str, payload: bytes) -> None:
    """Store `payload` under `name`, if the disk allows it."""
    folder = cache_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _why_not_private(folder.stat()):
            return
        _write_whole(folder / (name + _SUFFIX), payload)
        _note_written(folder, len(payload))
    except OSError:
        return


def seconds_known(label: str) -> float | None:
    """Return how long something last took to compile here; None if it never did."""
    return _noted(label, _SECONDS_SUFFIX)


def note_seconds(label: str, seconds: float) -> None:
    """Store how long something took to compile, if the disk allows it."""
    _note(label, _SECONDS_SUFFIX, f"{seconds:.3f}")


def kernels_known(label: str) -> int | None:
    """Return how many kernels were compiled for something here; None if that was never counted."""
    count = _noted(label, _COUNT_SUFFIX)
    return None if count is None else int(count)


def note_kernels(label: str, count: int) -> None:
    """Store how many kernels were compiled for something, if the disk allows it.

    Fewer than before means that some were cached: the larger number stays.
    """
    if count > (kernels_known(label) or 0):
        _note(label, _COUNT_SUFFIX, str(count))


def _noted(label: str, suffix: str) -> float | None:
    try:
        number = float(_note_file(label, suffix).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return number if math.isfinite(number) else None


def _note(label: str, suffix: str, text: str) -> None:
    with contextlib.suppress(OSError):
        file = _note_file(label, suffix)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.write_text(f"{text}\n", encoding="ascii")


def _note_file(label: str, suffix: str) -> Path:
    digest = hashlib.blake2b(label.encode("utf-8", "replace"), digest_size=16).hexdigest()
    return cache_folder() / f"{digest}{suffix}"


def is_shared() -> bool:
    """Return whether other processes find here what this one compiles."""
    return why_plain() is None and why_unusable(cache_folder()) is None


def _why_not_private(status: os.stat_result) -> str | None:
    """Return why another user could have written to a folder or a file, or None."""
    if sys.platform == "win32":  # folders below the user's profile are private there
        return None
    if status.st_uid != os.geteuid():
        return "it belongs to another user"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "other users may write to it"
    return None


def _write_whole(path: Path, payload: bytes) -> None:
    handle, aside = tempfile.mkstemp(prefix="writing-", suffix=_SUFFIX, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_FORMAT + hashlib.sha256(payload).digest() + payload)
        Path(aside).replace(path)
    finally:  # whatever stopped it, a key press too; if nothing did, there is no such file now
        with contextlib.suppress(OSError):
            Path(aside).unlink()


def _note_written(folder: Path, size: int) -> None:
    """Scan the folder when it may be full: scanning it for every file would take longer than writing."""
    filling = _fillings.get(folder)
    if filling is not None:
        filling.written += size
    if filling is None or filling.seen + _WRITERS * filling.written > _LARGEST_TOTAL:
        _fillings[folder] = _Filling(_make_room(folder))


def _make_room(folder: Path) -> int:
    """Remove the least recently used files if the folder is too large; return the bytes left."""
    with os.scandir(folder) as entries:
        files = [(entry.stat(), entry.path) for entry in entries if entry.name.endswith(_SUFFIX)]
    total = sum(status.st_size for status, _ in files)
    if total > _LARGEST_TOTAL:
        for _, size, path in sorted((status.st_mtime, status.st_size, path) for status, path in files):
            Path(path).unlink(missing_ok=True)
            total -= size
            if total <= _LARGEST_TOTAL:
                break
    return total


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{_SUFFIX}"))
