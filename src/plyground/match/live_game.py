"""One live game: the position, the moves, the clocks, and how it ended.

A `LiveGame` asks and shows nobody anything: a game of a tournament, a terminal or a browser is the same.
`play_game` lets two players play one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from plyground.core.position import Position
from plyground.engine import Engine
from plyground.errors import PlayerTimeoutError
from plyground.match.judging import UNFINISHED, Conditions, Judge, Verdict, by_the_rules
from plyground.players import Player
from plyground.search.limit import Limit
from plyground.search.report import Report
from plyground.store.records import GameRecord, PlayedMove, Termination


class TurnClock:
    """Counts the seconds of one turn; it may stand still in between."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._spent = 0.0
        self._since: float | None = None

    @property
    def is_running(self) -> bool:
        """Whether seconds are counted now."""
        return self._since is not None

    @property
    def seconds(self) -> float:
        """The seconds of this turn so far."""
        return self._spent + (0.0 if self._since is None else self._now() - self._since)

    def run(self) -> None:
        """Count on from now."""
        if self._since is None:
            self._since = self._now()

    def halt(self) -> None:
        """Stand still until `run`."""
        self._spent, self._since = self.seconds, None

    def reset(self) -> None:
        """Stand still at the beginning of a new turn."""
        self._spent, self._since = 0.0, None


PROVING = Limit(nodes=100_000)
"""Positions rather than time: whether a game is cut short does not depend on the machine."""

MEGABYTES = 16


class Prover:
    """Ends one game as soon as the engine proves its result, which takes some milliseconds a move."""

    def __init__(self) -> None:
        self._engine: Engine | None = None

    def verdict(self, position: Position) -> Verdict | None:
        """Search an unfinished position; None lets the game go on."""
        if self._engine is None or self._engine.game != position.game:
            self._engine = Engine(position.game, megabytes=MEGABYTES)
        *_, report = self._engine.search(position, PROVING)
        if not report.proved:
            return None
        winner = {"win": position.player, "loss": 1 - position.player}.get(f"{report.value}")
        return Verdict(winner, Termination.ADJUDICATION, _reason(position, report, winner))


def _reason(position: Position, report: Report, winner: int | None) -> str:
    if winner is None:
        return "proved: a draw"
    by = f" by {abs(report.margin)}" if report.margin is not None else ""
    return f"proved: {position.game.players[winner]} wins{by}"


class LiveGame:
    """One game, from its first move or from where it was left.

    Args:
        position: where it stands; the moves that led there are part of the game.
        names: what the players are called in the record.
        conditions: time and early ends; the seconds for a move bind no person.
        blamed: what the players are called in the reason why they lost; by their names unless given.
        people: which of them are people.
        moves: the last moves before the position, those that the players chose themselves.
        began: when the game began, as a record says it; now unless given.
        tags: what else the record says.
    """

    def __init__(
        self,
        position: Position,
        names: tuple[str, str],
        conditions: Conditions,
        *,
        blamed: tuple[str, str] | None = None,
        people: tuple[bool, bool] = (False, False),
        moves: Sequence[PlayedMove] = (),
        began: str = "",
        tags: Mapping[str, str] | None = None,
    ) -> None:
        line = position.line()
        self.position = position
        self.people = people
        self.given = len(line) - 1 - len(moves)
        """How many moves were made before the players came."""
        self.start = line[self.given]
        self.verdict = by_the_rules(position)
        """How the game ended, None while it goes on."""
        self.turn = TurnClock()
        """The time of the turn under way; whoever asks for the move lets it run."""
        self._names = names
        self._tags = dict(tags or {})
        self._began = datetime.fromisoformat(began) if began else datetime.now(UTC)
        self._adjudication = conditions.adjudication
        self._prover = Prover() if conditions.adjudication.proved else None
        self._judges = tuple(
            Judge(side, name, replace(conditions, seconds=None) if people[side] else conditions)
            for side, name in enumerate(blamed or names)
        )
        self._clock = conditions.clock
        self._moves: list[PlayedMove] = []
        self._clocks = [(0.0, 0.0) if self._clock is None else (self._clock.seconds, self._clock.seconds)]
        for before, played in zip(line[self.given : -1], moves, strict=True):
            self._note(before.player, played)

    @property
    def moves(self) -> tuple[PlayedMove, ...]:
        """The moves that the players chose."""
        return tuple(self._moves)

    @property
    def plies(self) -> int:
        """How many moves the players have chosen."""
        return len(self._moves)

    @property
    def mover(self) -> int:
        """The number of the player to move."""
        return self.position.player

    @property
    def is_person_to_move(self) -> bool:
        """Whether a person is to move."""
        return self.people[self.mover]

    @property
    def must_pass(self) -> bool:
        """Whether the side to move can only pass."""
        return _is_forced_pass(self.position)

    # Turns

    def limit(self) -> Limit:
        """Return the limit of the turn that begins now."""
        return self._judges[self.mover].limit(self._clocks[-1][self.mover])

    def take(self, given: object, seconds: float | None = None) -> PlayedMove | None:
        """Take what the side to move gave, or raised: a legal move in time is played.

        Everything else ends the game, and then there is no move to return. The turn took what its clock
        shows, unless somebody else measured the seconds.
        """
        mover, seconds = self.mover, self.turn.seconds if seconds is None else seconds
        if isinstance(given, Exception):
            self.fault(mover, given)
            return None
        turn = self._judges[mover].turn(self.position, given, seconds, self._clocks[-1][mover])
        if isinstance(turn, Verdict):
            self.end(turn)
            return None
        self.turn.reset()
        self.position, played = turn
        self._note(mover, played)
        self.verdict = by_the_rules(self.position) or self._adjudicated(mover)
        return played

    def fault(self, side: int, error: Exception) -> Verdict:
        """End the game by the fault of a player; but what goes wrong while a person is asked is no fault."""
        if self.people[side] and not isinstance(error, PlayerTimeoutError):
            raise error
        return self.end(self._judges[side].fault(error))

    def resign(self, side: int) -> None:
        """End the game since a side gives it up."""
        self.end(self._judges[side].resignation())

    def end(self, verdict: Verdict) -> Verdict:
        """End the game otherwise than by its rules."""
        self.turn.reset()
        self.verdict = verdict
        return verdict

    def _adjudicated(self, mover: int) -> Verdict | None:
        verdict = self._adjudication.verdict(self._moves, mover)
        return verdict or (None if self._prover is None else self._prover.verdict(self.position))

    def _note(self, mover: int, played: PlayedMove) -> None:
        """Write a move down, and what it leaves of the mover's clock."""
        left = list(self._clocks[-1])
        if self._clock is not None:
            left[mover] += self._clock.increment - (played.seconds or 0.0)
        self._moves.append(played)
        self._clocks.append((left[0], left[1]))

    # Taking back

    def plies_to_take_back(self) -> int:
        """Return how many plies lie between now and the last turn at which a person had a choice.

        A forced pass is no choice. Where nobody is a person, it is a single ply. A finished game
        has none to take back.
        """
        if self.verdict is not None:
            return 0
        before = self.position.line()[self.given : -1]
        for plies, position in enumerate(reversed(before), start=1):
            if not any(self.people) or (self.people[position.player] and not _is_forced_pass(position)):
                return plies
        return 0

    def take_back(self) -> list[PlayedMove]:
        """Take back what `plies_to_take_back` says, and return it."""
        plies = self.plies_to_take_back()
        if plies == 0:
            return []
        self.turn.reset()
        taken = self._moves[-plies:]
        del self._moves[-plies:], self._clocks[-plies:]
        self.position = self.position.line()[-plies - 1]
        return taken

    # What is reported and kept

    def clocks(self) -> tuple[float, float] | None:
        """Return what both had left when the turn began; None without a clock."""
        history = self.clock_history()
        return None if history is None else history[-1]

    def clocks_now(self) -> tuple[float, float] | None:
        """Return what both clocks show at this moment; None if there are none."""
        clocks = self.clocks()
        if clocks is None:
            return None
        left = list(clocks)
        left[self.mover] -= self.turn.seconds
        return max(left[0], 0.0), max(left[1], 0.0)

    def clock_history(self) -> list[tuple[float, float]] | None:
        """Return what both had left at first and after every move; None without a clock."""
        if self._clock is None:
            return None
        history = list(self._clocks)
        if self.verdict is not None and self.verdict.termination is Termination.TIME:
            first, second = history[-1]
            history[-1] = (0.0, second) if self.verdict.winner == 1 else (first, 0.0)
        return history

    def record(self) -> GameRecord:
        """Write the game down as it stands."""
        verdict = self.verdict or UNFINISHED
        return GameRecord.of(
            self.start,
            self._names,
            self._moves,
            **vars(verdict),
            started=self._began.isoformat(timespec="seconds"),
            tags=dict(self._tags),
        )


def _is_forced_pass(position: Position) -> bool:
    moves = position.moves()
    return len(moves) == 1 and moves[0].target is None


def play_game(
    game: LiveGame,
    players: tuple[Player, Player],
    seeds: tuple[int, int],
    on_turn: Callable[[LiveGame], None] = lambda game: None,
) -> GameRecord:
    """Let two players play a game to its end; who cannot even get ready has lost.

    `on_turn` is called at the beginning of every turn.
    """
    for side, player in enumerate(players):
        if game.verdict is None:
            try:
                player.begin(game.start, seeds[side])
            except Exception as error:  # noqa: BLE001  # whatever a player raises is the player's fault
                game.fault(side, error)
    while game.verdict is None:
        on_turn(game)
        ask(game, players[game.mover])
    return game.record()


def ask(game: LiveGame, player: Player) -> PlayedMove | None:
    """Let the side to move have its turn; return the move, None if the game has ended instead."""
    given: object
    game.turn.reset()
    game.turn.run()
    try:
        given = player.choose(game.position, game.limit())
    except Exception as error:  # noqa: BLE001  # as above
        given = error
    return game.take(given)
