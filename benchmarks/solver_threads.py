"""How much sooner two threads solve a position than one.

Seconds on the wall say little on a busy machine. So the positions that the busier of two threads visits are
told as well, as a share of those that one thread visits alone: with a free core for each, the time is as
much less.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator

from benchmarks.row import Row
from plyground.position import Game, Position, game
from plyground.solving import Solution, Solver

TARGET = 0.65
POSITIONS = 10
MEGABYTES = 256
BOARDS = {("othello", "8"): 20, ("konane", "6x6"): 24, ("breakthrough", "6x4"): 26}
"""How many plies before the end of random games the positions are: a second or so for one thread."""
FEWEST_NODES = 100_000
"""What one thread solves with fewer is too easy to be shared."""


class OtherValueError(Exception):
    """Two threads found another value than one."""


def rows() -> Iterator[Row]:
    """Compare one and two threads on positions of each game, both with an empty table.

    Raises:
        OtherValueError: the values differ.
    """
    for (name, size), plies in BOARDS.items():
        on = game(name, size=size)
        times, nodes = [], []
        for position in _positions(on, plies):
            (one, alone), (two, together) = (_solve(position, threads) for threads in (1, 2))
            if max(alone) < FEWEST_NODES:
                continue
            if (one.value, one.margin) != (two.value, two.margin):
                raise OtherValueError(f"{position.text}: {one} by one thread, {two} by two")
            times.append(two.seconds / one.seconds)
            nodes.append(max(together) / max(alone))
            if len(times) == POSITIONS:
                break
        how = f"median of {POSITIONS} positions, {plies} plies before the end, {MEGABYTES} MB of table"
        label = f"of two threads, {name} {on.rows}x{on.columns}"
        yield Row(f"solver: time {label}", statistics.median(times), TARGET, how, unit="", is_ceiling=True)
        yield Row(
            f"solver: positions {label}",
            statistics.median(nodes),
            TARGET,
            f"the busier thread; {how}",
            unit="",
            is_ceiling=True,
        )


def _positions(on: Game, plies: int) -> Iterator[Position]:
    chance = random.Random(5)
    while True:
        position = on.start()
        while position.outcome is None:
            position = position.play(chance.choice(position.moves()))
        line = position.line()
        yield on.position(line[max(0, len(line) - 1 - plies)].text)


def _solve(position: Position, threads: int) -> tuple[Solution, list[int]]:
    """Solve a position; return also how many positions each thread visited."""
    solver = Solver(position.game, megabytes=MEGABYTES, threads=threads)
    solver.prepare()
    *_, solution = solver.run(position)
    return solution, solver.searcher.nodes_by_thread
