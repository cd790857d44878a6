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
from plyground.position import Position, game
from plyground.search.engine import Engine
from plyground.search.limit import Limit

TARGET = 0.62
POSITIONS = 20
OPENING_PLIES = 8
LONGEST_SECONDS = 1.5  # the deepest depth within this time takes about a second
CONTROL_EVERY = 5
CONTROL_NODES = 2_000_000
SHORTEST_SECONDS = 0.3  # less than this would measure the start of threads


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
        while len(shares) < POSITIONS:
            position = random_opening(on, OPENING_PLIES, rng)
            reached = _reached(alone, position)
            if reached is None:
                continue
            depth, seconds = reached
            times.append(seconds)
            shares.append(_wall_seconds(together, position, depth) / seconds)
            if len(shares) % CONTROL_EVERY == 1:
                controls.append(_side_by_side(alone, other, position))
        low, _, high = statistics.quantiles(shares, n=4)
        how = (
            f"{strongest(name)}; median of {POSITIONS} positions, half of them from {low:.2f} to {high:.2f}; "
            f"one thread took {statistics.mean(times):.2f} s on average; two searches side by side "
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


def _reached(engine: Engine, position: Position) -> tuple[int, float] | None:
    """Return the deepest depth that one thread finishes in time, and when; None if it is too easy."""
    engine.clear()
    limit = Limit(seconds=LONGEST_SECONDS)
    start = time.perf_counter()
    finished = [
        (report.depth, time.perf_counter() - start)
        for report in engine.search(position, limit)
        if report.is_complete
    ]
    is_too_easy = time.perf_counter() - start < LONGEST_SECONDS - 0.1
    if is_too_easy or not finished or finished[-1][1] < SHORTEST_SECONDS:
        return None
    return finished[-1]


def _wall_seconds(engine: Engine, position: Position, depth: int) -> float:
    engine.clear()
    start = time.perf_counter()
    last_report(engine, position, Limit(depth=depth))
    return time.perf_counter() - start


def _side_by_side(first: Engine, second: Engine, position: Position) -> float:
    """Return how many times as long two independent searches take as one of them alone."""

    def search(engine: Engine) -> None:
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
