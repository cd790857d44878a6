"""The engine as people use it: reports, several lines, threads, limits, stopping."""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from plyground.core.position import Position, game
from plyground.errors import EngineBusyError, OptionError, UncompiledWarning
from plyground.search import engine as engine_module
from plyground.search import textbook
from plyground.search.engine import SearchEngine
from plyground.search.features import BY_GAME, EXACT, PRESETS, TEXTBOOK, Features
from plyground.search.limit import Clock, Limit
from plyground.search.report import Report
from plyground.search.score import as_points
from tests.search.agreeing import scorer, seen_from_above
from tests.search.positions import random_positions
from tests.search.quiet import quiet_minimax

QUIET_BOARDS = [("breakthrough", "6x4", "piece"), ("duel", "3", "pieces")]


def last_report(engine: SearchEngine, position: Position, limit: Limit, lines: int = 1) -> Report:
    *_, last = engine.search(position, limit, lines=lines)
    return last


def values_of_moves(position: Position, depth: int, evaluate: textbook.Evaluation) -> dict[str, int]:
    return {
        str(move): seen_from_above(textbook.minimax(position.play(move), depth - 1, evaluate).score)
        for move in position.moves()
    }


@pytest.mark.parametrize("features", [EXACT, EXACT.having("root_splitting"), PRESETS["minimax"]])
@pytest.mark.parametrize("threads", [1, 2])
def test_several_lines_are_the_best_moves_with_their_values(features: Features, threads: int) -> None:
    on = game("breakthrough", size="5x4")
    engine = SearchEngine(on, "piece", features=features, threads=threads, megabytes=1)
    for position in random_positions(on, 8, seed=3):
        values = values_of_moves(position, 3, scorer(on, "piece"))
        report = last_report(engine, position, Limit(depth=3), lines=3)
        best = sorted(values.values(), reverse=True)[:3]
        assert [line.exact_score for line in report.lines] == best
        assert [values[str(line.move)] for line in report.lines] == best
        assert len({str(line.move) for line in report.lines}) == len(best)


def test_more_lines_than_moves_are_all_moves() -> None:
    on = game("othello", size=4)
    report = last_report(SearchEngine(on, "squares", megabytes=1), on.start(), Limit(depth=4), lines=99)
    assert {line.move for line in report.lines} == set(on.start().moves())


@pytest.mark.parametrize(("name", "size", "heuristic"), QUIET_BOARDS)
def test_quiescence_follows_noisy_moves_to_the_end(name: str, size: str, heuristic: str) -> None:
    on = game(name, size=size)
    engines = [
        SearchEngine(on, heuristic, features=Features(quiescence=True, alphabeta=pruning))
        for pruning in (False, True)
    ]
    differing = 0
    for position, depth in itertools.product(random_positions(on, 20, seed=5), [1, 2]):
        score = quiet_minimax(position, depth, scorer(on, heuristic))
        for engine in engines:
            found = last_report(engine, position, Limit(depth=depth))
            assert found.score == as_points(score), (engine.features, position.text)
        differing += textbook.minimax(position, depth, scorer(on, heuristic)).score != score
    assert differing > 0


def test_the_line_of_a_report_can_be_played_and_leads_to_its_score() -> None:
    on = game("breakthrough", size="5x4")
    evaluate = scorer(on, "piece")
    engine = SearchEngine(on, "piece", features=PRESETS["alphabeta"])
    for position in random_positions(on, 10, seed=11):
        report = last_report(engine, position, Limit(depth=4))
        end = position
        for move in report.line:
            end = end.play(move)
        score = textbook.minimax(end, 0, evaluate).score
        for _ in report.line:
            score = seen_from_above(score)
        assert as_points(score) == report.score


def test_every_depth_has_a_report_of_its_own() -> None:
    on = game("konane", size=6)
    reports = [
        each for each in SearchEngine(on, "mobility").search(on.start(), Limit(depth=7)) if each.is_complete
    ]
    assert [each.depth for each in reports] == list(range(1, 8))
    nodes = [each.nodes for each in reports]
    assert nodes == sorted(nodes)
    assert all(each.move in on.start().moves() for each in reports)


def test_a_long_depth_tells_where_it_stands() -> None:
    on = game("othello")
    engine = SearchEngine(on, "squares", features=PRESETS["minimax"])
    seen = []
    for report in engine.search(on.start(), Limit(depth=30)):
        seen.append(report)
        if len({each.nodes for each in seen}) == 3 or len(seen) == 300:
            engine.stop()
    assert not any(each.is_complete for each in seen)
    nodes = [each.nodes for each in seen]
    assert nodes == sorted(nodes)
    assert len(set(nodes)) >= 3
    assert seen[-1].move == on.start().moves()[0]


# How deep these searches get is for the machine to say: one that is busy may finish no depth at all.
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("limit", [Limit(seconds=0.2), Limit(clock=Clock(1, 0.1))])
def test_time_ends_a_search_that_has_no_other_end(limit: Limit, threads: int) -> None:
    on = game("othello")
    reports = list(SearchEngine(on, "squares", threads=threads).search(on.start(), limit))
    depths = [each.depth for each in reports]
    assert depths == sorted(depths)
    assert all(each.move in on.start().moves() for each in reports)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("limit", [Limit(seconds=3600, depth=6), Limit(clock=Clock(360_000), depth=6)])
def test_time_that_is_left_ends_no_search(limit: Limit, threads: int) -> None:
    on = game("othello")
    reports = list(SearchEngine(on, "squares", threads=threads).search(on.start(), limit))
    assert [each.depth for each in reports if each.is_complete] == [1, 2, 3, 4, 5, 6]


def test_a_forced_move_takes_no_time_from_a_clock() -> None:
    position = game("othello").position("8/8/3b1w2/3bb3/3bbb2/3b4/2b5/8 white")
    assert [str(move) for move in position.moves()] == ["c6"]
    engine = SearchEngine(position.game, "squares", megabytes=1)
    report = last_report(engine, position, Limit(clock=Clock(1000), depth=4))
    assert (report.depth, str(report.move)) == (1, "c6")
    assert last_report(engine, position, Limit(seconds=1000, depth=4)).depth == 4


def test_a_cancel_from_another_thread_ends_the_search() -> None:
    on = game("breakthrough")
    engine = SearchEngine(on, "piece")
    threading.Timer(0.2, engine.stop).start()
    assert last_report(engine, on.start(), Limit()).move in on.start().moves()


def test_a_cancel_is_heard_while_the_search_is_still_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    on = game("breakthrough")
    engine = SearchEngine(on, "piece")
    prepare = engine._prepare

    def prepare_and_stop() -> None:
        prepare()
        engine.stop()

    monkeypatch.setattr(engine, "_prepare", prepare_and_stop)
    report = last_report(engine, on.start(), Limit(nodes=20_000_000))
    assert report.nodes < 1000
    assert report.move in on.start().moves()
    monkeypatch.undo()
    assert last_report(engine, on.start(), Limit(depth=5)).depth == 5


def test_an_abandoned_search_leaves_no_thread_behind() -> None:
    on = game("breakthrough")
    engine = SearchEngine(on, "piece", threads=2)
    before = threading.active_count()
    reports = engine.search(on.start(), Limit())
    next(reports)
    reports.close()
    assert threading.active_count() <= before


def test_a_short_search_runs_without_a_thread_and_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    on = game("breakthrough")
    engine = SearchEngine(on, "piece")

    def found(limit: Limit) -> list[tuple[int, int, float]]:
        engine.clear()
        reports = [each for each in engine.search(on.start(), limit) if each.is_complete]
        return [(each.depth, each.nodes, each.score) for each in reports]

    in_a_thread = found(Limit(nodes=5_000))
    monkeypatch.setattr(engine_module, "SHORT_SECONDS", 3600)  # however slow this machine is
    monkeypatch.setattr(threading, "Thread", None)
    assert found(Limit(nodes=5_000)) == in_a_thread
    with pytest.raises(TypeError, match="not callable"):  # it might not be over in time
        found(Limit(nodes=5_000, seconds=0.01))


def test_a_prepared_engine_has_the_memory_of_its_table() -> None:
    def resident_megabytes() -> float:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    on = game("othello", size=4)
    SearchEngine(on, "squares", megabytes=1).prepare()
    engine = SearchEngine(on, "squares", megabytes=128)
    before = resident_megabytes()
    engine.prepare()
    assert resident_megabytes() - before > 100


def test_an_engine_remembers_until_it_is_cleared() -> None:
    on = game("breakthrough", size=5)
    engine = SearchEngine(on, "piece", megabytes=4)
    first = last_report(engine, on.start(), Limit(depth=8)).nodes
    again = last_report(engine, on.start(), Limit(depth=8)).nodes
    engine.clear()
    assert again < first == last_report(engine, on.start(), Limit(depth=8)).nodes


def test_a_finished_game_has_no_move() -> None:
    position = game("breakthrough").position("6/2w3/6/6/b5/6 white").play("c5-c6")
    report = last_report(SearchEngine(position.game, "piece"), position, Limit(depth=3))
    assert (report.move, report.score, report.line) == (None, -1_000_000, ())


def test_positions_of_another_board_are_refused() -> None:
    engine = SearchEngine(game("othello", size=4), "squares")
    with pytest.raises(OptionError, match="another game or board"):
        next(engine.search(game("othello", size=6).start(), Limit(depth=1)))


@pytest.mark.parametrize("threads", [-1, 257])
def test_impossible_numbers_of_threads_are_refused(threads: int) -> None:
    with pytest.raises(OptionError, match="threads cannot search"):
        SearchEngine(game("othello", size=4), "squares", threads=threads)


def test_unknown_algorithms_and_features_are_refused_by_name() -> None:
    on = game("othello", size=4)
    with pytest.raises(OptionError, match="did you mean 'alphabeta'"):
        SearchEngine(on, "squares", algorithm="alphabta")
    with pytest.raises(OptionError, match="did you mean 'killers'"):
        EXACT.without("killer")
    with pytest.raises(OptionError, match="no feature 'magic'"):
        EXACT.having("magic")


def test_presets_are_settings_of_the_same_switches() -> None:
    assert PRESETS["minimax"] == Features()
    assert PRESETS["alphabeta"] == Features().having("alphabeta")
    assert PRESETS["engine"].having("root_splitting", *BY_GAME, *TEXTBOOK) == Features().having(
        *Features.names()
    )


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_without_a_table_an_interrupted_depth_changes_nothing(algorithm: str) -> None:
    """The first move that it tries need not be a good one."""
    on = game("breakthrough", size="5x4")
    is_interrupted = False
    for nodes in range(200, 4000, 200):
        features = PRESETS[algorithm].having("deepening")
        reports = list(SearchEngine(on, "mobility", features=features).search(on.start(), Limit(nodes=nodes)))
        complete = [each for each in reports if each.is_complete]
        is_interrupted |= not reports[-1].is_complete
        assert reports[-1].lines == complete[-1].lines
    assert is_interrupted


def test_an_engine_used_by_two_threads_says_so_at_once() -> None:
    on = game("breakthrough", size="5x4")
    engine = SearchEngine(on, "piece", megabytes=1)
    engine.prepare()
    positions = [each for each in random_positions(on, 60, seed=11) if each.outcome is None]

    def search(position: Position) -> bool:
        """Tell whether a search was answered; any other error, or a wrong move, fails the test."""
        try:
            move = engine.best_move(position, Limit(depth=6))
        except EngineBusyError:
            return False
        assert move in position.moves()
        return True

    with ThreadPoolExecutor(8) as pool:
        answered = list(pool.map(search, positions))
    assert any(answered)
    assert engine.best_move(on.start(), Limit(depth=1)) in on.start().moves()  # and it is free again


def test_a_search_left_open_keeps_the_engine_busy_until_it_is_closed() -> None:
    on = game("breakthrough", size="5x4")
    engine = SearchEngine(on, "piece", megabytes=1)
    reports = engine.search(on.start(), Limit(depth=30))
    next(reports)
    uses: list[Callable[[], object]] = [
        lambda: engine.best_move(on.start(), Limit(depth=1)),
        engine.clear,
        engine.prepare,
    ]
    for use in uses:
        with pytest.raises(EngineBusyError, match=r"one search at a time.*make an Engine for each thread"):
            use()
    reports.close()
    assert engine.best_move(on.start(), Limit(depth=1)) is not None


def test_a_search_that_fails_frees_the_engine() -> None:
    on = game("breakthrough", size="5x4")
    calls = itertools.count()

    def failing(board: Any, state: Any) -> float:
        if next(calls) == 5:  # not at the try-out
            raise ZeroDivisionError("of the test")
        return 0.0

    with pytest.warns(UncompiledWarning):
        engine = SearchEngine(on, failing, megabytes=1)
    with pytest.raises(ZeroDivisionError, match="of the test"):
        engine.best_move(on.start(), Limit(depth=3))
    assert engine.best_move(on.start(), Limit(depth=3)) is not None
