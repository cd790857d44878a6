"""How often an evaluation chooses a move that gives something away, by a table of exact values."""

from __future__ import annotations

import random

from plyground.core.position import Game, Position
from plyground.evaluation import Evaluation
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit
from plyground.tables.exact import SolvedPositions
from plyground.tables.finding import find_table

POSITIONS = 300
MOST_GAMES = 2000
ONE_PLY = Limit(depth=1)


def wrong_moves(
    game: Game,
    evaluation: Evaluation,
    *,
    seed: int,
    limit: Limit = ONE_PLY,
    solved: SolvedPositions | None = None,
) -> float | None:
    """Return the share of moves that lose some of the exact value, at positions of random games.

    Only positions count in which some moves lose something and others do not. Without a table of
    the board, and if there are no such positions, it is None.
    """
    solved = find_table(game) if solved is None else solved
    if solved is None:
        return None
    engine = SearchEngine(game, evaluation, megabytes=1)
    chance, asked, wrong = random.Random(seed), 0, 0
    for _ in range(MOST_GAMES):
        position = game.start()
        while position.outcome is None and asked < POSITIONS:
            good = good_moves(solved, position)
            if good is not None and len(good) < len(position.moves()):
                engine.clear()
                chosen = engine.best_move(position, limit)
                asked += 1
                wrong += str(chosen) not in good
            position = position.play(chance.choice(position.moves()))
        if asked >= POSITIONS:
            break
    return wrong / asked if asked else None


def good_moves(solved: SolvedPositions, position: Position) -> set[str] | None:
    """Return the moves that keep the exact value of a position; None if it is not known."""
    values = {}
    for move in position.moves():
        exact = solved.probe_without_counters(position.play(move))
        if exact is None:
            return None
        values[str(move)] = exact.one_ply_before().rank[0]
    best = max(values.values())
    return {move for move, value in values.items() if value == best}
