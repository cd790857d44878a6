"""`ply.explain`: an evaluation of a position taken apart.

Everything runs as plain Python. A single position takes less time than compiling, or loading, would.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from plyground.core.heuristics import Heuristic
from plyground.core.position import Game, Position
from plyground.errors import PlygroundError, expect
from plyground.evaluation._explanation import Contribution, Explanation, Kind, ranked
from plyground.evaluation._failures import telling_failures
from plyground.evaluation._finding import (
    Evaluation,
    as_heuristic,
    default_heuristic,
    is_ours,
    known_heuristics,
)
from plyground.evaluation._guarding import called, dividing, python_of
from plyground.evaluation._sums import terms_of
from plyground.evaluation._tryout import try_out
from plyground.evaluation.learned.evaluation import LearnedEvaluation
from plyground.evaluation.learned.explaining import learned_contributions
from plyground.jit import plain_python


def explain(position: Position, given: Evaluation | None = None) -> Explanation:
    """Return what each part of an evaluation adds to the score of a position, for the side to move.

    Parts are the terms of a sum, and the patterns and dense features of a learned evaluation. Without
    an evaluation the best there is for the game is explained.

    >>> import plyground as ply
    >>> seen = ply.explain(ply.game("breakthrough").start(), "2*defensive+0.5*reckless+piece")
    >>> [(each.name, each.points) for each in seen.contributions], seen.score
    ([('defensive', 8.0), ('reckless', 0.5), ('piece', 0.0)], 8.5)

    Raises:
        PlygroundError: there is no such heuristic, or it cannot be used for this game.
    """
    expect(position, Position, "position has to be a Position such as game.start()")
    return Explainer.of(position.game, given).explain(position)


@dataclass(frozen=True)
class Explainer:
    """An evaluation that can be taken apart; all heuristics that it asks have been tried out."""

    heuristic: Heuristic
    others: tuple[Heuristic, ...]

    @classmethod
    def of(cls, game: Game, given: Evaluation | None) -> Explainer:
        """Find an evaluation and, if it is a single heuristic, the others of the game.

        Raises:
            PlygroundError: there is no such heuristic, or it cannot be used for this game.
        """
        heuristic = as_heuristic(game, default_heuristic(game.name) if given is None else given)
        terms = terms_of(heuristic)
        for _, part in terms:
            _check(game, part)
        is_single = heuristic is terms[0][1] and not isinstance(heuristic, LearnedEvaluation)
        return cls(heuristic, tuple(_others(game, heuristic)) if is_single else ())

    @property
    def heuristics(self) -> tuple[Heuristic, ...]:
        """All that are asked."""
        return self.heuristic, *self.others

    def explain(self, position: Position) -> Explanation:
        """Take the evaluation of a position apart."""
        parts = [
            each.times(weight)
            for weight, part in terms_of(self.heuristic)
            for each in _contributions(part, position)
        ]
        return Explanation(position, self.heuristic.name, ranked(parts), tuple(self._beside(position)))

    def _beside(self, position: Position) -> Iterator[Contribution]:
        """Return what the other heuristics say; one that fails is left out, since nobody asked for it."""
        for other in self.others:
            with contextlib.suppress(PlygroundError), telling_failures(other):
                yield from _contributions(other, position)


def _contributions(part: Heuristic, position: Position) -> list[Contribution]:
    game = position.game
    with plain_python(in_this_thread=True):
        if isinstance(part, LearnedEvaluation):
            with dividing():
                return learned_contributions(part, position)
        value = float(called(game, part.name, python_of(part))(game.board, position.state))
    return [Contribution(Kind.HEURISTIC, part.name, value, weight=1.0, value=value)]


def _check(game: Game, part: Heuristic) -> None:
    """Make sure that somebody's heuristic can be called here: it returns, and what it should."""
    asked = part.model.dense if isinstance(part, LearnedEvaluation) else (part,)
    for each in asked:
        if not is_ours(each):
            try_out(game, each)


def _others(game: Game, heuristic: Heuristic) -> Iterator[Heuristic]:
    """Return the other heuristics of a game that work on this board, each once; learned ones are left out."""
    seen = {heuristic.function}
    for known in known_heuristics(game.name).values():
        with contextlib.suppress(PlygroundError):
            part = as_heuristic(game, known)
            if part.function not in seen and not isinstance(part, LearnedEvaluation):
                _check(game, part)
                seen.add(part.function)
                yield part
