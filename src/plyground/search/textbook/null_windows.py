"""MTD(f) and SSS* as the textbooks have them: alpha-beta in null windows, with memory.

A search in a null window answers one question: is the score at least `beta`? Each answer is a bound, and the
next question lies at that bound, until the lower and the upper one meet. The memory keeps what was found
about every node, so that later questions visit little. Where the questions begin is all that differs:

- MTD(f) begins at a guess, and is quick if that is good;
- SSS* begins at the top, and so visits the nodes of Stockman's algorithm in the same order.

(A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms", 1996.)
"""

from __future__ import annotations

from plyground.core.position import Move, Position
from plyground.search.score import INFINITY
from plyground.search.textbook.depth_first import DepthFirst, Evaluation, Found, Observer


def mtdf(
    position: Position,
    depth: int,
    evaluate: Evaluation,
    *,
    guess: int = 0,
    observer: Observer | None = None,
) -> Found:
    """Find what minimax finds, by null windows that begin at a guess."""
    return _by_null_windows(position, depth, _WithMemory(evaluate, observer=observer), guess)


def sss(position: Position, depth: int, evaluate: Evaluation, *, observer: Observer | None = None) -> Found:
    """Find what minimax finds, by null windows that come down from the top: SSS* in its MT form."""
    return _by_null_windows(position, depth, _WithMemory(evaluate, observer=observer), INFINITY)


def _by_null_windows(position: Position, depth: int, search: _WithMemory, score: int) -> Found:
    lower, upper = -INFINITY, INFINITY
    while lower < upper:
        beta = max(score, lower + 1)
        score, _ = search.visit(position, depth, 0, beta - 1, beta)
        if score < beta:
            upper = score
        else:
            lower = score
    # Null windows give bounds, and bounds have no best line: a window around the score finds that.
    return search.found(*search.visit(position, depth, 0, score - 1, score + 1))


class _WithMemory(DepthFirst):
    """Alpha-beta that keeps the bounds of every node it has visited, by the path that leads there."""

    def __init__(self, evaluate: Evaluation, *, observer: Observer | None = None) -> None:
        super().__init__(evaluate, None, observer)
        self._known: dict[tuple[Position, ...], tuple[int, int, tuple[Move, ...]]] = {}

    def visit(
        self, position: Position, depth: int, ply: int, alpha: int, beta: int
    ) -> tuple[int, tuple[Move, ...]]:
        """Return what is known of a node, if it answers the question; search it otherwise."""
        path = tuple(position.line()[-ply - 1 :])
        lower, upper, line = self._known.get(path, (-INFINITY, INFINITY, ()))
        if lower >= beta or lower == upper:
            return lower, line
        if upper <= alpha:
            return upper, line
        score, line = super().visit(position, depth, ply, alpha, beta)
        lower = score if score > alpha else lower
        upper = score if score < beta else upper
        self._known[path] = lower, upper, line
        return score, line
