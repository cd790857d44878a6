"""How much sooner two threads solve a position than one.

Seconds on the wall say little on a busy machine. So the positions that the busier of two threads visits are
told as well, as a share of those that one thread visits alone. Retrograde analysis visits each position once,
whoever does it; of that the time of the processor is told, half of it where two threads share the work. Two
cores share caches and memory: how much longer one thread takes while a second one solves the same position
apart from it is told, too. The product of the two is about what to expect of the time.

Retrograde analysis fills much memory, and a virtual machine takes long over what it has not touched before.
So its time is the least of several runs, by turns with one thread and with two.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from benchmarks.row import Row
from plyground.core.position import Game, Position, game
from plyground.errors import OptionError
from plyground.search.limit import Limit
from plyground.solving import Solution, Solver
from plyground.solving.retrograde.analysis import Retrograde

TARGET = 0.65
POSITIONS = 10


class Sample(NamedTuple):
    """Which positions of a board, so many plies before the end of random games; memory and runs of each."""

    plies: int
    megabytes: int = 256
    runs: int = 1


BOARDS = {
    ("othello", "8"): Sample(23),
    ("konane", "6x6"): Sample(26),
    ("breakthrough", "6x4"): Sample(18),
    ("duel", "6"): Sample(9, megabytes=1024, runs=3),
}
"""A position takes one thread a second or so."""
FEWEST_NODES, MOST_NODES = 500_000, 60_000_000
"""What one thread solves with fewer takes so little time that starting a second one counts; what it does not
solve with so many, or within its memory, is left out."""


class OtherValueError(Exception):
    """Two threads found another value than one."""


def rows() -> Iterator[Row]:
    """Compare one and two threads on positions of each game, both with an empty table.

    Raises:
        OtherValueError: the values differ.
    """
    for (name, size), (plies, megabytes, runs) in BOARDS.items():
        on = game(name, size=size)
        times, nodes, apart, busy = list[float](), list[float](), list[float](), list[float]()
        for position in _positions(on, plies):
            try:
                one, alone = _solve(position, megabytes, 1, Limit(nodes=MOST_NODES))
            except OptionError:
                continue
            if one.nodes < FEWEST_NODES or one.low < one.high:
                continue
            two, together = _solve(position, megabytes, 2)
            for _ in range(runs - 1):
                one = min(one, _solve(position, megabytes, 1)[0], key=_seconds)
                two = min(two, _solve(position, megabytes, 2)[0], key=_seconds)
            apart.append(_solve_apart(position, megabytes) / one.seconds)
            if (one.value, one.margin) != (two.value, two.margin):
                raise OtherValueError(f"{position.text}: {one} by one thread, {two} by two")
            times.append(two.seconds / one.seconds)
            if alone:
                nodes.append(max(together) / max(alone))
            else:
                busy.append(_busier(position, megabytes, 2) / _busier(position, megabytes, 1))
            if len(times) == POSITIONS:
                break
        how = f"median of {POSITIONS} positions, {plies} plies before the end, {megabytes} MB of memory"
        how += f", least of {runs} runs" if runs > 1 else ""
        label = f"of two threads, {name} {on.rows}x{on.columns}"
        yield Row(f"solver: time {label}", statistics.median(times), TARGET, how, unit="", is_ceiling=True)
        for what, shares in (("positions", nodes), ("time of the processor", busy)):
            if shares:
                told = f"solver: {what} {label}", statistics.median(shares), TARGET
                yield Row(*told, f"the busier thread; {how}", unit="", is_ceiling=True)
        what = f"solver: time of one thread beside another, {name} {on.rows}x{on.columns}"
        yield Row(what, statistics.median(apart), None, f"each with its own memory; {how}", unit="")


def _positions(on: Game, plies: int) -> Iterator[Position]:
    """Yield positions that all differ; a game that is too short gives none, and not its start."""
    chance, seen = random.Random(5), set[str]()
    while True:
        position = on.start()
        while position.outcome is None:
            position = position.play(chance.choice(position.moves()))
        line = position.line()
        if len(line) <= plies + 1:
            continue
        text = line[len(line) - 1 - plies].text
        if text not in seen:
            seen.add(text)
            yield on.position(text)


def _solve(
    position: Position, megabytes: int, threads: int, limit: Limit | None = None
) -> tuple[Solution, list[int]]:
    """Solve a position; return also how many positions each thread of a search visited."""
    solver = Solver(position.game, megabytes=megabytes, threads=threads)
    solver.prepare()
    *_, solution = solver.run(position, limit)
    return solution, [] if solver.retrograde is not None else solver.searcher.nodes_by_thread


def _seconds(solution: Solution) -> float:
    return solution.seconds


def _busier(position: Position, megabytes: int, threads: int) -> float:
    """Analyse a position; return the seconds of the processor that the busiest thread needs.

    All threads list and link positions together, and one works out their values.
    """
    analysis = Retrograde(position, megabytes, threads=threads)
    seconds, began = 0.0, time.process_time()
    for progress in analysis.steps():
        now = time.process_time()
        seconds += (now - began) / (1 if progress.phase == "solving" else threads)
        began = now
    return seconds


def _solve_apart(position: Position, megabytes: int) -> float:
    """Solve a position twice at the same time, by solvers that share nothing; return the longer time."""
    solvers = [Solver(position.game, megabytes=megabytes) for _ in range(2)]
    for solver in solvers:
        solver.prepare()

    def seconds(solver: Solver) -> float:
        *_, solution = solver.run(position)
        return solution.seconds

    with ThreadPoolExecutor(2) as pool:
        return max(pool.map(seconds, solvers))
