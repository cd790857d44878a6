from __future__ import annotations

from pathlib import Path

import pytest

from .lab import Lab


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return Lab(tmp_path)


@pytest.fixture
def cache_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache for this test alone, in this process; the folder is not there yet."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(folder))
    return folder
