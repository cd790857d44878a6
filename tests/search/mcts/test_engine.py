"""Monte Carlo tree search as people use it: proofs, limits, threads, memory, a tree kept between moves."""

from __future__ import annotations

import itertools
import random
import threading
from typing import Any

import pytest

import plyground as ply
from plyground.search.mcts.tree import EXPANDED, LOST, UNKNOWN, WON

SMALL = [("othello", {"size": 4}), ("konane", {"size": 4}), ("breakthrough", {"size": "4x3"})]
UCT_SOLVER = ply.MctsFeatures(solver=True)


def last_of(engine: ply.MctsEngine, position: ply.Position, limit: ply.Limit, lines: int = 1) -> ply.Report:
    *_, report = engine.search(position, limit, lines=lines)
    return report


def late_positions(game: ply.Game, count: int, plies: int) -> list[ply.Position]:
    """Return positions a few plies before the end of random games."""
    chance, found = random.Random(3), list[ply.Position]()
    while len(found) < count:
        position = game.start()
        while position.outcome is None:
            position = position.play(chance.choice(position.moves()))
        line = position.line()
        if len(line) > plies:
            found.append(line[-1 - plies])
    return found


@pytest.mark.parametrize(("name", "options"), SMALL)
@pytest.mark.parametrize("features", [UCT_SOLVER, UCT_SOLVER.having("rave")])
def test_the_solver_proves_the_values_that_are_exact(
    name: str, options: dict[str, Any], features: ply.MctsFeatures
) -> None:
    game = ply.game(name, **options)
    engine = ply.MctsEngine(game, features=features, megabytes=16)
    for position in late_positions(game, 12, plies=6):
        report = last_of(engine, position, ply.Limit(nodes=200_000))
        assert report.value == ply.solve(position).value
        assert report.proved


def test_a_duel_is_proved_with_its_repetitions() -> None:
    game = ply.game("duel", size=3)
    engine = ply.MctsEngine(game, features=UCT_SOLVER)
    seen = set()
    for position in late_positions(game, 15, plies=3):
        report = last_of(engine, position, ply.Limit(nodes=30_000))
        exact = ply.solve(position).value
        assert report.value in (exact, None)
        seen.add(report.value)
    assert len(seen - {None}) > 1


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_a_proved_line_is_played_to_its_end(name: str, options: dict[str, Any]) -> None:
    game = ply.game(name, **options)
    engine = ply.MctsEngine(game, features=UCT_SOLVER)
    (position,) = late_positions(game, 1, plies=5)
    report = last_of(engine, position, ply.Limit(nodes=100_000))
    assert report.proved
    assert report.plies_to_end is None or len(report.line) <= report.plies_to_end or report.value == "loss"
    assert report.line[0] in position.moves()


def test_limits_are_kept_and_reports_double() -> None:
    game = ply.game("breakthrough")
    engine = ply.MctsEngine(game, algorithm="uct", megabytes=16)
    complete = [each.nodes for each in engine.search(game.start(), ply.Limit(nodes=1000)) if each.is_complete]
    assert complete == [100, 200, 400, 800, 1000]
    shallow = last_of(engine, game.start(), ply.Limit(nodes=3000, depth=2))
    assert shallow.depth == 2


def test_several_lines_begin_with_different_moves_the_best_first() -> None:
    game = ply.game("othello", size=6)
    engine = ply.MctsEngine(game, algorithm="uct")
    report = last_of(engine, game.start().play("b3"), ply.Limit(nodes=2000), lines=3)
    moves = [line.move for line in report.lines]
    tree = engine.tree()
    assert tree is not None
    visits = tree.visits()
    assert len(set(moves)) == 3
    assert [visits[move] for move in moves if move is not None] == sorted(visits.values(), reverse=True)[:3]


def test_another_thread_can_stop_it() -> None:
    game = ply.game("breakthrough")
    engine = ply.MctsEngine(game, algorithm="uct")
    engine.prepare()
    timer = threading.Timer(0.3, engine.stop)
    timer.start()
    report = last_of(engine, game.start(), ply.Limit())
    assert report.move in game.start().moves()
    timer.join()


def test_it_runs_one_search_at_a_time() -> None:
    game = ply.game("breakthrough")
    engine = ply.MctsEngine(game, algorithm="uct")
    search = engine.search(game.start(), ply.Limit(nodes=5000))
    next(search)
    with pytest.raises(ply.EngineBusyError):
        engine.best_move(game.start(), ply.Limit(nodes=10))
    search.close()
    assert engine.best_move(game.start(), ply.Limit(nodes=100)) in game.start().moves()


@pytest.mark.parametrize("algorithm", ["uct", "mcts"])
def test_what_a_move_leads_to_is_kept(algorithm: str) -> None:
    game = ply.game("breakthrough")
    features = ply.MctsFeatures(reuse=True) if algorithm == "uct" else None
    engine = ply.MctsEngine(game, algorithm=algorithm, features=features)
    before = last_of(engine, game.start(), ply.Limit(nodes=4000))
    tree = engine.tree()
    assert tree is not None
    assert before.move is not None
    known = tree.visits()[before.move]
    after = game.start().play(before.move)
    last_of(engine, after, ply.Limit(nodes=100))
    kept = engine.tree()
    assert kept is not None
    assert kept.trees[0][0]["visits"] == known + 100
    check_counts(kept.trees[0])


def check_counts(nodes: Any) -> None:
    """Check the visits of every node against those of its children."""
    waiting = [0]
    while waiting:
        record = nodes[waiting.pop()]
        if record["expansion"] != EXPANDED:
            continue
        first, count = int(record["first_child"]), int(record["child_count"])
        below = int(nodes["visits"][first : first + count].sum())
        if record["proof"] == UNKNOWN:
            assert int(record["visits"]) - below - int(record["forgotten"]) in (0, 1)
        waiting += range(first, first + count)


def test_another_game_begins_with_an_empty_tree() -> None:
    game = ply.game("breakthrough")
    engine = ply.MctsEngine(game, features=ply.MctsFeatures(reuse=True))
    last_of(engine, game.start(), ply.Limit(nodes=1000))
    last_of(engine, game.start().play("a5-a4").play("a2-a3"), ply.Limit(nodes=100))
    last_of(engine, game.start().play("b5-b4"), ply.Limit(nodes=100))
    tree = engine.tree()
    assert tree is not None
    assert tree.trees[0][0]["visits"] == 100


def test_a_full_pool_makes_room_and_the_counts_still_fit() -> None:
    game = ply.game("breakthrough")
    engine = ply.MctsEngine(game, algorithm="uct", megabytes=1)
    fills = [each.table_fill for each in engine.search(game.start(), ply.Limit(nodes=60_000))]
    assert max(fills) <= 1
    assert any(later < earlier for earlier, later in itertools.pairwise(fills))
    tree = engine.tree()
    assert tree is not None
    assert tree.trees[0][0]["visits"] == 60_000
    assert sum(tree.visits().values()) == 60_000
    check_counts(tree.trees[0])


@pytest.mark.parametrize("feature", ["", "root_parallel"])
def test_threads_share_out_the_simulations(feature: str) -> None:
    game = ply.game("othello")
    features = ply.MctsFeatures().having(*filter(None, [feature]))
    engine = ply.MctsEngine(game, features=features, threads=2, megabytes=16)
    report = last_of(engine, game.start(), ply.Limit(nodes=4001))
    tree = engine.tree()
    assert tree is not None
    assert report.nodes == 4001
    assert sum(tree.visits().values()) == 4001
    assert len(tree.trees) == (2 if feature else 1)
    assert all(nodes[0]["visits"] > 0 for nodes in tree.trees)


def test_a_finished_game_has_no_move() -> None:
    position = ply.game("breakthrough", size=4).position("4/4/4/b3 white")
    report = last_of(ply.MctsEngine(position.game, algorithm="uct"), position, ply.Limit(nodes=10))
    assert (report.move, report.value) == (None, "loss")


@pytest.mark.parametrize("names", [("rav",), ("evaluation", "widning")])
def test_an_unknown_feature_is_refused_with_the_nearest(names: tuple[str, ...]) -> None:
    with pytest.raises(ply.OptionError, match=r"did you mean 'rave'|did you mean 'widening'"):
        ply.MctsFeatures().having(*names)


def test_wins_at_once_are_played_by_every_kind_of_playouts() -> None:
    game = ply.game("breakthrough", size=5)
    position = game.position("bb3/5/3w1/1b3/4w black")
    for playouts in ("random", "greedy", "evaluation"):
        engine = ply.MctsEngine(game, "piece", features=ply.MctsFeatures(playouts=playouts))
        assert str(engine.best_move(position, ply.Limit(nodes=500))) in {"b2-a1", "b2-b1", "b2-c1"}


def test_the_quickest_proved_win_and_the_slowest_loss_are_played() -> None:
    game = ply.game("breakthrough", size=5)
    for position in late_positions(game, 10, plies=4):
        engine = ply.MctsEngine(game, features=UCT_SOLVER)
        last_of(engine, position, ply.Limit(nodes=30_000))
        tree = engine.tree()
        assert tree is not None
        edges = tree.edges()
        won = [each.distance for each in edges if each.proof == WON]
        lost = [each.distance for each in edges if each.proof == LOST]
        assert won == sorted(won)
        assert lost == sorted(lost, reverse=True)
        assert [each.proof == WON for each in edges] == [True] * len(won) + [False] * (len(edges) - len(won))
