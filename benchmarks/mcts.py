"""Monte Carlo tree search: simulations against OpenSpiel and perft, two threads, and how soon it stops."""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from benchmarks.row import Row
from benchmarks.searching import board_name
from plyground.batch import playouts
from plyground.core.perft import LeafCounter
from plyground.core.position import Game, game
from plyground.search.limit import Limit
from plyground.search.mcts import MctsEngine

THEIRS: dict[str, dict[str, int]] = {"breakthrough": {"rows": 6, "columns": 6}, "othello": {}}
SEARCH_TARGET = 100
PLAYOUTS_TARGET = 10
PERFT_TARGET = 0.5
PERFT_DEPTHS = {"breakthrough": 6, "othello": 9}
THREADS_TARGET = 1.7
STOP_MILLISECONDS = 50
STOPS = 20
MEGABYTES = 512
ROUNDS = 5
SECONDS = 0.5


def rows() -> Iterator[Row]:
    """Compare with OpenSpiel in turns, and measure threads and stops."""
    for name, options in THEIRS.items():
        yield from _against_open_spiel(game(name), pyspiel.load_game(name, options))
    for name in THEIRS:
        yield _two_threads(game(name))
    yield _stops(game("breakthrough"))


def _against_open_spiel(on: Game, theirs: Any) -> Iterator[Row]:
    """Yield the ratios for one game; all take turns, and the best round of each counts."""
    counter, depth = LeafCounter(on), PERFT_DEPTHS[on.name]
    engine = MctsEngine(on, algorithm="uct")
    engine.prepare()
    counter.count(on.start(), 1)
    playouts(on.start(), 1, threads=1)
    # Perft lists moves at every node but its leaves, and a playout at every ply.
    *inner, leaves = (counter.count(on.start(), each) for each in range(depth + 1))
    listings = sum(inner)
    best = dict.fromkeys(
        ("uct", "their mcts", "playouts", "plies", "their playouts", "leaves", "listings"), 0.0
    )
    for number in range(ROUNDS):
        found = {
            "uct": _simulations(engine),
            "their mcts": _their_simulations(theirs, number),
            "their playouts": _their_playouts(theirs, number),
            "leaves": _rate(lambda: counter.count(on.start(), depth)),
        }
        plies = 0

        def play(seed: int = number) -> int:
            nonlocal plies
            plies = playouts(on.start(), 50_000, seed, threads=1).plies
            return 50_000

        found["listings"] = found["leaves"] * listings / leaves
        found["playouts"] = _rate(play)
        found["plies"] = found["playouts"] * plies / 50_000
        best = {what: max(best[what], speed) for what, speed in found.items()}
    board, how = board_name(on), f"one thread; best of {ROUNDS} rounds"
    for what, mine, their, target in (
        ("simulations/s of uct per one of OpenSpiel's MCTS in Python", "uct", "their mcts", SEARCH_TARGET),
        (
            "random playouts/s per one of OpenSpiel's rules in C++",
            "playouts",
            "their playouts",
            PLAYOUTS_TARGET,
        ),
        ("plies/s of playouts per leaf/s of perft", "plies", "leaves", PERFT_TARGET),
        ("plies/s of playouts per list of moves/s of perft", "plies", "listings", None),
    ):
        yield Row(
            f"{what}, {board}",
            best[mine] / best[their],
            target,
            f"{best[mine]:,.0f} and {best[their]:,.0f}/s, {how}",
        )


def _simulations(engine: MctsEngine, clock: Callable[[], float] = time.process_time) -> float:
    engine.clear()
    began = clock()
    *_, last = engine.search(engine.game.start(), Limit(seconds=SECONDS))
    return last.nodes / (clock() - began)


def _their_simulations(theirs: Any, seed: int) -> float:
    chance, count = np.random.RandomState(seed), 2000
    bot = mcts.MCTSBot(theirs, 1.4, count, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    began = time.process_time()
    bot.step(theirs.new_initial_state())
    return count / (time.process_time() - began)


def _their_playouts(theirs: Any, seed: int) -> float:
    """Return the random games per second of their evaluator in C++, which their bot in C++ calls."""
    simulations, rollouts = 2, 2000
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    bot = pyspiel.MCTSBot(theirs, evaluator, 1.4, simulations, 10, False, seed, False)  # noqa: FBT003
    began = time.process_time()
    bot.step(theirs.new_initial_state())
    return simulations * rollouts / (time.process_time() - began)


def _two_threads(on: Game) -> Row:
    one, two = (MctsEngine(on, algorithm="uct", threads=threads) for threads in (1, 2))
    for engine in (one, two):
        engine.prepare()
    walls, works = [], []
    for _ in range(ROUNDS):
        pairs = [(_simulations(each, time.perf_counter), _simulations(each)) for each in (two, one)]
        walls.append(pairs[0][0] / pairs[1][0])
        works.append(2 * pairs[0][1] / pairs[1][1])
    how = (
        f"uct in one tree, {SECONDS} s a search; median of {ROUNDS}; with two cores free "
        f"{statistics.median(works):.2f}, by the time of the processor"
    )
    return Row(f"simulations of two threads, {board_name(on)}", statistics.median(walls), THREADS_TARGET, how)


def _stops(on: Game) -> Row:
    """Measure stops of a search whose tree fills again and again."""
    engine, chance, delays = MctsEngine(on, algorithm="uct", megabytes=MEGABYTES), random.Random(3), []
    engine.prepare()
    for _ in range(STOPS):
        stopped_at: list[float] = []

        def stop(stopped_at: list[float] = stopped_at) -> None:
            stopped_at.append(time.perf_counter())
            engine.stop()

        timer = threading.Timer(chance.uniform(0.2, 3.0), stop)
        timer.start()
        for _ in engine.search(on.start(), Limit()):
            pass
        delays.append(1000 * (time.perf_counter() - stopped_at[0]))
        timer.join()
    how = f"the slowest of {STOPS}, {MEGABYTES} MB; median {statistics.median(delays):.1f} ms"
    return Row("a stop of mcts", max(delays), STOP_MILLISECONDS, how, unit="ms", is_ceiling=True)


def _rate(work: Callable[[], int]) -> float:
    began = time.process_time()
    count = work()
    return count / (time.process_time() - began)
