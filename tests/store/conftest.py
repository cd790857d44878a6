"""What the tests of the store share."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

NOBODY = 65534


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def plain_folder() -> Iterator[Path]:
    """A folder of somebody to whom permissions apply: for the superuser they would not."""
    folder = Path(tempfile.mkdtemp())
    is_superuser = os.geteuid() == 0
    if is_superuser:
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    try:
        yield folder
    finally:
        if is_superuser:
            os.seteuid(0)
        folder.chmod(0o700)
        shutil.rmtree(folder)
