"""What is a mistake, and why: the move that was played against the best one, in chances and in words.

Points mean different things in different games and evaluations, so moves are judged by the
chance of winning that they cost (see `chances.py`). Whoever loses a pawn in a game that is won
anyhow makes no mistake; whoever lets go of a certain win does, whatever the points say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from plyground.position import Position
from plyground.search.report import Line
from plyground.search.score import DRAW, UNIT, WIN, told_distance
from plyground.web.analysis.chances import chance_of
from plyground.web.analysis.messages import Mistake
from plyground.web.plies import MoveInfo

MISTAKE = 0.1
BLUNDER = 0.2
"""How much of the chance of winning a move has to cost to be called so."""

Findings = Mapping[int, Line]
"""The best line of a position at every depth that was finished."""


def judged(after: Position, best: Findings, replies: Findings, unit: float) -> Mistake | None:
    """Judge the last move, given what was found before it and after it; None if it was no mistake."""
    choice = _compared(after, best, replies)
    before, now = chance_of(choice.best.exact_score, unit), chance_of(choice.played_score, unit)
    loss = before - now
    if loss < MISTAKE or after.last_move is None:
        return None
    answers = () if choice.reply is None else choice.reply.moves
    return Mistake(
        kind="blunder" if loss >= BLUNDER else "mistake",
        loss=loss,
        chance_before=before,
        chance_after=now,
        told=choice.told(before, now),
        refutation=[MoveInfo.of(move) for move in (after.last_move, *answers)],
        better=[MoveInfo.of(move) for move in choice.best.moves],
    )


def settled_chance(findings: Findings, unit: float) -> float:
    """Return the chance of the side to move, smoothed over the last two depths while it is open.

    Many evaluations favour the side to move, so that scores of odd and of even depths lie
    apart: a graph of unsmoothed scores would be a saw.
    """
    *_, last = sorted(findings)
    line = findings[last]
    before = findings.get(last - 1)
    if line.plies_to_end is not None or before is None or before.plies_to_end is not None:
        return chance_of(line.exact_score, unit)
    return (chance_of(line.exact_score, unit) + chance_of(before.exact_score, unit)) / 2


def final_score(position: Position) -> int:
    """Return the score of a finished game, for the side to move."""
    if position.outcome is None or position.outcome.winner is None:
        return DRAW
    return WIN if position.outcome.winner == position.to_move else -WIN


@dataclass(frozen=True)
class _Choice:
    """The best line before a move, and the best reply to the move; None where the game is over."""

    after: Position
    best: Line
    reply: Line | None

    @property
    def played_score(self) -> int:
        """What the move was worth to the side that played it, a ply earlier than the reply."""
        score = final_score(self.after) if self.reply is None else self.reply.exact_score
        plies = Line(self.after, (), score).plies_to_end
        return -score if plies is None else UNIT - score if score > 0 else -UNIT - score

    def told(self, before: float, now: float) -> str:
        """Say what the move cost in chances, what refutes it and what would have been better."""
        return f"{self._cost(before, now)}: {self._answer()}; better was {self._better()}"

    def _cost(self, before: float, now: float) -> str:
        is_won, is_lost = self.best.plies_to_end is not None, self._played.plies_to_end is not None
        if is_won and is_lost:
            return "turns a win into a loss"
        if is_won:
            return f"gives a win away (100 % to {_percent(now)})"
        if is_lost:
            return f"loses the game ({_percent(before)} to 0 %)"
        return f"lowers the chance of winning from {_percent(before)} to {_percent(now)}"

    def _answer(self) -> str:
        move, opponent = self.after.last_move, self.after.to_move
        if self.reply is None:
            return f"after {move} the game is over ({self.after.outcome})"
        answer = f"after {move} {opponent} plays {self.reply.move}"
        plies = self.reply.plies_to_end
        return answer if plies is None else f"{answer} and wins {told_distance(plies)}"

    def _better(self) -> str:
        plies = self.best.plies_to_end
        return (
            str(self.best.move) if plies is None else f"{self.best.move}, which wins {told_distance(plies)}"
        )

    @property
    def _played(self) -> Line:
        before = self.after.previous or self.after
        return Line(before, (), self.played_score)


def _compared(after: Position, best: Findings, replies: Findings) -> _Choice:
    """Choose the depths to compare: the deepest at which both searches end on the same ply.

    A reply at depth 6 is the whole move at depth 7. Other depths are compared only where there
    are no such, or where the reply ends the game: a depth more or less may look like a loss
    where there is none.
    """
    deepest_best = best[max(best)]
    if not replies:
        return _Choice(after, deepest_best, None)
    deepest_reply = replies[max(replies)]
    common = [depth for depth in replies if depth + 1 in best]
    if not common or deepest_reply.plies_to_end is not None or deepest_reply.proved:
        return _Choice(after, deepest_best, deepest_reply)
    return _Choice(after, best[max(common) + 1], replies[max(common)])


def _percent(chance: float) -> str:
    """Write a chance; what is open is neither certain nor lost."""
    return f"{min(max(round(100 * chance), 1), 99)} %"
