"""Timed searches are the searches of the engine and of the textbook."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from plyground.core.position import Position, game
from plyground.search import textbook
from plyground.search.engine import SearchEngine
from plyground.search.features import PRESETS
from plyground.search.limit import Limit
from plyground.search.score import as_points
from plyground.search.watchdog import run_watched
from plyground.study import timed_searching
from plyground.study.declared import make_study
from plyground.study.timed_searching import (
    MOST_SEARCHERS,
    EvaluatedStudy,
    Searched,
    TextbookSearcher,
    TimedSearcher,
    chosen_evaluation,
)
from tests.search.agreeing import scorer
from tests.search.positions import random_positions

from .asking import SMALL_BOARDS

DEPTH = 3


def positions(name: str, size: str) -> list[Position]:
    return list(random_positions(game(name, size=size), 4, seed=1))


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_the_nodes_and_values_are_those_of_the_textbook(name: str, size: str, algorithm: str) -> None:
    on = game(name, size=size)
    chosen = chosen_evaluation(on).name
    searchers: list[TimedSearcher | TextbookSearcher] = [
        TimedSearcher(on, chosen, PRESETS[algorithm]),
        TextbookSearcher(on, chosen, algorithm),
    ]
    for position in positions(name, size):
        plain = getattr(textbook, algorithm)(position, DEPTH, scorer(on, chosen))
        for searcher in searchers:
            found = searcher.search(position, Limit(depth=DEPTH))
            assert (found.nodes, found.score) == (plain.nodes, as_points(plain.score)), position.text
            assert found.move == str(plain.move)
            assert found.depth == DEPTH
            assert found.seconds > 0


@pytest.mark.parametrize("limit", [Limit(depth=4), Limit(nodes=300)])
def test_the_whole_engine_searches_as_it_does_elsewhere(limit: Limit) -> None:
    on = game("breakthrough", size="4x4")
    searcher = TimedSearcher(on, "piece", PRESETS["engine"])
    engine = SearchEngine(on, "piece", megabytes=timed_searching.MEGABYTES)
    for position in positions("breakthrough", "4x4"):
        engine.clear()
        *_, last = engine.search(position, limit)
        found = searcher.search(position, limit)
        assert (found.move, found.score, found.depth, found.nodes) == (
            str(last.move),
            last.score,
            last.depth,
            last.nodes,
        )


def timed_searches(monkeypatch: pytest.MonkeyPatch, seconds: list[float]) -> tuple[Searched, int]:
    """Search while a made-up clock times each run; return what was found, and how many runs there were."""
    on = game("breakthrough", size="4x4")
    searcher = TextbookSearcher(on, "piece", "alphabeta")
    ticks = [tick for each in seconds for tick in (10.0, 10.0 + each)]
    monkeypatch.setattr(timed_searching.time, "thread_time", lambda: ticks.pop(0))  # type: ignore[attr-defined]
    found = searcher.search(on.start(), Limit(depth=1), repeats=3)
    return found, len(seconds) - len(ticks) // 2


def test_the_smallest_of_a_few_times_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    found, runs = timed_searches(monkeypatch, [0.02, 0.01, 0.03, 0.001])
    assert found.seconds == pytest.approx(0.01)
    assert runs == 3


def test_a_long_search_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    found, runs = timed_searches(monkeypatch, [2.0, 1.0])
    assert (found.seconds, runs) == (2.0, 1)


def test_few_searchers_are_kept() -> None:
    """The one that was asked for longest ago goes first."""
    study = make_study("pruning", game("konane", size="4x4").start(), evaluate="mobility")
    assert isinstance(study, EvaluatedStudy)
    searcher = study.searcher
    first = searcher(PRESETS["alphabeta"])
    assert searcher(PRESETS["alphabeta"]) is first
    others = {name: searcher(PRESETS["alphabeta"], name) for name in ("mobility", "best", "2*mobility")}
    assert 1 + len(others) == MOST_SEARCHERS
    assert searcher(PRESETS["alphabeta"]) is first
    searcher(PRESETS["minimax"])
    for name in ("2*mobility", "best"):
        assert searcher(PRESETS["alphabeta"], name) is others[name]
    assert searcher(PRESETS["alphabeta"]) is first
    assert searcher(PRESETS["alphabeta"], "mobility") is not others["mobility"]


def test_every_game_has_the_evaluation_of_its_source() -> None:
    assert [chosen_evaluation(game(name)).name for name, _ in SMALL_BOARDS] == [
        *("piece", "squares", "mobility", "pieces")
    ]


def test_ctrl_c_stops_a_search_and_does_not_wait_for_its_end() -> None:
    on = game("breakthrough")
    searcher = TimedSearcher(on, "piece", PRESETS["minimax"])
    pool = searcher._pool
    nodes_of_the_last_search, main = pool.nodes, threading.get_ident()

    def interrupt() -> None:
        while pool.nodes <= nodes_of_the_last_search + 1_000_000:
            time.sleep(0.001)
        signal.pthread_kill(main, signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        searcher.search(on.start(), Limit(depth=40))
    assert pool.is_stopped


def test_what_a_search_raises_is_not_lost() -> None:
    def fail() -> None:
        raise ZeroDivisionError("in somebody's evaluation")

    with pytest.raises(ZeroDivisionError, match="somebody's"):
        run_watched(fail, None, lambda: 0)
