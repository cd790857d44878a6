"""A function that does not return: the wait for it ends, in one line, and the rest goes on."""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import plyground as ply
from plyground.players.simple import GreedyPlayer
from plyground.search import watchdog
from plyground.search.features import PRESETS
from plyground.search.watchdog import Suspects, run_watched
from plyground.study.known.heuristics import CutCounter
from plyground.study.timed_searching import TextbookSearcher, TimedSearcher

released = threading.Event()


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let nobody wait for long, and nothing run on behind a test."""
    monkeypatch.setattr(watchdog, "STANDSTILL_SECONDS", 0.5)
    monkeypatch.setattr(watchdog, "STOPPED_SECONDS", 0.2)
    released.clear()
    yield
    released.set()


def looping(board: Any, state: Any) -> float:
    own = int(state.own).bit_count()
    while own < 8 and not released.is_set():
        time.sleep(0.001)
    return own


def swallowing(board: Any, state: Any) -> float:
    """Loop, and catch everything, as a loop of compiled code would."""
    while int(state.own).bit_count() < 8 and not released.is_set():
        try:
            time.sleep(0.001)
        except BaseException:  # noqa: BLE001, S112  # that is the point
            continue
    return 1


@pytest.fixture
def on() -> ply.Game:
    return ply.game("breakthrough", size="5x4")


def quietly(make: Any, *given: Any, **named: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ply.UncompiledWarning)
        return make(*given, **named)


@pytest.mark.parametrize("limit", [ply.Limit(depth=8), ply.Limit(seconds=0.2), ply.Limit(nodes=100_000)])
def test_a_search_ends(on: ply.Game, limit: ply.Limit) -> None:
    engine = quietly(ply.Engine, on, looping, algorithm="alphabeta")
    with pytest.raises(ply.HeuristicTimeoutError, match=r"looping: line \d+: it does not return"):
        list(engine.search(on.start(), limit))
    assert not watchdog.is_anything_left_behind(), "plain Python can be interrupted"
    assert engine.best_move(on.start(), ply.Limit(depth=1)) is not None, "so it can search again"


def test_what_cannot_be_ended_is_left_behind(on: ply.Game) -> None:
    engine = quietly(ply.Engine, on, swallowing, algorithm="alphabeta")
    for limit in (ply.Limit(depth=8), ply.Limit(depth=1)):
        with pytest.raises(ply.HeuristicTimeoutError, match="swallowing: line"):
            engine.best_move(on.start(), limit)
    assert watchdog.is_anything_left_behind()
    released.set()
    deadline = time.monotonic() + 30
    while watchdog.is_anything_left_behind():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_others_that_ask(on: ply.Game) -> None:
    start = on.start()
    greedy = quietly(GreedyPlayer, on, looping)
    with pytest.raises(ply.HeuristicTimeoutError):
        greedy.choose(on.position("bbbb/bbb1/4/3w/www1 black"), ply.Limit())
    searcher = quietly(TimedSearcher, on, looping, PRESETS["alphabeta"])
    with pytest.raises(ply.HeuristicTimeoutError):
        searcher.search(start, ply.Limit(depth=8))
    textbook = quietly(TextbookSearcher, on, looping, "alphabeta")
    with pytest.raises(ply.HeuristicTimeoutError):
        textbook.search(start, ply.Limit(depth=5))
    with pytest.raises(ply.HeuristicTimeoutError):
        quietly(CutCounter, on, looping).count(start, 5)


def test_who_leaves_a_search_is_not_kept_waiting(on: ply.Game) -> None:
    engine = quietly(ply.Engine, on, looping, algorithm="alphabeta")
    for report in engine.search(on.start(), ply.Limit(depth=20)):
        if not report.is_complete:  # it has begun to loop
            break
    assert not watchdog.is_anything_left_behind()


def test_nobody_is_suspected_of_what_is_ours(on: ply.Game) -> None:
    assert Suspects.of(on, "piece", "2*mobility+piece", None) is None
    found = Suspects.of(on, "piece", looping)
    assert found is not None
    assert [each.name for each in found.heuristics] == ["looping"]


def test_work_that_gets_ahead_may_take_its_time(on: ply.Game) -> None:
    count = 0

    def work() -> int:
        nonlocal count
        for _ in range(15):
            time.sleep(0.1)
            count += 1
        return 4

    assert run_watched(work, Suspects.of(on, looping), lambda: count) == 4
