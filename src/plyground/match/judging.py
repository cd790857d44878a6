"""What is said about a turn: whether it came in time, is a legal move, and who has lost if not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from plyground.core.position import Move, Position
from plyground.errors import (
    HeuristicTimeoutError,
    IllegalMoveError,
    NotationError,
    OptionError,
    PlayerGarbageError,
    PlayerTimeoutError,
    shortened,
)
from plyground.players import RESIGN, Choice
from plyground.search.limit import Clock, Limit
from plyground.store.records import PlayedMove, Termination


@dataclass(frozen=True)
class Verdict:
    """How a game ends: the winner's number, None for a draw, and why."""

    winner: int | None
    termination: Termination
    reason: str


UNFINISHED = Verdict(None, Termination.UNFINISHED, "")
"""How a game stands in a record while it goes on."""


@dataclass(frozen=True)
class Adjudication:
    """The rules by which games are cut short. None of them is in force unless it is given.

    resign_score, resign_moves: who thinks to be this many points behind for this many moves running
        has lost.
    draw_score, draw_moves, draw_from: when both think that no more than this many points are
        between them for this many moves each, and this many moves each have been played before, it
        is a draw.
    most_moves: a game of this many moves of each side is a draw.
    proved: a game is over as soon as its result is proved, by a search and a solver that trust neither
        player; see `plyground.match.live_game`.
    """

    resign_score: float | None = None
    resign_moves: int = 3
    draw_score: float | None = None
    draw_moves: int = 8
    draw_from: int = 0
    most_moves: int | None = None
    proved: bool = False

    def verdict(self, moves: Sequence[PlayedMove], mover: int) -> Verdict | None:
        """Judge a game after a move of player number `mover`; None lets it go on.

        `moves` are those that the players chose, without the opening.
        """
        return self._resignation(moves, mover) or self._draw(moves) or self._length(moves)

    def _resignation(self, moves: Sequence[PlayedMove], mover: int) -> Verdict | None:
        if self.resign_score is None:
            return None
        bar = -self.resign_score
        own = moves[::-2][: self.resign_moves]
        if not _all_scores(own, self.resign_moves, lambda score: score <= bar):
            return None
        reason = f"{self.resign_score:g} points or more behind for {self.resign_moves} moves"
        return Verdict(1 - mover, Termination.ADJUDICATION, reason)

    def _draw(self, moves: Sequence[PlayedMove]) -> Verdict | None:
        if self.draw_score is None or len(moves) < 2 * (self.draw_from + self.draw_moves):
            return None
        bar, count = self.draw_score, 2 * self.draw_moves
        if not _all_scores(moves[-count:], count, lambda score: abs(score) <= bar):
            return None
        reason = f"no more than {bar:g} points between them for {self.draw_moves} moves"
        return Verdict(None, Termination.ADJUDICATION, reason)

    def _length(self, moves: Sequence[PlayedMove]) -> Verdict | None:
        if self.most_moves is None or len(moves) < 2 * self.most_moves:
            return None
        return Verdict(None, Termination.MOVE_LIMIT, f"{self.most_moves} moves each")


def _all_scores(moves: Sequence[PlayedMove], count: int, holds: Callable[[float], bool]) -> bool:
    """Tell whether there are this many moves and all have a score of which something holds."""
    return len(moves) >= count and all(move.score is not None and holds(move.score) for move in moves)


def read_adjudication(
    resign: str | None, draw: str | None, most_moves: int | None, proved: str | None = None
) -> Adjudication:
    """Read ``SCORE,MOVES`` for resigning, ``SCORE,MOVES,FROM`` for draws, and ``proved``.

    Raises:
        OptionError: a text has another form.
    """
    behind = _numbers("resign", resign, "SCORE,MOVES, such as 10,3", 2)
    even = _numbers("draw", draw, "SCORE,MOVES,FROM, such as 0.1,8,20", 3)
    if most_moves is not None and most_moves < 1:
        raise OptionError(f"a game cannot end after {most_moves} moves; give 1 or more")
    return Adjudication(
        resign_score=behind[0] if behind else None,
        resign_moves=int(behind[1]) if behind else 3,
        draw_score=even[0] if even else None,
        draw_moves=int(even[1]) if even else 8,
        draw_from=int(even[2]) if even else 0,
        most_moves=most_moves,
        proved=proved is not None,
    )


def _numbers(name: str, text: str | None, form: str, count: int) -> list[float] | None:
    if text is None:
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != count or any(not 0 <= number < 1e9 for number in numbers) or numbers[1] < 1:
        raise OptionError(f"--{name} {shortened(text)} cannot be read; write {form}")
    return numbers


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
