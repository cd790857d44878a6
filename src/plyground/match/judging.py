"""What is said about a turn: whether it came in time, is a legal move, and who has lost if not."""

from __future__ import annotations

from dataclasses import dataclass, field

from plyground.core.position import Move, Position
from plyground.errors import (
    HeuristicTimeoutError,
    IllegalMoveError,
    NotationError,
    PlayerGarbageError,
    PlayerTimeoutError,
    shortened,
)
from plyground.match.adjudication import Adjudication, Verdict
from plyground.players import RESIGN, Choice
from plyground.search.limit import Clock, Limit
from plyground.store.records import PlayedMove, Termination

GRACE = 0.1
"""Seconds by which a move, or all moves on a clock, may be late: what the machine and the pipes take
is not the player's."""
SMALLEST_CLOCK = 0.001
LARGEST_TOLD = 1e15


class FlagFallError(PlayerTimeoutError):
    """The clock of a person has run out."""

    def __init__(self) -> None:
        super().__init__("the time is up")


@dataclass(frozen=True)
class Conditions:
    """What holds for both players: time for a move, or a clock for the game, and early ends."""

    seconds: float | None = None
    clock: Clock | None = None
    adjudication: Adjudication = field(default_factory=Adjudication)

    @property
    def tags(self) -> dict[str, str]:
        """The time control as tags of a record."""
        shown = {
            "Seconds": self.seconds and f"{self.seconds:g}",
            "Clock": self.clock and f"{self.clock.seconds:g}+{self.clock.increment:g}",
        }
        return {name: value for name, value in shown.items() if value}


@dataclass(frozen=True)
class Judge:
    """Judges what one player does: the player's number, name, and the conditions it plays under."""

    number: int
    name: str
    conditions: Conditions

    def limit(self, seconds_left: float) -> Limit:
        """Return the limit of a turn; `seconds_left` is what the player's clock shows, if there is one."""
        clock = self.conditions.clock
        if clock is not None:
            clock = Clock(max(seconds_left, SMALLEST_CLOCK), clock.increment)
        return Limit(seconds=self.conditions.seconds, clock=clock)

    def turn(
        self, position: Position, given: object, seconds: float, seconds_left: float
    ) -> tuple[Position, PlayedMove] | Verdict:
        """Judge what the player gave, and whether it came in time; return the position after a legal move.

        Everything else loses the game.
        """
        late = self._why_late(seconds, seconds_left)
        if late is not None:
            return Verdict(1 - self.number, Termination.TIME, late)
        return self._judged(position, given, seconds)

    def resignation(self) -> Verdict:
        """Return how a game ends that the player gives up."""
        return Verdict(1 - self.number, Termination.RESIGNATION, f"{self.name} resigns")

    def fault(self, error: Exception) -> Verdict:
        """Return how a game ends in which the player raised something."""
        if isinstance(error, FlagFallError):
            return Verdict(1 - self.number, Termination.TIME, self._out_of_time)
        termination = Termination.CRASH
        if isinstance(error, PlayerTimeoutError | HeuristicTimeoutError):
            termination = Termination.TIME
        elif isinstance(error, PlayerGarbageError):
            termination = Termination.GARBAGE
        told = str(error) or type(error).__name__
        reason = told if told.startswith(f"{self.name} ") else f"{self.name}: {told}"
        return Verdict(1 - self.number, termination, reason)

    def _why_late(self, seconds: float, seconds_left: float) -> str | None:
        most = self.conditions.seconds
        if most is not None and seconds > most + GRACE:
            return f"{self.name} took {seconds:.2f} s for a move, with {most:g} s allowed"
        if self.conditions.clock is not None and seconds_left - seconds < -GRACE:
            return self._out_of_time
        return None

    @property
    def _out_of_time(self) -> str:
        return f"{self.name} ran out of time"

    def _judged(
        self, position: Position, given: object, seconds: float
    ) -> tuple[Position, PlayedMove] | Verdict:
        name, loss = self.name, 1 - self.number
        choice = given if isinstance(given, Choice) else Choice(given)  # type: ignore[arg-type]
        if choice.move == RESIGN:
            return self.resignation()
        if not isinstance(choice.move, (Move, str)):
            return Verdict(loss, Termination.GARBAGE, f"{name} gave {shortened(repr(choice.move))}, no move")
        try:
            after = position.play(choice.move)
        except NotationError as error:
            return Verdict(loss, Termination.GARBAGE, f"{name}: {error}")
        except IllegalMoveError as error:
            return Verdict(loss, Termination.ILLEGAL_MOVE, f"{name}: {error}")
        score = _plain_number(choice.score)
        depth, nodes, proved = map(_plain_number, (choice.depth, choice.nodes, choice.proved))
        return after, PlayedMove(
            str(after.last_move),
            round(seconds, 6),
            score,
            None if depth is None else int(depth),
            None if nodes is None else int(nodes),
            None if proved is None else int(proved),
        )


def _plain_number(value: object) -> float | None:
    """Take what a player tells about its move only if it is a number that can be kept."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return value if abs(value) < LARGEST_TOLD else None  # NaN is not below anything


def by_the_rules(position: Position) -> Verdict | None:
    """Return how a game ended by its rules; None while it goes on."""
    outcome = position.outcome
    if outcome is None:
        return None
    winner = None if outcome.winner is None else position.game.players.index(outcome.winner)
    return Verdict(winner, Termination.NORMAL, outcome.reason)
