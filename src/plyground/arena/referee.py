"""One game between two players, by a referee who trusts neither of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from plyground.arena.adjudication import Adjudication, Verdict
from plyground.errors import (
    IllegalMoveError,
    NotationError,
    PlayerGarbageError,
    PlayerTimeoutError,
    shortened,
)
from plyground.players import RESIGN, Choice, Player
from plyground.position import Move, Position
from plyground.records import GameRecord, PlayedMove, Termination
from plyground.search.limit import Clock, Limit

GRACE = 0.1
"""Seconds by which a move, or all moves on a clock, may be late: what the machine and the pipes take
is not the player's."""
SMALLEST_CLOCK = 0.001
LARGEST_TOLD = 1e15


@dataclass(frozen=True)
class Conditions:
    """What holds for both players: time for a move, or a clock for the game, and early ends."""

    seconds: float | None = None
    clock: Clock | None = None
    adjudication: Adjudication = field(default_factory=Adjudication)


class Referee:
    """Asks the players in turn, checks every move, and writes everything down."""

    def __init__(
        self,
        players: tuple[Player, Player],
        names: tuple[str, str],
        conditions: Conditions,
        on_move: Callable[[Position], None] | None = None,
    ) -> None:
        self._players = players
        self._names = names
        self._conditions = conditions
        self._on_move = on_move
        given = 0.0 if conditions.clock is None else conditions.clock.seconds
        self._seconds_left = [given, given]

    def play(self, start: Position, seeds: tuple[int, int]) -> GameRecord:
        """Play a game to its end, from a position and with the moves that led to it."""
        began = datetime.now(UTC)
        moves: list[PlayedMove] = []
        position = start
        verdict = self._prepare(start, seeds)
        while verdict is None and position.outcome is None:
            mover = position.player
            played = self._turn(position)
            if isinstance(played, Verdict):
                verdict = played
                break
            moves.append(played)
            position = position.play(played.text)
            if self._on_move is not None:
                self._on_move(position)
            if position.outcome is None:
                verdict = self._conditions.adjudication.verdict(moves, mover)
        return self._record(start, position, moves, verdict or by_the_rules(position), began)

    def _prepare(self, start: Position, seeds: tuple[int, int]) -> Verdict | None:
        """Let both get ready; who cannot has lost."""
        for number in (0, 1):
            try:
                self._players[number].begin(start, seeds[number])
            except Exception as error:  # noqa: BLE001  # whatever a player raises is the player's fault
                return self._fault(number, error)
        return None

    def _turn(self, position: Position) -> PlayedMove | Verdict:
        mover = position.player
        limit = Limit(seconds=self._conditions.seconds, clock=self._clock_of(mover))
        asked = time.perf_counter()
        try:
            given = self._players[mover].choose(position, limit)
        except Exception as error:  # noqa: BLE001
            return self._fault(mover, error)
        seconds = time.perf_counter() - asked
        late = self._why_late(mover, seconds)
        if late is not None:
            return Verdict(1 - mover, Termination.TIME, late)
        return self._judged(position, given, seconds)

    def _why_late(self, mover: int, seconds: float) -> str | None:
        """Take the time off the clock; say so if there was not enough."""
        most, clock = self._conditions.seconds, self._conditions.clock
        if most is not None and seconds > most + GRACE:
            return f"{self._names[mover]} took {seconds:.2f} s for a move, with {most:g} s allowed"
        if clock is None:
            return None
        self._seconds_left[mover] -= seconds
        if self._seconds_left[mover] < -GRACE:
            return f"the clock of {self._names[mover]} ran out"
        self._seconds_left[mover] += clock.increment
        return None

    def _clock_of(self, number: int) -> Clock | None:
        clock = self._conditions.clock
        if clock is None:
            return None
        return Clock(max(self._seconds_left[number], SMALLEST_CLOCK), clock.increment)

    def _judged(self, position: Position, given: object, seconds: float) -> PlayedMove | Verdict:
        """Accept a legal move; everything else loses the game."""
        mover = position.player
        name, loss = self._names[mover], 1 - mover
        choice = given if isinstance(given, Choice) else Choice(given)  # type: ignore[arg-type]
        if choice.move == RESIGN:
            return Verdict(loss, Termination.RESIGNATION, f"{name} resigns")
        if not isinstance(choice.move, (Move, str)):
            return Verdict(loss, Termination.GARBAGE, f"{name} gave {shortened(repr(choice.move))}, no move")
        try:
            move = position.find_move(str(choice.move))
        except NotationError as error:
            return Verdict(loss, Termination.GARBAGE, f"{name}: {error}")
        except IllegalMoveError as error:
            return Verdict(loss, Termination.ILLEGAL_MOVE, f"{name}: {error}")
        score, depth, nodes = map(_plain_number, (choice.score, choice.depth, choice.nodes))
        return PlayedMove(
            move.text,
            round(seconds, 6),
            score,
            None if depth is None else int(depth),
            None if nodes is None else int(nodes),
        )

    def _fault(self, number: int, error: Exception) -> Verdict:
        termination = Termination.CRASH
        if isinstance(error, PlayerTimeoutError):
            termination = Termination.TIME
        elif isinstance(error, PlayerGarbageError):
            termination = Termination.GARBAGE
        told = str(error) or type(error).__name__
        return Verdict(1 - number, termination, f"{self._names[number]}: {told}")

    def _record(
        self,
        start: Position,
        end: Position,
        moves: list[PlayedMove],
        verdict: Verdict,
        began: datetime,
    ) -> GameRecord:
        line = start.line()
        game = start.game
        given = tuple(PlayedMove(str(each.last_move)) for each in line[1:])
        return GameRecord(
            game=game.name,
            options={option.name: option.show(game.options[option.name]) for option in game.rules.options},
            start=line[0].text,
            players=self._names,
            moves=(*given, *moves),
            termination=verdict.termination,
            winner=verdict.winner,
            reason=verdict.reason,
            opening=len(given),
            started=began.isoformat(timespec="seconds"),
        )


def _plain_number(value: object) -> float | None:
    """Take what a player tells about its move only if it is a number that can be kept."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return value if abs(value) < LARGEST_TOLD else None  # NaN is not below anything


def by_the_rules(position: Position) -> Verdict:
    """Return how a finished game ended."""
    outcome = position.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    winner = None if outcome.winner is None else position.game.players.index(outcome.winner)
    return Verdict(winner, Termination.NORMAL, outcome.reason)


def named(conditions: Conditions) -> dict[str, str]:
    """Return the time control as tags of a record."""
    shown = {
        "Seconds": conditions.seconds and f"{conditions.seconds:g}",
        "Clock": conditions.clock and f"{conditions.clock.seconds:g}+{conditions.clock.increment:g}",
    }
    return {name: value for name, value in shown.items() if value}


def with_tags(record: GameRecord, **tags: str) -> GameRecord:
    """Return a record with more tags."""
    return replace(record, tags={**record.tags, **tags})
