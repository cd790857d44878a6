"""Monte Carlo tree search, compiled or not, visits what the textbook visits."""

from __future__ import annotations

import pytest

from plyground.core.position import game
from plyground.search.limit import Limit
from plyground.search.mcts import MctsEngine, MctsFeatures
from plyground.search.textbook import uct


@pytest.mark.parametrize(("name", "size"), [("konane", "4"), ("breakthrough", "4x3"), ("duel", "3")])
def test_it_visits_what_the_textbook_visits(name: str, size: str) -> None:
    start = game(name, size=size).start()
    engine = MctsEngine(
        start.game, lambda board, state: 0, features=MctsFeatures(playouts="evaluation"), megabytes=1
    )
    *_, last = engine.search(start, Limit(nodes=120))
    tree, grown = uct(start, 120, lambda position: 0.0), engine.tree()
    assert grown is not None
    assert {str(move): visits for move, visits in grown.visits().items()} == {
        str(child.move): child.visits for child in tree.root.children
    }
    assert last.nodes == 120


def test_the_solver_and_rave_run_uncompiled() -> None:
    start = game("konane", size=4).start()
    *_, last = MctsEngine(start.game, features=MctsFeatures(solver=True, rave=True), megabytes=1).search(
        start, Limit(nodes=1000)
    )
    assert (last.value, last.proved) == ("loss", True)
