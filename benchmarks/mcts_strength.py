"""Monte Carlo tree search against alpha-beta with the same evaluation, and against plain UCT.

Both sides get as many nodes or simulations as they do in the same time of the processor, measured before:
the games do not depend on what else the machine does.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from benchmarks.row import Row
from benchmarks.searching import CLASSIC, board_name, openings
from plyground.algorithms import make_engine
from plyground.core.position import Game, game
from plyground.search.limit import Limit
from plyground.study.samples import Matches
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import elo_difference
from plyground.tournament.game_task import close_players

SECONDS = 0.01
PAIRS = 15
PACE_NODES = {"engine": 200_000, "mcts": 5_000, "uct": 5_000}
PACE_POSITIONS = 6
OPENING_PLIES = 8
TARGETS = {"uct": 0.9, "engine": None}


def rows() -> Iterator[Row]:
    """Play pairs of games on all four boards."""
    for name in CLASSIC:
        on = game(name)
        nodes = {algorithm: round(SECONDS * _pace(on, algorithm)) for algorithm in PACE_NODES}
        matches = Matches(on.start(), seed=1)
        for opponent, target in TARGETS.items():
            players = f"mcts:nodes={nodes['mcts']}", f"{opponent}:nodes={nodes[opponent]}"
            counts = Counts.of(matches.points(*players, number) for number in range(PAIRS))
            how = (
                f"{counts.games} games of {SECONDS} s a move, as {nodes['mcts']:,} simulations "
                f"and {nodes[opponent]:,} nodes; Elo {elo_difference(counts)}"
            )
            yield Row(
                f"points of mcts against {opponent}, {board_name(on)}",
                counts.points / counts.games,
                target,
                how,
                unit="of all",
            )
        close_players()


def _pace(on: Game, algorithm: str) -> float:
    """Return nodes per second of the processor, the median of some positions."""
    engine = make_engine(on, algorithm)
    engine.prepare()
    paces = []
    for position in openings(on.name, PACE_POSITIONS, OPENING_PLIES, seed=2):
        engine.clear()
        began = time.process_time()
        *_, last = engine.search(position, Limit(nodes=PACE_NODES[algorithm]))
        paces.append(last.nodes / (time.process_time() - began))
    return statistics.median(paces)
