"""How minimax and alpha-beta go through a tree, event by event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from plyground.search.score import INFINITY
from plyground.study.tree.columns import ROOT, Tree

ENTER, EVALUATE, UPDATE, CUT, LEAVE = "evucl"
"""The events of the textbook's search, a letter each. Since nodes are entered in their order, the
letters alone tell what happened where."""


class Window(NamedTuple):
    """What MAX has for certain, and what MIN has."""

    alpha: int
    beta: int


WIDEST = Window(-INFINITY, INFINITY)


class Cut(NamedTuple):
    """Why the rest of a node's moves need not be looked at: its score has reached a bound.

    At a node of MAX the bound is beta and the score at least that; at a node of MIN it is alpha
    and the score at most that. `child` is the last one that was looked at.
    """

    score: int
    bound: int
    child: int


@dataclass(frozen=True)
class Course:
    """What a search did with a tree; `scores` and `windows` have the nodes that it looked at.

    Where alpha-beta has cut, the score of a node is only a bound.
    """

    tree: Tree
    events: str
    scores: dict[int, int]
    best: dict[int, int]
    windows: dict[int, Window]
    cuts: dict[int, Cut]

    @property
    def nodes(self) -> int:
        """How many nodes were looked at."""
        return self.events.count(ENTER)

    @property
    def evaluations(self) -> int:
        """How many leaves were scored."""
        return self.events.count(EVALUATE)

    @property
    def score(self) -> int:
        """The score of the root."""
        return self.scores[ROOT]

    def line(self) -> list[int]:
        """Return the nodes of the best line, without the root."""
        found, node = [], ROOT
        while node in self.best:
            node = self.best[node]
            found.append(node)
        return found

    def skipped(self, node: int) -> bool:
        """Tell whether a node was never looked at."""
        return node not in self.windows

    def cut_of(self, node: int) -> Cut | None:
        """Return the cut because of which a node was skipped, None if it was not."""
        while node != ROOT and self.skipped(node):
            node = self.tree.parents[node]
            if node in self.cuts and not self.skipped(node):
                return self.cuts[node]
        return None


def search_tree(tree: Tree, *, prunes: bool) -> Course:
    """Search a tree by alpha-beta, or without cuts by minimax."""
    walk = _Walk(tree, prunes)
    walk.visit(ROOT, WIDEST)
    return Course(tree, "".join(walk.events), walk.scores, walk.best, walk.windows, walk.cuts)


class _Walk:
    def __init__(self, tree: Tree, prunes: bool) -> None:
        self._tree = tree
        self._prunes = prunes
        self._children = tree.children
        self.events: list[str] = []
        self.scores: dict[int, int] = {}
        self.best: dict[int, int] = {}
        self.windows: dict[int, Window] = {}
        self.cuts: dict[int, Cut] = {}

    def visit(self, node: int, window: Window) -> int:
        """Return the score of a node, and write down what happens on the way."""
        self.events.append(ENTER)
        self.windows[node] = window
        score = self._tree.leaves[node]
        if score is None:
            score = self._choose(node, window)
        else:
            self.events.append(EVALUATE)
        self.scores[node] = score
        self.events.append(LEAVE)
        return score

    def _choose(self, node: int, window: Window) -> int:
        alpha, beta = window
        is_max = self._tree.is_max(node)
        best = -INFINITY if is_max else INFINITY
        for child in self._children[node]:
            score = self.visit(child, Window(alpha, beta))
            if score > best if is_max else score < best:
                best = score
                self.best[node] = child
                self.events.append(UPDATE)
            if not self._prunes:
                continue
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                self.events.append(CUT)
                self.cuts[node] = Cut(best, beta if is_max else alpha, child)
                break
        return best
