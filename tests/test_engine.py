"""The engine turns to the exact solver by itself, within its limits."""

from __future__ import annotations

import threading

import pytest

from plyground.core.position import Game, game
from plyground.engine import Engine
from plyground.search.features import preset
from plyground.search.limit import Clock, Limit
from plyground.search.report import Report
from plyground.solving.textbook import exact_margin
from tests.solving.late import late_positions

HARD = "2wwwww1/b1wwww2/bbwwbw2/bbbwwbbb/bbwwbbbb/bwwwbbb1/2wwwb2/2w1wb2 black"
"""19 empty squares: half a million positions and more."""


def searched(engine: Engine, text: str, limit: Limit, lines: int = 1) -> Report:
    return list(engine.search(engine.game.position(text), limit, lines=lines))[-1]


@pytest.fixture(scope="module")
def othello() -> Game:
    return game("othello", size=6)


@pytest.fixture(scope="module")
def engine(othello: Game) -> Engine:
    return Engine(othello, megabytes=4)


@pytest.mark.parametrize("limit", [Limit(seconds=20), Limit(nodes=200_000), Limit(clock=Clock(600)), Limit()])
def test_endgames_of_othello_are_exact(engine: Engine, othello: Game, limit: Limit) -> None:
    for position in late_positions(othello, 5, 7, seed=4):
        if limit.clock is not None and len(position.moves()) == 1:
            continue  # played at once
        report = searched(engine, position.text, limit)
        margin = exact_margin(position)
        assert (report.proved, report.margin) == (True, margin)
        assert report.value == ("win" if margin > 0 else "loss" if margin < 0 else "draw")
        assert report.move is not None
        assert -exact_margin(position.play(report.move)) == margin
        assert report.is_complete


def test_a_forced_move_takes_no_time_from_a_clock_to_solve_it(engine: Engine, othello: Game) -> None:
    forced = [each for each in late_positions(othello, 40, 9, seed=4) if len(each.moves()) == 1]
    assert forced
    for position in forced:
        engine.clear()
        clocked = searched(engine, position.text, Limit(clock=Clock(600)))
        assert (clocked.move, clocked.depth) == (position.moves()[0], 1)
        assert searched(engine, position.text, Limit(seconds=20)).margin is not None


def test_every_line_has_its_margin(engine: Engine, othello: Game) -> None:
    for position in late_positions(othello, 5, 7, seed=5):
        report = searched(engine, position.text, Limit(seconds=20), lines=3)
        margins = sorted((-exact_margin(position.play(move)) for move in position.moves()), reverse=True)
        assert [line.margin for line in report.lines] == margins[:3]
        for line in report.lines:
            assert line.move is not None
            assert line.margin == -exact_margin(position.play(line.move))


def test_who_wins_is_reported_before_the_margin(engine: Engine, othello: Game) -> None:
    position = next(late_positions(othello, 1, 9, seed=6))
    reports = [each for each in engine.search(position, Limit(seconds=20)) if each.proved]
    assert reports[-1].margin is not None
    assert {each.value for each in reports} == {reports[-1].value}


def test_few_nodes_do_not_solve_a_hard_endgame() -> None:
    engine = Engine(game("othello"), megabytes=4)
    report = searched(engine, HARD, Limit(nodes=2000))
    assert not report.proved
    assert report.nodes <= 2100


def test_the_solver_counts_its_nodes(engine: Engine, othello: Game) -> None:
    position = next(late_positions(othello, 1, 9, seed=7))
    for nodes in (50, 500, 5000, 50_000):
        engine.clear()
        assert searched(engine, position.text, Limit(nodes=nodes)).nodes <= 1.1 * nodes + 100


def test_a_depth_and_a_switch_keep_the_solver_out(othello: Game) -> None:
    position = next(late_positions(othello, 1, 9, seed=8))
    assert searched(Engine(othello, megabytes=4), position.text, Limit(depth=2)).depth == 2
    without = Engine(othello, features=preset("engine").without("solver"), megabytes=4)
    assert searched(without, position.text, Limit(seconds=20)).margin is None


def test_stop_ends_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.engine.UNLIMITED_SECONDS", 1e9)
    on = game("othello")
    engine, before = Engine(on, megabytes=4), threading.active_count()
    reports = engine.search(on.start().play("d3"), Limit())
    for report in reports:
        if not report.is_complete and report.seconds > 1.2:  # the search before the solver is over
            engine.stop()
    assert not report.proved
    assert report.move is not None
    assert threading.active_count() <= before


def test_a_search_may_be_left_while_the_solver_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.engine.UNLIMITED_SECONDS", 1e9)
    on = game("othello")
    engine, before = Engine(on, megabytes=4), threading.active_count()
    for report in engine.search(on.start().play("d3"), Limit()):
        if not report.is_complete and report.seconds > 1.2:
            break
    assert threading.active_count() <= before
    assert engine.best_move(on.start(), Limit(depth=1)) is not None
