"""Monte Carlo tree search, compiled: against the textbook, and the identities of its tree."""

from __future__ import annotations

import math
from typing import Any

import pytest

import plyground as ply
from plyground.search.mcts.tree import EXPANDED, RESULT, UNKNOWN
from plyground.search.textbook import Node, uct

BOARDS = [
    ("othello", {"size": 4}, "mobility"),
    ("konane", {"size": 4}, "mobility"),
    ("breakthrough", {"size": "5x3"}, "piece"),
    ("duel", {"size": 3}, "pieces"),
]
EVERYTHING = ply.MctsFeatures(
    playouts="random", puct=True, rave=True, implicit_minimax=True, progressive_bias=True, widening=True
)


def engine_for(game: ply.Game, evaluate: str, features: ply.MctsFeatures, **settings: Any) -> ply.MctsEngine:
    return ply.MctsEngine(game, evaluate, features=features, megabytes=8, **settings)


def last_report(engine: ply.MctsEngine, position: ply.Position, nodes: int) -> ply.Report:
    *_, report = engine.search(position, ply.Limit(nodes=nodes))
    return report


def visits_of(nodes: Any, index: int = 0) -> Any:
    """Return the visits of a compiled tree as nested tuples, in the order of the moves."""
    record = nodes[index]
    first, count = int(record["first_child"]), int(record["child_count"])
    below = range(first, first + count) if record["expansion"] == EXPANDED else range(0)
    return int(record["visits"]), tuple(visits_of(nodes, each) for each in below if nodes[each]["visits"])


def visits_in(node: Node) -> Any:
    return node.visits, tuple(visits_in(child) for child in node.children)


@pytest.mark.parametrize(("name", "options", "evaluate"), BOARDS)
def test_it_grows_the_tree_of_the_textbook(name: str, options: dict[str, Any], evaluate: str) -> None:
    game = ply.game(name, **options)
    engine = engine_for(game, evaluate, ply.MctsFeatures(playouts="evaluation"))
    engine.prepare()
    spread = float(engine._workspaces[0].spread)

    def judge(position: ply.Position) -> float:
        score = 1000 * ply.evaluate(position, evaluate)
        return math.floor(math.tanh(score / spread) * RESULT + 0.5) / RESULT

    last_report(engine, game.start(), 1500)
    grown, tree = engine.tree(), uct(game.start(), 1500, judge)
    assert grown is not None
    assert visits_of(grown.trees[0]) == visits_in(tree.root)
    assert grown.root == game.start()


@pytest.mark.parametrize(("name", "options", "evaluate"), BOARDS)
@pytest.mark.parametrize("threads", [1, 3])
def test_the_counts_of_a_tree_fit_together(
    name: str, options: dict[str, Any], evaluate: str, threads: int
) -> None:
    game = ply.game(name, **options)
    engine = engine_for(game, evaluate, EVERYTHING.having("solver"), threads=threads)
    report = last_report(engine, game.start(), 3000)
    grown = engine.tree()
    assert grown is not None
    nodes = grown.trees[0]
    assert report.nodes == nodes[0]["visits"]
    checked = 0
    for index in range(engine._trees[0].used):
        record = nodes[index]
        assert abs(record["total"]) <= RESULT * record["visits"]
        assert record["rave_visits"] >= record["visits"] or index == 0 or record["visits"] == 0
        if record["expansion"] == EXPANDED and record["proof"] == UNKNOWN:
            first, count = record["first_child"], record["child_count"]
            children = nodes[first : first + count]
            below = int(children["visits"].sum())
            assert record["visits"] - below - record["forgotten"] == (index != 0)
            assert abs(float(children["prior"].sum()) - 1) < 1e-5
            checked += 1
    assert checked > 3


@pytest.mark.parametrize(("name", "options", "evaluate"), BOARDS)
def test_one_thread_and_a_seed_repeat_exactly(name: str, options: dict[str, Any], evaluate: str) -> None:
    game = ply.game(name, **options)
    trees = []
    for seed in (5, 5, 6):
        engine = engine_for(game, evaluate, EVERYTHING, seed=seed)
        last_report(engine, game.start(), 800)
        grown = engine.tree()
        assert grown is not None
        trees.append(visits_of(grown.trees[0]))
    assert trees[0] == trees[1]
    assert trees[0] != trees[2]
