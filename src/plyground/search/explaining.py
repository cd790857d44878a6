"""Explaining an evaluation, watched: a function of somebody's that does not return is left behind."""

from __future__ import annotations

from plyground.evaluation import Evaluation, Explainer, Explanation, telling_failures
from plyground.position import Position
from plyground.search.watchdog import Suspects, run_watched


def explain_watched(position: Position, given: Evaluation | None) -> Explanation:
    """Return what `ply.explain` does, for commands and pages: whatever goes wrong is told in one line.

    Raises:
        PlygroundError: there is no such heuristic, or it fails or does not return.
    """
    explainer = Explainer.of(position.game, given)
    suspects = Suspects.of(position.game, *explainer.heuristics)
    with telling_failures(*explainer.heuristics):
        if suspects is None:
            return explainer.explain(position)
        return run_watched(lambda: explainer.explain(position), suspects, lambda: 0)
