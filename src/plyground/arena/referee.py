"""One game between two players, by a referee who trusts neither of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

from plyground.arena.adjudication import Verdict
from plyground.arena.judging import Conditions, Judge, by_the_rules, written
from plyground.arena.proving import Prover
from plyground.players import Player
from plyground.position import Position
from plyground.records import GameRecord, PlayedMove


class Referee:
    """Asks the players in turn, has every move judged, and writes everything down."""

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
        self._judges = tuple(Judge(number, name, conditions) for number, name in enumerate(names))
        self._on_move = on_move
        self._prover = Prover() if conditions.adjudication.proved else None
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
                verdict = self._conditions.adjudication.verdict(moves, mover) or self._proved(position)
        return written(start, self._names, moves, verdict or by_the_rules(position), began)

    def _proved(self, position: Position) -> Verdict | None:
        return None if self._prover is None else self._prover.verdict(position)

    def _prepare(self, start: Position, seeds: tuple[int, int]) -> Verdict | None:
        """Let both get ready; who cannot has lost."""
        for number in (0, 1):
            try:
                self._players[number].begin(start, seeds[number])
            except Exception as error:  # noqa: BLE001  # whatever a player raises is the player's fault
                return self._judges[number].fault(error)
        return None

    def _turn(self, position: Position) -> PlayedMove | Verdict:
        mover = position.player
        judge, seconds_left = self._judges[mover], self._seconds_left[mover]
        asked = time.perf_counter()
        try:
            given = self._players[mover].choose(position, judge.limit(seconds_left))
        except Exception as error:  # noqa: BLE001
            return judge.fault(error)
        seconds = time.perf_counter() - asked
        if self._conditions.clock is not None:
            self._seconds_left[mover] += self._conditions.clock.increment - seconds
        return judge.turn(position, given, seconds, seconds_left)
