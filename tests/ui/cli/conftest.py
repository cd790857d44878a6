"""What the tests of the command line share."""

from __future__ import annotations

import pytest

from plyground.core import discovery


@pytest.fixture(autouse=True)
def _forget_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of files stay known as long as a process runs: no test shall see another one's."""
    monkeypatch.setattr(discovery, "_from_files", {})
