"""What is a mistake, and why: the move that was played against the best one, in values, chances and words.

What is proved decides: a move that turns a proved win into a proved draw or loss is a mistake for
certain, and one that keeps the proved value is none, however it gets there. Elsewhere moves are judged by
the chance of winning that they cost (see `chances.py`), since points mean different things in
different games and evaluations. To lose a pawn in a game that is won anyhow is no mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from plyground.core.position import Move, Position
from plyground.review.accuracy import Kind, kind_of
from plyground.review.chances import ChanceCurve, chance_of_line
from plyground.search.proof import Proof, Value, final_proof
from plyground.search.report import Line
from plyground.search.score import DRAW, UNIT, WIN, told_distance

Findings = Mapping[int, Line]
"""The best line of a position at every depth that was finished."""

_TURNED: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True)
class Mistake:
    """A move that gave chances away.

    `loss` is how much of the chance of winning was lost, from `chance_before` to `chance_after`,
    for the side that moved. `proof_before` and `proof_after` are what is proved for that side, None for
    a guess; where both are proved, the mistake is certain. `refutation` begins with the move itself;
    `better` begins with the move that should have been played instead. `told` is what it cost and what
    refutes it, `reason` what the refutation gains, in words of the game; "" where there are none.
    """

    kind: Kind
    is_certain: bool
    loss: float
    chance_before: float
    chance_after: float
    proof_before: Proof | None
    proof_after: Proof | None
    told: str
    refutation: tuple[Move, ...]
    better: tuple[Move, ...]
    reason: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether the refutation wins or draws for certain, so that it can be shown to the end."""
        return self.proof_after is not None or self.chance_after == 0


@dataclass(frozen=True)
class Note:
    """A move that keeps the proved value but is not the best: a slower win, a sooner loss, a worse margin."""

    kind: Literal["slower", "sooner", "margin"]
    told: str


@dataclass(frozen=True)
class MoveVerdict:
    """What a move cost of the chance of winning, and what there is to say about it."""

    loss: float
    remark: Mistake | Note | None = None


def verdict_on(after: Position, best: Findings, replies: Findings, curve: ChanceCurve) -> MoveVerdict:
    """Judge the last move, given what was found before it and after it."""
    choice = _compared(after, best, replies)
    if choice.keeps_value:
        return MoveVerdict(0.0, choice.note())
    before, now = chance_of_line(choice.best, curve), chance_of_line(choice.played, curve)
    loss = max(before - now, 0.0)
    kind = kind_of(loss)
    if kind is None or after.last_move is None:
        return MoveVerdict(loss)
    answers = () if choice.reply is None else choice.reply.moves
    mistake = Mistake(
        kind=kind,
        is_certain=choice.best.proved and choice.played.proved,
        loss=loss,
        chance_before=before,
        chance_after=now,
        proof_before=choice.best.proof,
        proof_after=choice.played.proof,
        told=choice.told(before, now),
        refutation=(after.last_move, *answers),
        better=choice.best.moves,
    )
    return MoveVerdict(loss, mistake)


def settled_chance(findings: Findings, curve: ChanceCurve) -> float:
    """Return the chance of the side to move, smoothed over the last two depths while it is open.

    Many evaluations favour the side to move, so that scores of odd and of even depths lie
    apart: a graph of unsmoothed scores would be a saw.
    """
    *_, last = sorted(findings)
    line = findings[last]
    before = findings.get(last - 1)
    if _is_decided(line) or before is None or _is_decided(before):
        return chance_of_line(line, curve)
    return (chance_of_line(line, curve) + chance_of_line(before, curve)) / 2


def final_score(position: Position) -> int:
    """Return the score of a finished game, for the side to move."""
    if position.outcome is None or position.outcome.winner is None:
        return DRAW
    return WIN if position.outcome.winner == position.to_move else -WIN


def finished_line(position: Position) -> Line:
    """Return the value of a finished game as a line without moves."""
    return Line(position, (), final_score(position), final_proof(position))


def one_ply_before(line: Line) -> Line:
    """Put the move that led to a position before a line that begins there, for the side that made it."""
    after, score = line.position, line.exact_score
    assert after.previous is not None and after.last_move is not None  # noqa: S101, PT018  # a move led here
    if line.plies_to_end is not None:
        score = score - UNIT if score > 0 else score + UNIT
    proof = line.proof
    if proof is not None:
        margin, plies = proof.margin, proof.distance
        proof = Proof(
            _TURNED[proof.value],
            margin=None if margin is None else -margin,
            distance=None if plies is None else plies + 1,
        )
    return Line(after.previous, (after.last_move.code, *line.codes), -score, proof)


def backed_up(line: Line, following: Line | None) -> Line:
    """Return what is known of a position if a move from it was searched as well.

    A move that is proved to win proves that its position is won, even where the search of the position
    itself has not seen so far. How quickly, and by how much, other moves may improve.
    """
    if following is None or line.proved or following.value != "loss":
        return line
    winning = one_ply_before(following)
    plies = winning.plies_to_end
    return replace(winning, proof=Proof("win", distance=plies if plies == 1 else None))


@dataclass(frozen=True)
class _Choice:
    """The best line before a move, and the best reply to the move; None where the game is over."""

    after: Position
    best: Line
    reply: Line | None

    @property
    def played(self) -> Line:
        """The move that was played and the best reply, for the side that played it."""
        return one_ply_before(finished_line(self.after) if self.reply is None else self.reply)

    @property
    def keeps_value(self) -> bool:
        """Whether the move is proved to have the value that the position is proved to have."""
        return self.best.proved and self.best.value == self.played.value

    def note(self) -> Note | None:
        """Say what the move costs although it keeps the value; None if nothing that is known for certain."""
        best, played = self.best, self.played
        if best.value == "draw":
            return None
        still = "still a proved win" if best.value == "win" else "a proved loss either way"
        if best.margin is not None and played.margin is not None:
            if played.margin >= best.margin:
                return None
            by, could = abs(played.margin), abs(best.margin)
            return Note("margin", f"{still}, by {by} instead of by {could} with {best.move}")
        if best.distance is None or played.distance is None:
            return None
        is_slower = played.distance > best.distance
        now, instead = told_distance(played.distance), told_distance(best.distance)
        if now == instead or is_slower != (best.value == "win"):
            return None
        kind: Literal["slower", "sooner"] = "slower" if is_slower else "sooner"
        return Note(kind, f"{still}, {now} instead of {instead} with {best.move}")

    def told(self, before: float, now: float) -> str:
        """Say what the move cost, what refutes it and what would have been better."""
        return f"{self._cost(before, now)}: {self._answer()}; better was {self._better()}"

    def _cost(self, before: float, now: float) -> str:
        best, played = self.best, self.played
        if best.proved or played.proved:
            was, is_now = _told_value(best, before), _told_value(played, now)
            return f"was {was}, now {is_now}"
        is_won, is_lost = best.plies_to_end is not None, played.plies_to_end is not None
        if is_won and is_lost:
            return "turns a win into a loss"
        if is_won:
            return f"gives a win away ({_percent(before)} to {_percent(now)})"
        if is_lost:
            return f"loses the game ({_percent(before)} to {_percent(now)})"
        return f"lowers the chance of winning from {_percent(before)} to {_percent(now)}"

    def _answer(self) -> str:
        move, opponent = self.after.last_move, self.after.to_move
        if self.reply is None:
            return f"after {move} the game is over ({self.after.outcome})"
        answer = f"after {move} {opponent} plays {self.reply.move}"
        if self.reply.value == "draw":
            return f"{answer} and draws"
        if self.reply.margin is not None:
            return f"{answer} and wins by {self.reply.margin}"
        plies = self.reply.plies_to_end
        if plies is None:
            return answer
        game = self.after.game
        if game.rules.largest_margin(game.board) > 1:  # nobody hurries where margins count
            return f"{answer} and wins"
        return f"{answer} and wins {told_distance(plies)}"

    def _better(self) -> str:
        plies = self.best.plies_to_end
        is_told = plies is None or self.best.proved
        return str(self.best.move) if is_told else f"{self.best.move}, which wins {told_distance(plies or 0)}"


def _compared(after: Position, best: Findings, replies: Findings) -> _Choice:
    """Choose the depths to compare: the deepest at which both searches end on the same ply.

    A reply at depth 6 is the whole move at depth 7. Other depths are compared only where there
    are no such, where the reply ends the game, or where something is proved: a depth more or less may
    look like a loss where there is none, but not to a proof.
    """
    deepest_best = best[max(best)]
    if not replies:
        return _Choice(after, deepest_best, None)
    deepest_reply = replies[max(replies)]
    common = [depth for depth in replies if depth + 1 in best]
    if not common or _is_decided(deepest_reply) or deepest_best.proved:
        return _Choice(after, deepest_best, deepest_reply)
    return _Choice(after, best[max(common) + 1], replies[max(common)])


def _is_decided(line: Line) -> bool:
    return line.proved or line.plies_to_end is not None


def _told_value(line: Line, chance: float) -> str:
    return f"a {line.told_score}" if line.proved else f"a guess of {_percent(chance)}"


def _percent(chance: float) -> str:
    """Write a chance; what is open is neither certain nor lost."""
    return f"{min(max(round(100 * chance), 1), 99)} %"
