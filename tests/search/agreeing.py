"""What the tests of agreement share: an evaluation for the textbook, and scores seen from above."""

from __future__ import annotations

from plyground.core.position import Game
from plyground.evaluation import usable_evaluation
from plyground.search import textbook
from plyground.search.quiescence import make_value
from plyground.search.score import UNIT, plies_to_end


def scorer(on: Game, heuristic: str) -> textbook.Evaluation:
    """Return a heuristic as the textbook wants it: a function of the position."""
    evaluator = usable_evaluation(on, heuristic)
    value = make_value(on.board, evaluator.kernel)
    return lambda position: int(value(position.state, evaluator.address))


def seen_from_above(score: int) -> int:
    """Turn the score of a child into that of its parent: a won end is one ply farther away."""
    if plies_to_end(score) is None:
        return -score
    return UNIT - score if score > 0 else -UNIT - score
