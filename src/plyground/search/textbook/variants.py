"""The other depth-first searches of the textbooks: variants of alpha-beta, and beam search.

Each changes one thing of `DepthFirst`, which is alpha-beta in its fail-soft form. They find what minimax
finds; beam search finds that only if the beam is wide enough.
"""

from __future__ import annotations

from plyground.core.position import Move, Position
from plyground.search.score import DRAW, INFINITY, LARGEST_EVALUATION, UNIT
from plyground.search.textbook.depth_first import DepthFirst, Evaluation, Found, Observer


def fail_hard(
    position: Position, depth: int, evaluate: Evaluation, *, observer: Observer | None = None
) -> Found:
    """Search by alpha-beta as it was first published: no node returns a score outside its window."""
    search = _FailHard(evaluate, observer=observer)
    return search.found(*search.visit(position, depth, 0, -INFINITY, INFINITY))


def negascout(
    position: Position, depth: int, evaluate: Evaluation, *, observer: Observer | None = None
) -> Found:
    """Search all moves but the first in a null window, and again where one turns out to be better."""
    search = _NegaScout(evaluate, observer=observer)
    return search.found(*search.visit(position, depth, 0, -INFINITY, INFINITY))


def aspiration(
    position: Position,
    depth: int,
    evaluate: Evaluation,
    *,
    window: int = UNIT // 2,
    observer: Observer | None = None,
) -> Found:
    """Search one depth after the other, each at first in a window around the last score."""
    search = DepthFirst(evaluate, observer=observer)
    score, line = DRAW, tuple[Move, ...]()
    for each in range(1, depth + 1):
        alpha, beta = score - window, score + window
        while True:
            score, line = search.visit(position, each, 0, alpha, beta)
            if alpha < score < beta:
                break
            alpha = -INFINITY if score <= alpha else alpha
            beta = INFINITY if score >= beta else beta
    return search.found(score, line)


def beam(
    position: Position, depth: int, width: int, evaluate: Evaluation, *, observer: Observer | None = None
) -> Found:
    """Search only the `width` best moves of a node by the evaluation of where they lead.

    The root is searched in full, and so are nodes whose moves all lost so far: a loss is never guessed. Above
    the leaves nothing is left out, since all children have been evaluated already.
    """
    search = _Beam(evaluate, evaluate, observer)
    search.width = width
    return search.found(*search.visit(position, depth, 0, -INFINITY, INFINITY))


class _FailHard(DepthFirst):
    def visit(
        self, position: Position, depth: int, ply: int, alpha: int, beta: int
    ) -> tuple[int, tuple[Move, ...]]:
        score, line = super().visit(position, depth, ply, alpha, beta)
        return max(alpha, min(score, beta)), line


class _NegaScout(DepthFirst):
    def _visit_child(
        self, child: Position, depth: int, ply: int, alpha: int, beta: int, best_score: int
    ) -> tuple[int, tuple[Move, ...]]:
        if best_score > -INFINITY and depth > 0:  # a leaf has one score in any window
            score, line = self.visit(child, depth, ply, -alpha - 1, -alpha)
            if not alpha < -score < beta:
                return score, line
        return self.visit(child, depth, ply, -beta, -alpha)


class _Beam(DepthFirst):
    width = 1

    def _leaves_out_rest(self, number: int, depth: int, ply: int, best_score: int) -> bool:
        is_beyond = number >= self.width and ply > 0 and depth > 1
        return is_beyond and abs(best_score) < LARGEST_EVALUATION
