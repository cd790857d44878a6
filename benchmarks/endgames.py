"""Exact endgames of Othello: numbers 40 to 44 of the FFO test set, one thread, an empty table each."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.row import Row
from plyground.core.position import game
from plyground.solving import Solution, Solver

MEGABYTES = 256
MOST_SECONDS = 25.0
MOST_NODES = 600.0  # millions


class Endgame(NamedTuple):
    """A position with its best moves, and the margin for the side to move."""

    text: str
    best_moves: tuple[str, ...]
    margin: int


ENDGAMES = {
    40: Endgame("w2wwwwb/1wwwwwwb/wwbbwwwb/wwbwwwbb/wwwwwwbb/3wwwwb/4w2b/8 black", ("a2",), 38),
    41: Endgame("1wwwww2/2wwwwb1/1wwwwww1/bbbbbww1/1bbwwb2/wwbwbb2/2wbbw2/1www2w1 black", ("h4",), 0),
    42: Endgame("2www3/4bb1w/wwwwwbww/1wwwwbww/b1wwwbbw/3wwbww/3wwwbw/2wwww2 black", ("g2",), 6),
    43: Endgame("2bbbbb1/2bbbb2/1wwwbb2/1wwbbbb1/1wwbbbw1/wwwwbww1/3bwb2/2bbbbb1 white", ("g3", "c7"), -12),
    44: Endgame("2w1b1w1/2w1bw1w/1wwbbbww/wwwwbbbw/wwwwbb2/bbwwbw2/2bbbb2/3bbb2 white", ("d2", "b8"), -14),
}


class WrongValueError(Exception):
    """A solver found another value or move than the test set has."""


def rows() -> Iterator[Row]:
    """Solve all endgames; CPU seconds and positions visited together.

    Raises:
        WrongValueError: a value or a move is not that of the test set.
    """
    seconds, nodes = 0.0, 0
    for number, endgame in ENDGAMES.items():
        solution, spent = solve(endgame)
        seconds, nodes = seconds + spent, nodes + solution.nodes
        how = f"{solution}; {solution.move}; {solution.nodes / 1e6:.1f} M positions"
        yield Row(f"FFO endgame {number}", spent, None, how, unit="s")
    how = f"one thread, {MEGABYTES} MB of table, CPU seconds"
    yield Row("FFO endgames together", seconds, MOST_SECONDS, how, unit="s", is_ceiling=True)
    yield Row("positions visited", nodes / 1e6, MOST_NODES, how, unit="million", is_ceiling=True)


def solve(endgame: Endgame) -> tuple[Solution, float]:
    """Solve one endgame, and check it; return the solution with the CPU seconds it took."""
    on = game("othello")
    solver = Solver(on, megabytes=MEGABYTES)
    solver.prepare()
    start = time.process_time()
    *_, solution = solver.run(on.position(endgame.text))
    spent = time.process_time() - start
    if solution.margin != endgame.margin or str(solution.move) not in endgame.best_moves:
        raise WrongValueError(f"{endgame.text}: {solution}, {solution.move}")
    return solution, spent
