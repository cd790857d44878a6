"""What the measurements of the search share: engines, positions, and the time to a depth."""

from __future__ import annotations

import random
import signal
import statistics
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from benchmarks.match import random_opening
from benchmarks.row import Row
from plyground.core.discovery import built_in_games
from plyground.core.position import Game, Position, game
from plyground.evaluation import known_heuristics
from plyground.search.engine import SearchEngine
from plyground.search.features import EXACT, PRESETS, Features
from plyground.search.limit import Limit
from plyground.search.report import Report

Heuristic = Callable[[Any, Any], float]

CLASSIC = {
    name: rules.source_evaluation for name, rules in built_in_games().items() if rules.source_evaluation
}
"""The four games on their default boards, each with the evaluation its source gave it."""

FULL, SAME_VALUE = PRESETS["engine"], EXACT
SETTINGS = {"": FULL, ", without guesses": SAME_VALUE}
"""The whole engine, and the engine without what guesses: its value is that of plain alpha-beta."""

PEER_SECONDS = 20.0
REPEATS = 5


def evaluation(name: str, chosen: str) -> Heuristic:
    """Return an evaluation of a game by its name."""
    return known_heuristics(name)[chosen].function


def evaluations(name: str) -> list[str]:
    """Return the evaluation of the source, and `handmade` where there is one."""
    return [CLASSIC[name], *(["handmade"] if "handmade" in known_heuristics(name) else [])]


def strongest(name: str) -> str:
    """Return the evaluation that people would play with."""
    return evaluations(name)[-1]


def board_name(on: Game) -> str:
    return f"{on.name} {on.rows}x{on.columns}"


def make_engine(
    on: Game, evaluate: Heuristic, features: Features = FULL, threads: int = 1, megabytes: int = 64
) -> SearchEngine:
    """Make an engine that is compiled, so that nothing measured pays for it."""
    engine = SearchEngine(on, evaluate, features=features, threads=threads, megabytes=megabytes)
    last_report(engine, on.start(), Limit(depth=2))
    return engine


def last_report(engine: SearchEngine, position: Position, limit: Limit) -> Report:
    """Search a position to the end of the limit."""
    *_, last = engine.search(position, limit)
    return last


def openings(name: str, count: int, plies: int, seed: int) -> list[Position]:
    """Return positions after random moves, the same in every run."""
    rng = random.Random(seed)
    return [random_opening(game(name), plies, rng) for _ in range(count)]


def cpu_seconds(engine: SearchEngine, position: Position, depth: int, repeats: int = REPEATS) -> float:
    """Return the CPU seconds that a search to some depth takes with an empty table: the median.

    Raises:
        AssertionError: the search ended before that depth, so that the time says nothing.
    """
    times = []
    for _ in range(repeats):
        engine.clear()
        start = time.process_time()
        report = last_report(engine, position, Limit(depth=depth))
        times.append(time.process_time() - start)
        if report.depth != depth or not report.is_complete:
            raise AssertionError(f"{position.text} was searched to depth {report.depth}, not {depth}")
    return statistics.median(times)


def compare_depth(
    peer: str, target: float, position: Position, evaluate: str, depth: int, peer_seconds: float
) -> Iterator[Row]:
    """Tell how many times faster than a peer the engine reaches a depth."""
    on = position.game
    for setting, features in SETTINGS.items():
        engine = make_engine(on, evaluation(on.name, evaluate), features)
        own_seconds = cpu_seconds(engine, position, depth)
        how = f"depth {depth}, {evaluate}: {peer_seconds:.2f} s against {1000 * own_seconds:.2f} ms"
        yield Row(f"{peer}, {board_name(on)}{setting}", peer_seconds / own_seconds, target, how)


def deepest_within(search: Callable[[int], object], seconds: float = PEER_SECONDS) -> tuple[int, float]:
    """Search deeper and deeper; return the last depth that took no longer than this, and its CPU seconds.

    A depth is not begun if the growth of the last ones says that it would take far too long, and
    is interrupted when it does.
    """
    times: list[float] = []
    while not _is_hopeless(times, seconds):
        start = time.process_time()
        if not _finishes(search, len(times) + 1, seconds):
            break
        times.append(time.process_time() - start)
    return len(times), times[-1]


def _is_hopeless(times: list[float], seconds: float) -> bool:
    """Guess the next time: plies of the same side grow alike. Twice the limit is hopeless."""
    if len(times) < 3 or times[-3] < 0.01:
        return False
    return times[-1] * times[-2] / times[-3] > 2 * seconds


def _finishes(search: Callable[[int], object], depth: int, seconds: float) -> bool:
    """Run a search in Python; tell whether it was done before so many CPU seconds were over."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        search(depth)
    except TimeoutError:
        return False
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return True
