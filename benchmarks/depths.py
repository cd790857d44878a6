"""How deep the engine looks in the time of the sources, and how long it takes for their depth."""

from __future__ import annotations

import time
from collections.abc import Iterator

from benchmarks.row import Row
from benchmarks.searching import evaluation, evaluations, last_report, make_engine
from plyground.core.position import Position, game
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit

BREAKTHROUGH_SECONDS = 3
BREAKTHROUGH_DEPTH = 13
OTHELLO_DEPTH = 6
OTHELLO_MILLISECONDS = 50
REPEATS = 3


def rows() -> Iterator[Row]:
    """Breakthrough by time, Othello by depth, one thread."""
    for chosen in evaluations("breakthrough"):
        on = game("breakthrough")
        engine = make_engine(on, evaluation("breakthrough", chosen))
        engine.clear()
        reports = [
            each
            for each in engine.search(on.start(), Limit(seconds=BREAKTHROUGH_SECONDS))
            if each.is_complete
        ]
        last = reports[-1]
        how = f"finished after {last.seconds:.2f} s, {last.nodes:,} nodes"
        name = f"depth in {BREAKTHROUGH_SECONDS} s, breakthrough 6x6, {chosen}"
        yield Row(name, last.depth, BREAKTHROUGH_DEPTH, how, unit="plies")
    for chosen in evaluations("othello"):
        yield _slowest_move(chosen)


def _slowest_move(chosen: str) -> Row:
    """Play a game at a fixed depth and time every move, the best of some repeats each."""
    on = game("othello")
    engine = make_engine(on, evaluation("othello", chosen))
    position, times = on.start(), []
    while position.outcome is None:
        repeats = [_timed_move(engine, position) for _ in range(REPEATS)]
        times.append(min(seconds for seconds, _ in repeats))
        position = repeats[0][1]
    slowest = max(times)
    number = times.index(slowest) + 1
    how = f"move {number} of a game of {len(times)}; best of {REPEATS} repeats for each move"
    return Row(
        f"slowest move at depth {OTHELLO_DEPTH}, othello 8x8, {chosen}",
        1000 * slowest,
        OTHELLO_MILLISECONDS,
        how,
        unit="ms",
        is_ceiling=True,
    )


def _timed_move(engine: SearchEngine, position: Position) -> tuple[float, Position]:
    engine.clear()
    start = time.perf_counter()
    move = last_report(engine, position, Limit(depth=OTHELLO_DEPTH)).move
    seconds = time.perf_counter() - start
    assert move is not None
    return seconds, position.play(move)
