"""Moves ordered by a learned evaluation: the values stay the same, and take fewer positions."""

from __future__ import annotations

import random

import plyground as ply
from plyground.evaluation import Evaluator, find_evaluation
from plyground.search.limit import Limit
from plyground.solving.exact_alphabeta import make_alphabeta
from plyground.solving.search_run import SearchRun
from plyground.solving.searcher import ExactSearcher

PLIES = 11
POSITIONS = 6


def positions(game: ply.Game) -> list[ply.Position]:
    """Return positions of random games with 21 empty squares or so."""
    chance, found = random.Random(3), list[ply.Position]()
    while len(found) < POSITIONS:
        position = game.start()
        for _ in range(PLIES):
            if position.outcome is None:
                position = position.play(chance.choice(position.moves()))
        if position.outcome is None:
            found.append(position)
    return found


def test_the_order_changes_no_value() -> None:
    game = ply.game("othello", size=6)
    evaluator = find_evaluation(game, "learned").function
    assert isinstance(evaluator, Evaluator)
    nodes, margins = [], []
    for order in (None, evaluator):
        method = make_alphabeta(game.rules, game.board, order)
        searcher = ExactSearcher(game, method, megabytes=16, threads=1)
        searcher.prepare()
        found = []
        for position in positions(game):
            searcher.clear()
            searcher.begin()
            *_, last = SearchRun(searcher, position, Limit(), only_winner=False).watch()
            found.append(last)
        margins.append([each.margin for each in found])
        nodes.append(sum(each.nodes for each in found))
    assert margins[0] == margins[1]
    assert nodes[1] < 0.8 * nodes[0]


def test_a_limit_ends_an_estimate_too() -> None:
    """From the start of a large board an estimate alone takes millions of positions."""
    solution = ply.solve(ply.game("othello").start(), ply.Limit(nodes=1000), megabytes=1)
    assert solution.value is None
    assert solution.nodes <= 1100
