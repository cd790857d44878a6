"""Matches between two evaluations, the same in every run."""

from __future__ import annotations

import sys
from pathlib import Path

from plyground.core.position import game
from plyground.engine import Engine
from plyground.evaluation import known_heuristics
from plyground.search.limit import Limit

PAIRS = 20
NODES = 5000
RANDOM_PLIES = 6


def share_of_points(name: str, first: str, second: str) -> float:
    """Play 40 games on the default board and return the share of points of the first."""
    sys.path.insert(0, str(Path(__file__).parents[2]))  # the benchmarks are no part of the package
    from benchmarks.match import play_match

    known = known_heuristics(name)
    engines = [Engine(game(name), known[each].function, megabytes=16) for each in (first, second)]
    score = play_match(engines[0], engines[1], PAIRS, RANDOM_PLIES, seed=1, limit=Limit(nodes=NODES))
    assert score.score is not None
    return score.score
