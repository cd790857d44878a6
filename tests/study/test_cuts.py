"""The counted cuts are those that an observer of the textbook's search sees."""

from __future__ import annotations

import pytest

from plyground.core.position import game
from plyground.search import textbook
from plyground.study.known.heuristics import CutCounter, Cuts
from plyground.study.samples import sample_position
from plyground.study.timed_searching import chosen_evaluation
from tests.search.agreeing import scorer

from .asking import SMALL_BOARDS

DEPTH = 4
ORDERS = {"breakthrough": "comprehensive", "othello": "squares", "konane": "mobility", "duel": "manhattan"}


class Watcher:
    """Counts cuts, and those at the first move that a node tried."""

    def __init__(self) -> None:
        self.nodes = self.cuts = self.first_cuts = 0
        self._children: list[int] = []

    def __call__(self, event: textbook.Event) -> None:
        if event.kind == "enter":
            self.nodes += 1
            if self._children:
                self._children[-1] += 1
            self._children.append(0)
        elif event.kind == "cut":
            self.cuts += 1
            self.first_cuts += self._children[-1] == 1
        elif event.kind == "leave":
            self._children.pop()


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
@pytest.mark.parametrize("is_ordered", [False, True])
def test_cuts_are_those_of_the_textbook(name: str, size: str, is_ordered: bool) -> None:
    on = game(name, size=size)
    chosen = chosen_evaluation(on).name
    order = ORDERS[name] if is_ordered else None
    counter = CutCounter(on, chosen, order)
    seen = Cuts(0, 0, 0)
    for number in range(6):
        position = sample_position(on.start(), number, 12, seed=3)
        watcher = Watcher()
        sorter = None if order is None else scorer(on, order)
        textbook.alphabeta(position, DEPTH, scorer(on, chosen), order=sorter, observer=watcher)
        expected = Cuts(watcher.nodes, watcher.cuts, watcher.first_cuts)
        assert counter.count(position, DEPTH) == expected, position.text
        seen = Cuts(*(one + other for one, other in zip(seen, expected, strict=True)))
    assert 0 < seen.first_cuts < seen.cuts < seen.nodes
