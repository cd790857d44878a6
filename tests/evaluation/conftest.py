"""What the tests of heuristics share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from plyground.core.heuristics import registered
from plyground.evaluation import _tryout, known_heuristics


@pytest.fixture(autouse=True)
def _forget_heuristics() -> Iterator[None]:
    """What a test decorates stays known as long as a process runs: no other test shall see it."""
    known_heuristics("othello")  # all of ours are there
    before = dict(registered)
    yield
    registered.clear()
    registered.update(before)


@pytest.fixture(autouse=True)
def _trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most tests need no try-out of what they write, which takes a second; others ask for it again."""
    monkeypatch.setenv(_tryout.VARIABLE, _tryout.NOTHING)
