"""Files of the user: where data is kept and found, and how a file is written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO

import platformdirs

from plyground.errors import PlygroundError


def data_folder() -> Path:
    """Return the folder of the user's games and tables, whether it exists or not.

    ``PLYGROUND_DATA_DIR`` names it; without that it lies where this system keeps data.

    Raises:
        RuntimeError: the user has no home folder, and none is named.
    """
    named = os.environ.get("PLYGROUND_DATA_DIR")
    usual = platformdirs.user_data_path("plyground", appauthor=False)
    return (Path(named) if named else usual).expanduser()


def data_path(name: str, what: str, error: type[PlygroundError]) -> Path:
    """Return a file or folder of the data folder, whether it exists or not; `what` is kept in it.

    Raises:
        PlygroundError: an `error`: the user has no home folder, and none is named.
    """
    try:
        return data_folder() / name
    except RuntimeError as problem:
        text = f"there is no home folder to keep {what} in; set PLYGROUND_DATA_DIR"
        raise error(text) from problem


@dataclass(frozen=True)
class DataFiles:
    """Files of one kind: the user's own, below the data folder, and those that come with Plyground."""

    kind: str
    suffix: str
    error: type[PlygroundError]
    shipped: Path | None = None

    @property
    def folder(self) -> Path:
        """The folder of the user's own, whether it exists or not.

        Raises:
            PlygroundError: the user has no home folder, and none is named.
        """
        return data_path(self.kind, self.kind, self.error)

    def own(self, stem: str = "*") -> list[Path]:
        """Return the user's own files in the order of their names.

        Raises:
            PlygroundError: the user has no home folder, and none is named.
        """
        return sorted(self.folder.glob(f"{stem}{self.suffix}"))

    def given(self, stem: str = "*") -> list[Path]:
        """Return the files that come with Plyground, in the order of their names."""
        return [] if self.shipped is None else sorted(self.shipped.glob(f"{stem}{self.suffix}"))

    def found(self, stem: str = "*") -> list[Path]:
        """Return all files, the user's own first; without a home folder there are only the others."""
        own = []
        with contextlib.suppress(self.error):
            own = self.own(stem)
        return [*own, *self.given(stem)]

    def name(self, game: str, rows: int, columns: int) -> str:
        """Return the name of the file that belongs to a board.

        >>> DataFiles("weights", ".weights", PlygroundError).name("othello", 8, 8)
        'othello-8x8.weights'
        """
        return f"{self.stem(game, f'{rows}x{columns}')}{self.suffix}"

    def stem(self, game: str, size: str) -> str:
        """Return that name without its end; a size may be a pattern of `found`."""
        return f"{re.sub(r'[^A-Za-z0-9_-]', '_', game)}-{size}"


def write_file(path: Path, text: str) -> None:
    """Write a text to a file. What was there before stays until all of it is written.

    Raises:
        OSError: it cannot be written; the error names `path`, and leaves nothing behind.
    """
    with written_whole(path) as file:
        file.write(text)


def check_place(path: Path) -> None:
    """Try whether a file could be written, before the hours of work whose result it will hold.

    Raises:
        OSError: it could not.
    """
    with _named(path):
        if path.is_dir():
            path.open("wb")
        elif not _is_special(path):
            aside, file = _opened_aside(path.resolve())
            file.close()
            aside.unlink()


@contextlib.contextmanager
def written_whole(path: Path) -> Iterator[TextIO]:
    """Open a text file to be written aside, as `written_aside` does."""
    with written_aside(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        yield text
        text.flush()
        text.detach()


@contextlib.contextmanager
def written_aside(path: Path) -> Iterator[BinaryIO]:
    """Open a file to be written next to `path`, and rename it when all of it is on the disk.

    Whatever goes wrong, an interruption too, removes it. A link goes on pointing to the file; a pipe or a
    device is written to where it is.

    Raises:
        OSError: it cannot be written; the error names `path`.
    """
    with _named(path):
        if path.is_dir() or _is_special(path):
            with path.open("ab") as special:
                yield special
            return
        target = path.resolve()
        aside, file = _opened_aside(target)
        try:
            with file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            aside.replace(target)
        except BaseException:
            aside.unlink(missing_ok=True)
            raise


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let an error name the file that was asked for, and not the one aside."""
    try:
        yield
    except OSError as error:
        if error.filename is not None and Path(error.filename).parent != path.resolve().parent:
            raise  # about another file
        raise OSError(error.errno, error.strerror, str(path)) from error


def _is_special(path: Path) -> bool:
    """Tell whether a path leads to a pipe or a device, or to what is open already, as /dev/stdout does."""
    is_open = path.absolute().parent in {Path("/dev"), Path("/dev/fd"), Path("/proc/self/fd")}
    return path.exists() and (is_open or not path.is_file())


def _opened_aside(target: Path) -> tuple[Path, BinaryIO]:
    """Open a new file next to a file that may be replaced; who may read it is as for the old one."""
    is_there = target.exists()
    if is_there and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    aside = target.with_name(f".writing-{secrets.token_hex(8)}")
    file = aside.open("x+b")
    if is_there:
        aside.chmod(target.stat().st_mode & 0o777)
    return aside, file
