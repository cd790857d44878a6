"""How many positions does the exact solver visit, by the size of a game's own estimate?

    python -m benchmarks.effort othello --from 8 --to 20

Games of a weak engine from random openings; every position with the given number of plies to go is
solved for its exact margin. The estimate of the game (`Rules.exact_effort`) should be that of a hard
position: most take less.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics

import plyground as ply
from plyground.core.position import Game, Position
from plyground.search.limit import Limit
from plyground.solving import Solver

NODES_A_MOVE = 300
RANDOM_PLIES = 10


def play_game(game: Game, engine: ply.Engine, rng: random.Random) -> list[Position]:
    """Play a game, at random first; return its positions, the last one first."""
    position = game.start()
    while position.outcome is None:
        is_random = len(position.line()) <= RANDOM_PLIES
        best = None if is_random else engine.best_move(position, Limit(nodes=NODES_A_MOVE))
        position = position.play(best or rng.choice(position.moves()))
    return list(reversed(position.line()))


def main() -> None:
    """Measure, as told on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--size", default=None)
    parser.add_argument("--from", dest="first", type=int, default=8)
    parser.add_argument("--to", dest="last", type=int, default=16)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = ply.game(given.game, **({} if given.size is None else {"size": given.size}))
    engine, solver, rng = ply.Engine(game, megabytes=1), Solver(game, megabytes=16), random.Random(given.seed)
    games = [play_game(game, engine, rng) for _ in range(given.games)]
    print("to go  positions  log2 of nodes: median  9 of 10   most   estimate  M nodes/s")
    for plies in range(given.first, given.last + 1):
        logs, estimates, nodes, seconds = [], [], 0, 0.0
        for line in games:
            if plies < len(line):
                *_, found = solver.run(line[plies])
                nodes, seconds = nodes + found.nodes, seconds + found.seconds
                logs.append(math.log2(max(found.nodes, 1)))
                estimate = game.rules.exact_effort
                estimates.append(0.0 if estimate is None else estimate(game.board, line[plies].state))
        logs.sort()
        print(
            f"{plies:>5} {len(logs):>10} {statistics.median(logs):>22.1f} {logs[9 * len(logs) // 10]:>8.1f}"
            f" {logs[-1]:>6.1f} {statistics.median(estimates):>10.1f} {nodes / seconds / 1e6:>10.1f}"
        )


if __name__ == "__main__":
    main()
