"""Many positions at once: random games on one core, and evaluations of whole batches."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator

from benchmarks.row import Row
from benchmarks.searching import board_name
from plyground.batch import Batch, evaluate_all, playouts
from plyground.core.position import game

GAME = "breakthrough"
PLIES = 1_000_000
PLIES_SECONDS = 0.1
POSITIONS = 10_000
BATCH_MILLISECONDS = 5
LIST_MILLISECONDS = 100
EVALUATION = "piece"
ROUNDS = 9


def rows() -> Iterator[Row]:
    """Measure random plies, and evaluations of a batch and of a list."""
    on = game(GAME)
    start = on.start()
    plies_a_game = playouts(start, 1000, threads=1).plies / 1000
    games = round(PLIES / plies_a_game)
    seconds = _median(lambda: playouts(start, games, threads=1), time.process_time)
    how = f"{games:,} random games by playouts, one core; median of {ROUNDS}"
    yield Row(
        f"a million random plies, {board_name(on)}", seconds, PLIES_SECONDS, how, unit="s", is_ceiling=True
    )

    batch = Batch.start(on, POSITIONS)
    for number in range(10):
        batch = batch.play(batch.random_moves(seed=number))
    positions = batch.positions()
    evaluate_all(batch, EVALUATION)  # compiles it
    for given, name, most in (
        (batch, "a Batch", BATCH_MILLISECONDS),
        (positions, "a list", LIST_MILLISECONDS),
    ):
        seconds = _median(lambda given=given: evaluate_all(given, EVALUATION))  # type: ignore[misc]
        how = f"{EVALUATION}, all cores; median of {ROUNDS}"
        yield Row(
            f"evaluate_all of {name} of {POSITIONS:,}", 1000 * seconds, most, how, unit="ms", is_ceiling=True
        )


def _median(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    taken = []
    for _ in range(ROUNDS):
        began = clock()
        work()
        taken.append(clock() - began)
    return statistics.median(taken)
