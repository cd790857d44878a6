"""Minimax and alpha-beta as the textbooks have them: plain Python over positions.

This is the oracle for the compiled engine. It is written to be read, and never optimised.

Scores are for the side to move, in thousandths of a point. A lost game scores
``-(WIN - plies * UNIT)``: a quick win is better than a slow one; a draw scores 0.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from plyground.core.position import Move, Position
from plyground.search.score import DRAW, INFINITY, UNIT, WIN

Evaluation = Callable[[Position], int]
"""Scores a position for the side to move."""


class Event(NamedTuple):
    """One step of a search, for those who want to see it at work.

    `kind` is "enter" when a node is begun, "evaluate" when a leaf is scored, "update" when a
    move is the best so far, "cut" when the rest of a node's moves need not be looked at
    because `score` is at least `beta`, and "leave" when a node is done.
    """

    kind: str
    position: Position
    depth: int
    alpha: int
    beta: int
    score: int | None = None
    move: Move | None = None


Observer = Callable[[Event], None]


@dataclass(frozen=True)
class Found:
    """What a search found: the score for the side to move, the best line, and the nodes visited."""

    score: int
    line: tuple[Move, ...]
    nodes: int

    @property
    def move(self) -> Move | None:
        """The best move, or None in a finished game."""
        return self.line[0] if self.line else None


def minimax(
    position: Position,
    depth: int,
    evaluate: Evaluation,
    *,
    order: Evaluation | None = None,
    observer: Observer | None = None,
) -> Found:
    """Look at every line of `depth` moves and return the best for the side to move."""
    return _search(position, depth, evaluate, order, observer, prunes=False)


def alphabeta(
    position: Position,
    depth: int,
    evaluate: Evaluation,
    *,
    order: Evaluation | None = None,
    observer: Observer | None = None,
) -> Found:
    """Find what minimax finds, without looking at moves that cannot matter.

    With `order`, the children of every node are searched best first for the side to move, by
    the score that heuristic gives them.
    """
    return _search(position, depth, evaluate, order, observer, prunes=True)


def _search(
    position: Position,
    depth: int,
    evaluate: Evaluation,
    order: Evaluation | None,
    observer: Observer | None,
    *,
    prunes: bool,
) -> Found:
    search = DepthFirst(evaluate, order, observer, prunes=prunes)
    return search.found(*search.visit(position, depth, 0, -INFINITY, INFINITY))


class DepthFirst:
    """One search; `nodes` counts what it visits."""

    def __init__(
        self,
        evaluate: Evaluation,
        order: Evaluation | None = None,
        observer: Observer | None = None,
        *,
        prunes: bool = True,
    ) -> None:
        self._evaluate = evaluate
        self._order = order
        self._observe = observer or (lambda event: None)
        self._prunes = prunes
        self.nodes = 0

    def found(self, score: int, line: tuple[Move, ...]) -> Found:
        """Return what was found, and the nodes so far."""
        return Found(score, line, self.nodes)

    def visit(
        self, position: Position, depth: int, ply: int, alpha: int, beta: int
    ) -> tuple[int, tuple[Move, ...]]:
        """Return the score of a node for its side to move, and the best line from there.

        `alpha` is what the side to move has for certain, `beta` what its opponent has:
        a score of `beta` or more will never be allowed to happen.
        """
        self.nodes += 1
        self._observe(Event("enter", position, depth, alpha, beta))
        if position.outcome is not None or depth == 0:
            leaf_score = self._score_leaf(position, ply)
            self._observe(Event("evaluate", position, depth, alpha, beta, leaf_score))
            self._observe(Event("leave", position, depth, alpha, beta, leaf_score))
            return leaf_score, ()

        best_score, best_line = -INFINITY, tuple[Move, ...]()
        for number, (move, child) in enumerate(self._children(position)):
            if self._leaves_out_rest(number, depth, ply, best_score):
                break
            child_score, child_line = self._visit_child(child, depth - 1, ply + 1, alpha, beta, best_score)
            if -child_score > best_score:
                best_score, best_line = -child_score, (move, *child_line)
                self._observe(Event("update", position, depth, alpha, beta, best_score, move))
            if self._prunes:
                alpha = max(alpha, best_score)
                if alpha >= beta:
                    self._observe(Event("cut", position, depth, alpha, beta, best_score, move))
                    break
        self._observe(Event("leave", position, depth, alpha, beta, best_score))
        return best_score, best_line

    def _visit_child(
        self, child: Position, depth: int, ply: int, alpha: int, beta: int, best_score: int
    ) -> tuple[int, tuple[Move, ...]]:
        """Search a child in the window of its parent; the best score so far tells whether it is the first."""
        return self.visit(child, depth, ply, -beta, -alpha)

    def _leaves_out_rest(self, number: int, depth: int, ply: int, best_score: int) -> bool:
        """Tell whether the moves from some number on are left out; asked before each."""
        return False

    def _score_leaf(self, position: Position, ply: int) -> int:
        if position.outcome is None:
            return self._evaluate(position)
        if position.outcome.winner is None:
            return DRAW
        distance = WIN - ply * UNIT
        return distance if position.outcome.winner == position.to_move else -distance

    def _children(self, position: Position) -> Iterator[tuple[Move, Position]]:
        """Yield the moves and where they lead, the most promising first if there is an order."""
        children = [(move, position.play(move)) for move in position.moves()]
        if self._order is None:
            yield from children
            return
        # What is good for the side to move there is bad here, so the smallest score comes
        # first; among equals the order of the rules decides.
        queue = [(self._order(child), index) for index, (_, child) in enumerate(children)]
        heapq.heapify(queue)
        while queue:
            yield children[heapq.heappop(queue)[1]]
