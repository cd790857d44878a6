"""How much sooner two threads reach the depth that one thread reaches, in seconds on the wall.

On a busy machine there is no second core to be had. So two searches that have nothing to do with
each other are run side by side as well: where they take much longer than one alone (1.0 would be
perfect), the machine is to blame and the measurement says little about the engine.
"""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Iterator

from benchmarks.match import random_opening
from benchmarks.row import Row
from benchmarks.searching import CLASSIC, board_name, evaluation, last_report, make_engine, strongest
from plyground.core.position import Position, game
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit

TARGET = 0.62
POSITIONS = 20
OPENING_PLIES = 8
# A depth chosen by what one thread reaches would favour the positions where it is lucky.
DEPTHS = {"breakthrough": 18, "othello": 18, "konane": 18, "duel": 15}  # a second or two on average
REPEATS = (
    3  # the median of each counts: two threads search another tree each time, and others use the machine
)
CONTROL_EVERY = 5
CONTROL_NODES = 2_000_000


def rows() -> Iterator[Row]:
    """Compare one and two threads on positions of each game, both with an empty table."""
    for name in CLASSIC:
        on = game(name)
        evaluate = evaluation(name, strongest(name))
        alone, other = make_engine(on, evaluate), make_engine(on, evaluate)
        together = make_engine(on, evaluate, threads=2)
        rng = random.Random(5)
        shares: list[float] = []
        times: list[float] = []
        controls: list[float] = []
        for number in range(POSITIONS):
            position = random_opening(on, OPENING_PLIES, rng)
            taken = [
                [_wall_seconds(engine, position, DEPTHS[name]) for engine in (alone, together)]
                for _ in range(REPEATS)
            ]
            one, two = map(statistics.median, zip(*taken, strict=True))
            times.append(one)
            shares.append(two / one)
            if number % CONTROL_EVERY == 0:
                controls.append(_side_by_side(alone, other, position))
        low, _, high = statistics.quantiles(shares, n=4)
        how = (
            f"{strongest(name)}, depth {DEPTHS[name]}; median of {POSITIONS} positions, "
            f"{REPEATS} times each, half of them from {low:.2f} to {high:.2f}; one thread took "
            f"{statistics.mean(times):.2f} s on average; two searches side by side "
            f"took {statistics.median(controls):.2f} times as long as one"
        )
        yield Row(
            f"time of two threads, {board_name(on)}",
            statistics.median(shares),
            TARGET,
            how,
            unit="",
            is_ceiling=True,
        )


def _wall_seconds(engine: SearchEngine, position: Position, depth: int) -> float:
    engine.clear()
    start = time.perf_counter()
    last_report(engine, position, Limit(depth=depth))
    return time.perf_counter() - start


def _side_by_side(first: SearchEngine, second: SearchEngine, position: Position) -> float:
    """Return how many times as long two independent searches take as one of them alone."""

    def search(engine: SearchEngine) -> None:
        last_report(engine, position, Limit(nodes=CONTROL_NODES))

    for engine in (first, second):
        engine.clear()
    start = time.perf_counter()
    search(first)
    alone = time.perf_counter() - start
    first.clear()
    start = time.perf_counter()
    threads = [threading.Thread(target=search, args=(engine,)) for engine in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return (time.perf_counter() - start) / alone
