"""How well a search keeps its time, and how soon it ends when somebody says stop."""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Iterator

from benchmarks.row import Row
from benchmarks.searching import CLASSIC, evaluation, last_report, make_engine, openings, strongest
from plyground.core.position import Position, game
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit

SEARCHES = 200
OVERSTEP_MILLISECONDS = 30
STOPS = 40
STOP_MILLISECONDS = 50
OPENING_PLIES = 6


def rows() -> Iterator[Row]:
    """Search positions of all four games, by the clock and until stopped."""
    chance = random.Random(9)
    engines = {name: make_engine(game(name), evaluation(name, strongest(name))) for name in CLASSIC}
    positions = {name: openings(name, 10, OPENING_PLIES, seed=9) for name in CLASSIC}

    def draw(index: int) -> tuple[SearchEngine, Position]:
        name = list(CLASSIC)[index % len(CLASSIC)]
        return engines[name], chance.choice(positions[name])

    oversteps = sorted(_overstep(*draw(index), chance.uniform(0.05, 0.5)) for index in range(SEARCHES))
    percentile = statistics.quantiles(oversteps, n=100, method="inclusive")[98]
    how = (
        f"99th percentile of {SEARCHES} searches of 50 to 500 ms, all games; "
        f"median {statistics.median(oversteps):.1f} ms, worst {oversteps[-1]:.1f} ms"
    )
    yield _row("overstepping the time", percentile, OVERSTEP_MILLISECONDS, how)

    delays = sorted(_stop_delay(*draw(index), chance.uniform(0.05, 0.3)) for index in range(STOPS))
    how = f"the slowest of {STOPS}, all games; median {statistics.median(delays):.1f} ms"
    yield _row("a stop from another thread", delays[-1], STOP_MILLISECONDS, how)


def _row(name: str, milliseconds: float, target: float, how: str) -> Row:
    return Row(name, milliseconds, target, how, unit="ms", is_ceiling=True)


def _overstep(engine: SearchEngine, position: Position, seconds: float) -> float:
    """Return by how many milliseconds a search takes longer than it may; 0 if it does not."""
    engine.clear()
    start = time.perf_counter()
    last_report(engine, position, Limit(seconds=seconds))
    return max(1000 * (time.perf_counter() - start - seconds), 0.0)


def _stop_delay(engine: SearchEngine, position: Position, seconds: float) -> float:
    """Return the milliseconds from a stop in another thread to the end of the search."""
    stopped_at = []

    def stop() -> None:
        stopped_at.append(time.perf_counter())
        engine.stop()

    engine.clear()
    timer = threading.Timer(seconds, stop)
    timer.start()
    last_report(engine, position, Limit())
    ended_at = time.perf_counter()
    timer.join()
    # A search that found the end of the game by itself was not stopped.
    return max(1000 * (ended_at - stopped_at[0]), 0.0)
