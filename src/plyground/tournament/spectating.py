"""Games as they are played, for spectators: a few positions per second, however fast the players are."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from plyground.core.position import Position
from plyground.match.live_game import LiveGame
from plyground.tournament.game_task import GameTask

SECONDS_BETWEEN_POSITIONS = 0.25


@dataclass(frozen=True)
class GameInPlay:
    """A game of a contest as it stands.

    `place` tells games apart that are played at once: the next game of a process takes the place of the last.
    `clocks` is what both had left when the turn began, None without a clock.
    """

    place: int
    number: int
    names: tuple[str, str]
    position: str
    plies: int
    clocks: tuple[float, float] | None


Spectator = Callable[[GameInPlay], None]


@dataclass
class _Turn:
    """A turn of the game under way, and whether it was sent."""

    place: int
    task: GameTask
    position: Position
    clocks: tuple[float, float] | None
    is_sent: bool = False

    def shown(self) -> GameInPlay:
        plies = len(self.position.line()) - 1
        return GameInPlay(
            self.place, self.task.number, self.task.names, self.position.text, plies, self.clocks
        )


class Commentator:
    """Sends how the game of a process stands, at intervals, from a thread of its own.

    A turn costs the players a note. Of games that are over within an interval, nothing is sent.
    """

    def __init__(self, send: Spectator, seconds: float = SECONDS_BETWEEN_POSITIONS) -> None:
        self._send = send
        self._seconds = seconds
        self._turn: _Turn | None = None
        self._lock = threading.Lock()  # a position is never sent together with a record
        threading.Thread(target=self._comment, daemon=True).start()

    @contextlib.contextmanager
    def game(self, task: GameTask, place: int) -> Iterator[Callable[[LiveGame], None]]:
        """Comment on a game: yield what has to be called at every turn; nothing is sent after the block."""

        def note(game: LiveGame) -> None:
            self._turn = _Turn(place, task, game.position, game.clocks())

        try:
            yield note
        finally:
            with self._lock:
                self._turn = None

    def _comment(self) -> None:
        pause = threading.Event()
        while not pause.wait(self._seconds):
            with self._lock:
                turn = self._turn
                if turn is not None and not turn.is_sent:
                    turn.is_sent = True
                    self._send(turn.shown())
