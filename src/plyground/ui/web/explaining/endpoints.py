"""What an evaluation sees, over HTTP."""

from __future__ import annotations

from plyground.core.guards import is_trusted
from plyground.core.position import Position
from plyground.evaluation import strangers_in
from plyground.search.watchdog import explain_watched
from plyground.ui.web.analysis.lines import read_line
from plyground.ui.web.explaining.messages import ExplanationMessage, WantedExplanation
from plyground.ui.web.http import Router
from plyground.ui.web.limits import Limits
from plyground.ui.web.play.guests import check_evaluation
from plyground.ui.web.services import Services

router = Router("explaining")


@router.post("/api/explain", ends_with_asker=True)
async def explain_evaluation(services: Services, body: WantedExplanation) -> ExplanationMessage:
    """Tell what each part of an evaluation adds to the score of a line's last position."""
    executors = services.executors
    small = executors.by_size(len(body.line.moves))
    position, is_ours = await small.run(_checked, body, services.limits)
    # Somebody's own function is tried out first, which takes seconds, and it may be slow.
    executor = executors.small if is_ours else executors.large
    return await executor.run(_explained, position, body)


def _checked(wanted: WantedExplanation, limits: Limits) -> tuple[Position, bool]:
    """Return the position to evaluate, and whether all that is asked about it comes with Plyground.

    Raises:
        PlygroundError: there is no such position or evaluation, or a page may not use it.
    """
    position = read_line(wanted.line)
    game = position.game
    if wanted.evaluate is not None:
        check_evaluation(wanted.evaluate, game, limits)
    return position, is_trusted(game.rules) and not strangers_in(game, wanted.evaluate)


def _explained(position: Position, wanted: WantedExplanation) -> ExplanationMessage:
    return ExplanationMessage.of(explain_watched(position, wanted.evaluate), wanted.most)
