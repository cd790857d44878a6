"""The referee at a table where moves may be taken back and a game may be gone on with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from plyground.arena.adjudication import Verdict
from plyground.arena.referee import Referee
from plyground.errors import PlayerTimeoutError
from plyground.players import Player
from plyground.position import Position
from plyground.records import GameRecord, PlayedMove, Termination
from plyground.terminal.agreement import Agreement

UNFINISHED = Verdict(None, Termination.UNFINISHED, "")


class TableReferee(Referee):
    """Judges single turns by the rules of the arena; the clocks follow from the moves alone."""

    def __init__(self, players: tuple[Player, Player], agreement: Agreement) -> None:
        super().__init__(players, agreement.players, agreement.conditions)
        self._people = agreement.people
        self._for_programs = agreement.conditions
        # People have their clock; nobody can play well in the seconds that a program needs.
        self._for_people = replace(agreement.conditions, seconds=None)

    def prepare(self, start: Position, seeds: tuple[int, int]) -> Verdict | None:
        """Let both get ready; who cannot has lost."""
        return self._prepare(start, seeds)

    def turn(self, position: Position, moves: Sequence[PlayedMove]) -> PlayedMove | Verdict:
        """Ask the side to move, after these moves of the players."""
        clocks = self.clocks(position, moves)
        if clocks is not None:
            self._seconds_left = list(clocks)
        self._conditions = self._for_people if self._people[position.player] else self._for_programs
        return self._turn(position)

    def _fault(self, number: int, error: Exception) -> Verdict:
        """Blame a player; but what goes wrong while a person is asked is no fault of theirs."""
        if self._people[number] and not isinstance(error, PlayerTimeoutError):
            raise error
        return super()._fault(number, error)

    def clocks(self, position: Position, moves: Sequence[PlayedMove]) -> tuple[float, float] | None:
        """Return what both have left after these moves, which led to the position."""
        clock = self._for_programs.clock
        if clock is None:
            return None
        left = [clock.seconds, clock.seconds]
        before = position.line()[-len(moves) - 1 : -1]
        for each, played in zip(before, moves, strict=True):
            left[each.player] += clock.increment - (played.seconds or 0.0)
        return left[0], left[1]

    def record(
        self,
        start: Position,
        end: Position,
        moves: Sequence[PlayedMove],
        verdict: Verdict = UNFINISHED,
        began: datetime | None = None,
    ) -> GameRecord:
        """Write the game down."""
        return self._record(start, end, list(moves), verdict, began or datetime.now(UTC))
