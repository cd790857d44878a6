"""Files that are there whole or not at all: a full disk or a kill leaves what was there before."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


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
