"""Nodes a second of the full engine, as a share of the leaves a second of perft.

Othello and Breakthrough are held against their C twins, Konane and the duel, which have none,
against their own perft. All take turns, a quarter of a second each, and the best round of each counts: of
each position, and of perft.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.build import build_twin, run_twin
from benchmarks.row import Row
from benchmarks.searching import (
    CLASSIC,
    FULL,
    Heuristic,
    board_name,
    evaluation,
    evaluations,
    last_report,
    make_engine,
    openings,
)
from plyground.core.perft import LeafCounter
from plyground.core.position import Game, game
from plyground.search.features import Features
from plyground.search.limit import Limit

ROUNDS = 8
POSITIONS = 4
OPENING_PLIES = 8
SEARCH_LIMIT = Limit(seconds=0.25)

SHARES = {"breakthrough": 0.25, "othello": 0.25, "konane": 0.2, "duel": 0.2}
PERFT_DEPTHS = {"breakthrough": 6, "othello": 9, "konane": 9, "duel": 6}  # a tenth of a second each
TWINS = ("breakthrough", "othello")

Speed = Callable[[], float]
"""Measures something once: how many of it in a CPU second."""


def rows() -> Iterator[Row]:
    """Measure engines and perft in turn.

    Raises:
        BuildError: the C twins cannot be compiled.
    """
    node_speeds = {
        (name, chosen): make_node_speed(game(name), evaluation(name, chosen))
        for name in SHARES
        for chosen in evaluations(name)
    }
    best_nodes = {key: [0.0] * POSITIONS for key in node_speeds}
    best_leaves = dict.fromkeys(SHARES, 0.0)
    with tempfile.TemporaryDirectory() as folder:
        leaf_speeds = {name: _leaf_speed(name, Path(folder)) for name in SHARES}
        for _ in range(ROUNDS):
            for name, leaf_speed in leaf_speeds.items():
                best_leaves[name] = max(best_leaves[name], leaf_speed())
            for key, node_speed in node_speeds.items():
                best_nodes[key] = list(map(max, best_nodes[key], node_speed()))
    for (name, chosen), speeds in best_nodes.items():
        nodes = statistics.harmonic_mean(speeds)  # all nodes in all the time
        leaves, perft = best_leaves[name], "C perft" if name in TWINS else "our perft"
        how = f"{nodes / 1e6:.2f} M nodes/s; {perft}: {leaves / 1e6:.0f} M leaves/s; best of {ROUNDS} rounds"
        target = SHARES[name] if chosen == CLASSIC[name] else None
        what = f"nodes/s per leaf/s of {perft}, {board_name(game(name))}, {chosen}"
        yield Row(what, nodes / leaves, target, how, unit="")


def _leaf_speed(name: str, folder: Path) -> Speed:
    """Make what measures the leaves of perft: in C where there is a twin, ours elsewhere."""
    on, depth = game(name), PERFT_DEPTHS[name]
    if name in TWINS:
        program = build_twin(name, on.rows, on.columns, folder)

        def count_in_c() -> float:
            leaves, seconds = run_twin(program, depth)
            return leaves / seconds

        return count_in_c
    counter, start = LeafCounter(on), on.start()
    counter.count(start, 1)  # compiles it

    def count_here() -> float:
        before = time.process_time()
        leaves = counter.count(start, depth)
        return leaves / (time.process_time() - before)

    return count_here


def make_node_speed(
    on: Game, evaluate: Heuristic, features: Features = FULL, limit: Limit = SEARCH_LIMIT
) -> Callable[[], list[float]]:
    """Make what measures the nodes of an engine, from the start and from each of a few openings."""
    engine = make_engine(on, evaluate, features)
    positions = [on.start(), *openings(on.name, POSITIONS - 1, OPENING_PLIES, seed=4)]

    def nodes_per_second() -> list[float]:
        speeds = []
        for position in positions:
            engine.clear()
            start = time.process_time()
            nodes = last_report(engine, position, limit).nodes
            speeds.append(nodes / (time.process_time() - start))
        return speeds

    return nodes_per_second
