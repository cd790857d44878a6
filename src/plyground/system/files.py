"""Folders and files of the user: where data is kept, and how a file is written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import platformdirs


def data_folder() -> Path:
    """Return the folder of the user's games and tables, whether it exists or not.

    ``PLYGROUND_DATA_DIR`` names it; without that it lies where this system keeps data.

    Raises:
        RuntimeError: the user has no home folder, and none is named.
    """
    named = os.environ.get("PLYGROUND_DATA_DIR")
    usual = platformdirs.user_data_path("plyground", appauthor=False)
    return (Path(named) if named else usual).expanduser()


@contextlib.contextmanager
def written_aside(path: Path) -> Iterator[BinaryIO]:
    """Open a file to be written next to `path`, and rename it when all of it is on the disk.

    Whatever goes wrong, an interruption too, removes it. A link goes on pointing to the file.

    Raises:
        OSError: it cannot be written.
    """
    target = path.resolve()
    aside = target.with_name(f".writing-{secrets.token_hex(8)}")
    try:
        with aside.open("x+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        aside.replace(target)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise
