"""What all tests share: their own folders for compiled kernels and games, and nothing of each other."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from plyground.core import discovery

# How long something takes says nothing about whether it is right, and machines are busy at times.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


def pytest_configure() -> None:
    """Keep compiled kernels from one run of the tests to the next, for all workers and checkouts alike.

    Files are found by their content, so that a checkout never gets the code of another one.
    """
    # Started in the background, programs ignore Ctrl-C, and so would those that the tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if "PLYGROUND_CACHE_DIR" not in os.environ:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "plyground-tests"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # one that others may write to is not used
        os.environ["PLYGROUND_CACHE_DIR"] = str(folder)


@pytest.fixture(autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the games that a test plays apart from those of others."""
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(tmp_path_factory.getbasetemp() / "data"))


@pytest.fixture(autouse=True)
def _own_game_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the games that a test loads from files apart from those of others."""
    monkeypatch.setattr(discovery, "_from_files", {**discovery._from_files})
    monkeypatch.setattr(discovery, "_file_of", {**discovery._file_of})
