"""Monte Carlo tree search, compiled: against the textbook, and the identities of its tree."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground as ply
from plyground.search.mcts.tree import DRAWN, EXPANDED, LOST, RESULT, UNKNOWN, WON
from plyground.search.textbook import Node, mcts_solver, uct

BOARDS = [
    ("othello", {"size": 4}, "mobility"),
    ("konane", {"size": 4}, "mobility"),
    ("breakthrough", {"size": "5x3"}, "piece"),
    ("duel", {"size": 3}, "pieces"),
]
PROOFS = {UNKNOWN: None, WON: 1.0, LOST: -1.0, DRAWN: 0.0}
EVERYTHING = ply.MctsFeatures(
    playouts="random", puct=True, rave=True, implicit_minimax=True, progressive_bias=True, widening=True
)


def engine_for(game: ply.Game, evaluate: str, features: ply.MctsFeatures, **settings: Any) -> ply.MctsEngine:
    return ply.MctsEngine(game, evaluate, features=features, megabytes=8, **settings)


def last_report(engine: ply.MctsEngine, position: ply.Position, nodes: int) -> ply.Report:
    *_, report = engine.search(position, ply.Limit(nodes=nodes))
    return report


def judging(engine: ply.MctsEngine, evaluate: str) -> Callable[[ply.Position], float]:
    """Return what an engine says a leaf is worth, as a playout of the textbook."""
    spread = float(engine._workspaces[0].spread)

    def judge(position: ply.Position) -> float:
        score = 1000 * ply.evaluate(position, evaluate)
        return math.floor(math.tanh(score / spread) * RESULT + 0.5) / RESULT

    return judge


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
    judge = judging(engine, evaluate)
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


@pytest.mark.parametrize(("name", "options", "evaluate"), BOARDS)
def test_its_proofs_are_those_of_the_textbook(name: str, options: dict[str, Any], evaluate: str) -> None:
    """With the solver the trees are the same too, simulation by simulation, until the root is proved."""
    game = ply.game(name, **options)
    chance = random.Random(4)
    position = game.start()
    for _ in range(4 if name != "duel" else 1):
        position = position.play(chance.choice(position.moves()))
    engine = engine_for(game, evaluate, ply.MctsFeatures(playouts="evaluation", solver=True))
    engine.prepare()
    judge = judging(engine, evaluate)
    last_report(engine, position, 1500)
    grown, tree = engine.tree(), mcts_solver(position, 1500, judge)
    assert grown is not None
    assert visits_of(grown.trees[0]) == visits_in(tree.root)
    assert PROOFS[int(grown.trees[0][0]["proof"])] == tree.root.proof


@settings(max_examples=25, deadline=None)
@given(
    board=st.sampled_from(BOARDS),
    solver=st.booleans(),
    seed=st.integers(0, 2**64 - 1),
    simulations=st.integers(1, 2500),
    threads=st.sampled_from([1, 2]),
    opening=st.lists(st.integers(0, 20), max_size=5),
)
def test_the_counts_obey_their_identities(
    board: tuple[str, dict[str, Any], str],
    solver: bool,
    seed: int,
    simulations: int,
    threads: int,
    opening: list[int],
) -> None:
    name, options, evaluate = board
    position = ply.game(name, **options).start()
    for number in opening:
        moves = position.moves()
        after = position.play(moves[number % len(moves)])
        position = after if after.outcome is None else position
    features = ply.MctsFeatures(solver=solver)
    engine = engine_for(position.game, evaluate, features, threads=threads, seed=seed)
    report = last_report(engine, position, simulations)
    nodes = engine._trees[0].nodes[: engine._trees[0].used]
    assert nodes[0]["visits"] == report.nodes
    assert report.nodes == simulations or (solver and report.proved)
    for index, record in enumerate(nodes):
        assert abs(record["total"]) <= RESULT * record["visits"]
        if record["expansion"] != EXPANDED or record["proof"] != UNKNOWN:
            continue
        children = nodes[record["first_child"] :][: record["child_count"]]
        own = int(index != 0)
        assert record["visits"] == own + record["forgotten"] + children["visits"].sum()
        if threads == 1:
            assert record["forgotten"] == 0
            if not solver:  # what is proved later counts as it was until then
                own_total = record["total"] + children["total"].sum()
                assert abs(own_total) <= RESULT * own
    if threads == 1:
        engine.clear()
        assert last_report(engine, position, simulations).lines == report.lines


def test_memory_is_bounded_by_the_hash() -> None:
    game = ply.game("breakthrough")
    for root_parallel in (False, True):
        features = ply.MctsFeatures(reuse=True, root_parallel=root_parallel)
        engine = ply.MctsEngine(game, features=features, megabytes=2, threads=2)
        last_report(engine, game.start(), 60_000)
        halves = [half for tree in engine._trees for half in tree._halves]
        assert sum(half.nbytes for half in halves) <= 2 * 2**20
        assert sum(np.asarray(each).nbytes for each in engine._workspaces) < 2**20
