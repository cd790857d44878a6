"""What the tests of learning share: one engine for all runs, since making one takes longer than a run."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from plyground.core.position import Game
from plyground.learning import generations
from plyground.search.engine import SearchEngine


@functools.cache
def engine_of(game: Game, evaluate: str, **options: Any) -> SearchEngine:
    return SearchEngine(game, evaluate, **options)


@pytest.fixture(autouse=True)
def _short_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generations, "SearchEngine", engine_of)
    monkeypatch.setattr(generations, "STRENGTH_PAIRS", 8)
