"""A game as it stands: the position, the moves, the clocks, and how it ended.

Nobody is asked or shown anything here; a game on any screen, and on none, is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from plyground.arena.adjudication import Verdict
from plyground.arena.judging import Judge, by_the_rules, with_tags, written
from plyground.arena.seeds import seed_for
from plyground.errors import PlayerTimeoutError
from plyground.playing.agreement import Agreement
from plyground.playing.naming import blamed_player
from plyground.position import Position
from plyground.records import GameRecord, PlayedMove, Termination
from plyground.search.limit import Limit

UNFINISHED = Verdict(None, Termination.UNFINISHED, "")


class PlayedGame:
    """One game, from its first move or from where it was left.

    `moves` are the last ones before the position that the players chose themselves, in a game
    that began at some time.
    """

    def __init__(
        self,
        position: Position,
        agreement: Agreement,
        *,
        moves: Sequence[PlayedMove] = (),
        began: str = "",
    ) -> None:
        self.agreement = agreement
        self.position = position
        self.given = len(position.line()) - 1 - len(moves)
        """How many moves were made before the players came."""
        self.start = position.line()[self.given]
        self.verdict = by_the_rules(position) if position.outcome else None
        """How the game ended, None while it goes on."""
        self._moves = list(moves)
        self._began = datetime.fromisoformat(began) if began else datetime.now(UTC)
        self._judges = tuple(
            Judge(side, blamed_player(player, name), agreement.conditions_of(side))
            for side, (player, name) in enumerate(zip(agreement.players, position.game.players, strict=True))
        )

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
        return self.agreement.people[self.mover]

    @property
    def must_pass(self) -> bool:
        """Whether the side to move can only pass."""
        return _is_forced_pass(self.position)

    def seed(self, side: int) -> int:
        """Return the seed of a player that goes on from here: no chance shall happen twice."""
        return seed_for(self.agreement.seed, side, self.plies)

    # Turns

    def limit(self) -> Limit:
        """Return the limit of the turn that begins now."""
        return self._judges[self.mover].limit(self._seconds_left())

    def judged(self, given: object, seconds: float) -> PlayedMove | Verdict:
        """Judge what the side to move gave after so many seconds; nothing is changed yet."""
        return self._judges[self.mover].turn(self.position, given, seconds, self._seconds_left())

    def fault(self, side: int, error: Exception) -> Verdict:
        """Blame a player; but what goes wrong while a person is asked is no fault of theirs."""
        if self.agreement.people[side] and not isinstance(error, PlayerTimeoutError):
            raise error
        return self._judges[side].fault(error)

    def resignation(self, side: int) -> Verdict:
        """Return how the game ends if a side gives it up."""
        return self._judges[side].resignation()

    def play(self, played: PlayedMove) -> None:
        """Play a move."""
        self.position = self.position.play(played.text)
        self._moves.append(played)
        if self.position.outcome is not None:
            self.verdict = by_the_rules(self.position)

    def end(self, verdict: Verdict) -> None:
        """End the game otherwise than by its rules."""
        self.verdict = verdict

    # Taking back

    def plies_to_take_back(self) -> int:
        """Return how many plies lie between now and the last turn at which a person had a choice.

        A forced pass is no choice. Where nobody is a person, it is a single ply. A finished game
        has none to take back.
        """
        people = self.agreement.people
        if self.verdict is not None:
            return 0
        before = self.position.line()[self.given : -1]
        for plies, position in enumerate(reversed(before), start=1):
            if not any(people) or (people[position.player] and not _is_forced_pass(position)):
                return plies
        return 0

    def take_back(self) -> list[PlayedMove]:
        """Take back what `plies_to_take_back` says, and return it."""
        plies = self.plies_to_take_back()
        if plies == 0:
            return []
        taken = self._moves[-plies:]
        del self._moves[-plies:]
        self.position = self.position.line()[-plies - 1]
        return taken

    # What is told and kept

    def clocks(self) -> tuple[float, float] | None:
        """Return what both had left when the turn began: it follows from the moves alone."""
        history = self.clock_history()
        return None if history is None else history[-1]

    def clock_history(self) -> list[tuple[float, float]] | None:
        """Return what both had left at first and after every move; None without a clock."""
        clock = self.agreement.conditions.clock
        if clock is None:
            return None
        left = [clock.seconds, clock.seconds]
        history = [(left[0], left[1])]
        before = self.position.line()[self.given : -1]
        for position, played in zip(before, self._moves, strict=True):
            left[position.player] += clock.increment - (played.seconds or 0.0)
            history.append((left[0], left[1]))
        if self.verdict is not None and self.verdict.termination is Termination.TIME:
            first, second = history[-1]
            history[-1] = (0.0, second) if self.verdict.winner == 1 else (first, 0.0)
        return history

    def record(self) -> GameRecord:
        """Write the game down as it stands."""
        names, verdict = self.agreement.players, self.verdict or UNFINISHED
        record = written(self.start, names, self._moves, verdict, self._began)
        return with_tags(record, **self.agreement.tags)

    def _seconds_left(self) -> float:
        clocks = self.clocks()
        return 0.0 if clocks is None else clocks[self.mover]


def _is_forced_pass(position: Position) -> bool:
    moves = position.moves()
    return len(moves) == 1 and moves[0].target is None
