"""A store for each test in place of the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.store import EventKind, Store, StoredEvent

from .games import DUEL, LOST, OTHELLO, STOPPED, WON


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the store, which is not there yet."""
    folder = tmp_path / "data"
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(folder))
    return folder


@pytest.fixture
def games() -> None:
    """Put five games into the store, two of them of an event."""
    with Store() as store:
        store.add_event(StoredEvent("calm-fox", EventKind.MATCH))
        store.add_game(WON, "calm-fox", 0)
        store.add_game(OTHELLO, "calm-fox", 1)
        for record in (STOPPED, LOST, DUEL):
            store.add_single(record)
