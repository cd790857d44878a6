"""What the tests of the terminal share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the games that are kept, which is not the user's own."""
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(tmp_path))
    return tmp_path
