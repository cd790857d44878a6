"""All searches find the value that plain minimax finds, and a move that has it."""

from __future__ import annotations

import pytest

from plyground.core.position import Game, Position, game
from plyground.search import textbook
from plyground.search.engine import SearchEngine
from plyground.search.features import EXACT, PRESETS
from plyground.search.limit import Limit
from plyground.search.report import Report
from plyground.search.score import as_points
from tests.boards import ALL_BOARDS, board_name
from tests.search.agreeing import scorer, seen_from_above
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
MOST_LEAVES = 1500  # what the textbook looks at in half a second

POSITIONS_A_GAME = 2000
EVALUATIONS = {
    "breakthrough": "comprehensive",
    "othello": "squares",
    "konane": "mobility",
    "duel": "manhattan",
}

# Features and threads. Without a table, two threads share out the root moves.
WAYS = {
    "minimax": (PRESETS["minimax"], 1),
    "alphabeta": (PRESETS["alphabeta"], 1),
    "exact": (EXACT, 1),
    "two threads": (EXACT, 2),
    "split root": (EXACT.having("root_splitting"), 2),
    "split minimax": (PRESETS["minimax"], 2),
}


def searched(engine: SearchEngine, position: Position, depth: int) -> Report:
    return list(engine.search(position, Limit(depth=depth)))[-1]


def fitting_depth(position: Position) -> int:
    moves = max(len(position.moves()), 2)
    return max(depth for depth in range(1, 6) if depth == 1 or moves**depth <= MOST_LEAVES)


def check_agreement(on: Game, heuristic: str, count: int) -> None:
    """Compare all ways to search with the textbook, on random positions."""
    score = scorer(on, heuristic)
    engines = {
        label: SearchEngine(on, heuristic, features=features, threads=threads, megabytes=1)
        for label, (features, threads) in WAYS.items()
    }
    for position in random_positions(on, count, seed=count):
        depth = fitting_depth(position)
        plain = textbook.minimax(position, depth, score)
        pruned = textbook.alphabeta(position, depth, score)
        assert pruned.score == plain.score
        assert pruned.nodes <= plain.nodes
        values: dict[str, int] = {}
        for label, engine in engines.items():
            found = searched(engine, position, depth)
            assert found.score == as_points(plain.score), (label, position.text, depth)
            assert found.move is not None
            move = str(found.move)
            if move not in values:
                reply = textbook.minimax(position.play(move), depth - 1, score)
                values[move] = seen_from_above(reply.score)
            assert values[move] == plain.score, (label, position.text, move)
        assert searched(engines["minimax"], position, depth).nodes == plain.nodes
        assert searched(engines["split minimax"], position, depth).nodes == plain.nodes
        assert searched(engines["alphabeta"], position, depth).nodes == pruned.nodes


@pytest.mark.parametrize(("name", "size", "heuristic", "count"), BOARDS)
def test_every_search_finds_the_value_of_minimax(name: str, size: str, heuristic: str, count: int) -> None:
    check_agreement(game(name, size=size), heuristic, count)


@pytest.mark.long
@pytest.mark.parametrize(("name", "size"), ALL_BOARDS, ids=board_name)
def test_two_thousand_positions_a_game_at_all_sizes(name: str, size: tuple[int, int]) -> None:
    boards = sum(each == name for each, _ in ALL_BOARDS)
    check_agreement(game(name, size=size), EVALUATIONS[name], -(-POSITIONS_A_GAME // boards))


@pytest.mark.parametrize("order", ["moves", "advantage", "euclidean", "manhattan", "spacing"])
def test_ordered_alphabeta_visits_what_the_textbook_visits(order: str) -> None:
    on = game("duel", size=3)
    engine = SearchEngine(on, "pieces", algorithm="alphabeta", order=order)
    for position in random_positions(on, 12, seed=7):
        plain = textbook.alphabeta(position, 3, scorer(on, "pieces"), order=scorer(on, order))
        found = searched(engine, position, 3)
        assert (found.score, found.nodes) == (as_points(plain.score), plain.nodes), position.text


def test_node_counts_repeat_exactly() -> None:
    on = game("breakthrough", size=5)

    def nodes(limit: int) -> int:
        engine = SearchEngine(on, "piece", megabytes=1)
        return list(engine.search(on.start(), Limit(nodes=limit)))[-1].nodes

    limits = [round(100 * 1.5**step) for step in range(20)]
    assert [nodes(limit) for limit in limits] == [nodes(limit) for limit in limits]


def test_a_quick_win_is_preferred_and_ends_the_search() -> None:
    position = game("breakthrough").position("6/2w3/6/6/b5/6 white")
    on = position.game
    engine = SearchEngine(on, "piece", megabytes=1)
    last = list(engine.search(position, Limit(depth=20)))[-1]
    assert str(last.move) in ("c5-c6", "c5-b6", "c5-d6")
    assert last.score == 1_000_000 - 1
    assert last.depth < 20
