"""All searches find the value that plain minimax finds, and a move that has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from plyground.evaluation import known_heuristics
from plyground.position import Game, Position, game
from plyground.search import textbook
from plyground.search.compiled import make_value
from plyground.search.engine import Engine
from plyground.search.features import EXACT, PRESETS, Features
from plyground.search.limit import Limit
from plyground.search.report import Report
from plyground.search.score import UNIT, as_points, plies_to_end
from tests.search.positions import random_positions

# Game, size, evaluation, positions: small boards have many depths, large ones many moves.
BOARDS = [
    ("breakthrough", "5x4", "comprehensive", 40),
    ("breakthrough", "6x6", "piece", 15),
    ("othello", "4", "squares", 40),
    ("othello", "6", "squares", 20),
    ("konane", "4x5", "mobility", 40),
    ("konane", "6x6", "mobility", 20),
    ("duel", "3", "manhattan", 40),
    ("duel", "6", "pieces", 10),
]
MOST_LEAVES = 4000  # what the textbook looks at in a second


def searched(engine: Engine, position: Position, depth: int) -> Report:
    return list(engine.search(position, Limit(depth=depth)))[-1]


def scorer(on: Game, evaluate: Callable[[Any, Any], float]) -> textbook.Evaluation:
    value = make_value(on.board, evaluate)
    return lambda position: int(value(position.state))


def seen_from_above(score: int) -> int:
    """Turn the score of a child into that of its parent: a won end is one ply farther away."""
    if plies_to_end(score) is None:
        return -score
    return UNIT - score if score > 0 else -UNIT - score


def fitting_depth(position: Position) -> int:
    moves = max(len(position.moves()), 2)
    return max(depth for depth in range(1, 6) if depth == 1 or moves**depth <= MOST_LEAVES)


@pytest.mark.parametrize(("name", "size", "heuristic", "count"), BOARDS)
def test_every_search_finds_the_value_of_minimax(name: str, size: str, heuristic: str, count: int) -> None:
    on = game(name, size=size)
    evaluate = known_heuristics(name)[heuristic].function
    score = scorer(on, evaluate)
    settings: dict[str, tuple[Features, int]] = {
        "minimax": (PRESETS["minimax"], 1),
        "alphabeta": (PRESETS["alphabeta"], 1),
        "exact": (EXACT, 1),
        "two threads": (EXACT, 2),
    }
    engines = {
        label: Engine(on, evaluate, features=features, threads=threads, megabytes=1)
        for label, (features, threads) in settings.items()
    }
    for position in random_positions(on, count, seed=count):
        depth = fitting_depth(position)
        plain = textbook.minimax(position, depth, score)
        pruned = textbook.alphabeta(position, depth, score)
        assert pruned.score == plain.score
        assert pruned.nodes <= plain.nodes
        for label, engine in engines.items():
            found = searched(engine, position, depth)
            assert found.score == as_points(plain.score), (label, position.text, depth)
            assert found.move is not None
            reply = textbook.minimax(position.play(found.move), depth - 1, score)
            assert seen_from_above(reply.score) == plain.score, (label, position.text, found.move)
        assert searched(engines["minimax"], position, depth).nodes == plain.nodes
        assert searched(engines["alphabeta"], position, depth).nodes == pruned.nodes


@pytest.mark.parametrize("order", ["moves", "advantage", "euclidean", "manhattan", "spacing"])
def test_ordered_alphabeta_visits_what_the_textbook_visits(order: str) -> None:
    on = game("duel", size=3)
    heuristics = known_heuristics("duel")
    evaluate, ordering = heuristics["pieces"].function, heuristics[order].function
    engine = Engine(on, evaluate, features=PRESETS["alphabeta"], order=ordering)
    for position in random_positions(on, 12, seed=7):
        plain = textbook.alphabeta(position, 3, scorer(on, evaluate), order=scorer(on, ordering))
        found = searched(engine, position, 3)
        assert (found.score, found.nodes) == (as_points(plain.score), plain.nodes), position.text


def test_node_counts_repeat_exactly() -> None:
    on = game("breakthrough", size=5)
    evaluate = known_heuristics("breakthrough")["piece"].function

    def nodes(limit: int) -> int:
        engine = Engine(on, evaluate, megabytes=1)
        return list(engine.search(on.start(), Limit(nodes=limit)))[-1].nodes

    limits = [round(100 * 1.5**step) for step in range(20)]
    assert [nodes(limit) for limit in limits] == [nodes(limit) for limit in limits]


def test_a_search_may_be_stopped_and_still_has_a_move() -> None:
    on = game("othello")
    engine = Engine(on, known_heuristics("othello")["squares"].function, megabytes=8)
    reports = []
    for report in engine.search(on.start(), Limit()):
        reports.append(report)
        if report.depth >= 6:
            engine.stop()
    assert not reports[-1].is_complete or reports[-1].depth >= 6
    assert reports[-1].move in on.start().moves()


def test_a_quick_win_is_preferred_and_ends_the_search() -> None:
    position = game("breakthrough").position("6/2w3/6/6/b5/6 white")
    on = position.game
    engine = Engine(on, known_heuristics("breakthrough")["piece"].function, megabytes=1)
    last = list(engine.search(position, Limit(depth=20)))[-1]
    assert str(last.move) in ("c5-c6", "c5-b6", "c5-d6")
    assert last.score == 1_000_000 - 1
    assert last.depth < 20
