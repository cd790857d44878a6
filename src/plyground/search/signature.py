"""Fixed positions searched to fixed depths: how fast the engine is, and whether it still does the same.

The sum of all nodes is the signature. It changes with anything that changes the tree: rules,
evaluations, the order of moves, reductions. A commit that changes it says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plyground.core.discovery import built_in_games
from plyground.core.position import Game
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit

MEGABYTES = 16


@dataclass(frozen=True)
class CourseResult:
    """What the search of one course took."""

    game: str
    depth: int
    nodes: int
    seconds: float

    @property
    def speed(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


def run_courses() -> Iterator[CourseResult]:
    """Search all positions with one thread and an empty table; compiling is not counted."""
    for rules in built_in_games().values():
        bench = rules.bench_positions
        if bench is None:
            continue
        game = Game.of(rules, {})
        engines: dict[Game, SearchEngine] = {}
        nodes, seconds = 0, 0.0
        for text in bench.positions:
            position = game.position(text)
            if position.game not in engines:
                engines[position.game] = SearchEngine(position.game, "handmade", megabytes=MEGABYTES)
            engine = engines[position.game]
            engine.clear()
            *_, last = engine.search(position, Limit(depth=bench.depth))
            nodes += last.nodes
            seconds += last.seconds
        yield CourseResult(rules.name, bench.depth, nodes, seconds)
