"""Explains what an evaluation sees in a position. All points are for the side to move."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from plyground.core.guards import is_trusted
from plyground.core.position import Position
from plyground.evaluation import Contribution, Explanation, strangers_in
from plyground.search.watchdog import explain_watched
from plyground.ui.web.common.game_views import Side
from plyground.ui.web.common.lines import Asked, EvaluationText, GivenLine, read_line
from plyground.ui.web.common.page_policy import check_evaluation
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.executors import Executors
from plyground.ui.web.transport.http import post

USUAL_CONTRIBUTIONS = 12
MOST_CONTRIBUTIONS = 1000


class WantedExplanation(Asked, frozen=True, kw_only=True):
    """A line, whose last position is evaluated, by the best evaluation if none is given.

    `most` is how many parts of the evaluation are told, those that count most first.
    """

    line: GivenLine
    evaluate: EvaluationText | None = None
    most: Annotated[int, msgspec.Meta(ge=1, le=MOST_CONTRIBUTIONS)] = USUAL_CONTRIBUTIONS


class ContributionMessage(msgspec.Struct, frozen=True):
    """A part of an evaluation: what it adds to the score, and how much more that is than usual.

    A pattern has squares. Heuristics and features have a `value`, which is multiplied with their `weight`.
    """

    kind: Literal["pattern", "feature", "heuristic", "decided"]
    name: str
    points: float
    surplus: float
    weight: float | None
    value: float | None
    squares: tuple[int, ...]

    @classmethod
    def of(cls, each: Contribution) -> ContributionMessage:
        """Describe a contribution."""
        told = (each.points, each.surplus, each.weight, each.value, each.squares)
        return cls(each.kind.value, each.name, *told)


class ExplanationMessage(msgspec.Struct, frozen=True):
    """What an evaluation sees in a position.

    The score is the sum of `usual`, of the surplus of each contribution, and of `rest`, the surplus of
    the `left_out` others. `squares` are the points on each square, where patterns share their surplus
    equally among their squares; null for an evaluation without patterns. `others` are the other heuristics
    of the game, where the evaluation is a single one that cannot be taken apart.
    """

    evaluation: str
    to_move: Side
    score: float
    usual: float
    contributions: list[ContributionMessage]
    left_out: int
    rest: float
    squares: tuple[float, ...] | None
    others: list[ContributionMessage]

    @classmethod
    def of(cls, explanation: Explanation, most: int) -> ExplanationMessage:
        """Describe an explanation with so many contributions."""
        shown, rest = explanation.contributions[:most], explanation.contributions[most:]
        return cls(
            evaluation=explanation.evaluation,
            to_move=explanation.position.player,
            score=explanation.score,
            usual=explanation.usual,
            contributions=list(map(ContributionMessage.of, shown)),
            left_out=len(rest),
            rest=sum(each.surplus for each in rest),
            squares=explanation.squares if explanation.has_patterns else None,
            others=list(map(ContributionMessage.of, explanation.others)),
        )


class ExplainingService:
    """Explains evaluations."""

    def __init__(self, limits: Limits, executors: Executors) -> None:
        self._limits = limits
        self._executors = executors

    @post("/api/explain", ends_with_asker=True)
    async def explain_evaluation(self, body: WantedExplanation) -> ExplanationMessage:
        """Tell what each part of an evaluation adds to the score of a line's last position."""
        small = self._executors.by_size(len(body.line.moves))
        position, is_ours = await small.run(_checked, body, self._limits)
        # Somebody's own function is tried out first, which takes seconds, and it may be slow.
        executor = self._executors.small if is_ours else self._executors.large
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
