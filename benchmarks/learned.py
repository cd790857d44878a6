"""What a learned evaluation costs: nodes a second as a share of those with `handmade`, and the time to load.

Engines with either evaluation take turns, the same number of nodes each, and the best round of each position
counts. Guessed cuts and the exact solver are off: what they leave out depends on the evaluation, and so would
the mixture of nodes. Loading is all between a file and data that a search can read, with the board known;
compiled functions are made by the first round, and the best of the others counts.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.node_speed import make_node_speed
from benchmarks.row import Row
from benchmarks.searching import CLASSIC, FULL, board_name
from plyground.core.position import Game, game
from plyground.evaluation import find_evaluation
from plyground.evaluation.learned import load_weights
from plyground.evaluation.learned.evaluation import make_evaluation, model_of
from plyground.evaluation.learned.finding import SHIPPED, WEIGHTS
from plyground.search.limit import Limit

ROUNDS = 12
LOADING_ROUNDS = 20
LEAST_SHARE = 0.75
MOST_MILLISECONDS = 50

SEARCH_LIMIT = Limit(nodes=2_000_000)
WITHOUT_GUESSES = FULL.without("solver", "tables")


def rows() -> Iterator[Row]:
    """Measure both: speeds on the default boards, loading for all files that come with Plyground."""
    for name in CLASSIC:
        yield _share(game(name))
    for file in WEIGHTS.given():
        yield _loading(file)


def _share(on: Game) -> Row:
    file = SHIPPED / WEIGHTS.name(on.name, on.rows, on.columns)
    speeds = {
        name: make_node_speed(on, find_evaluation(on, chosen).function, WITHOUT_GUESSES, SEARCH_LIMIT)
        for name, chosen in (("learned", str(file)), ("handmade", "handmade"))
    }
    best = {name: speed() for name, speed in speeds.items()}
    for _ in range(ROUNDS - 1):
        for name, speed in speeds.items():
            best[name] = list(map(max, best[name], speed()))
    learned, handmade = (statistics.harmonic_mean(best[name]) for name in speeds)
    how = f"{learned / 1e6:.2f} and {handmade / 1e6:.2f} M nodes/s; best of {ROUNDS} rounds"
    what = f"nodes/s with learned per handmade, {board_name(on)}"
    return Row(what, learned / handmade, LEAST_SHARE, how, unit="")


def _loading(file: Path) -> Row:
    header = load_weights(file).header
    on = game(header.game, size=f"{header.rows}x{header.columns}")
    times = []
    for _ in range(LOADING_ROUNDS + 1):
        start = time.process_time()
        weights = load_weights(file)
        dense = tuple(find_evaluation(on, each) for each in weights.header.dense)
        make_evaluation("learned", model_of(on, weights.header, dense), weights)
        times.append(1000 * (time.process_time() - start))
    how = f"file to data, best of {LOADING_ROUNDS}; {times[0]:.0f} ms the first time"
    what = f"loading {file.name}"
    return Row(what, min(times[1:]), MOST_MILLISECONDS, how, unit="ms", is_ceiling=True)
