"""The bench on which a program is checked: it is started, asked, and started again."""

from __future__ import annotations

import random
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from plyground.core.position import Game, Position
from plyground.errors import PlygroundError, shortened
from plyground.protocol.known.ugi import UgiProtocol
from plyground.protocol.protocol import SearchInfo, SearchQuestion
from plyground.protocol.sync_engine import SyncEngine
from plyground.search.limit import Limit

HANDSHAKE_SECONDS = 20.0
START_SECONDS = 60.0
LONGEST_WALK = 40
MOST_PLIES = 1000

DoneT = TypeVar("DoneT")


class CheckError(PlygroundError):
    """A program does not do what a check asks for."""


class NotCheckedError(PlygroundError):
    """A check cannot be made with this program."""


class Bench:
    """A program under test, started anew when the last check ended it."""

    def __init__(self, command: Sequence[str], game: Game, chance: random.Random) -> None:
        self.game = game
        self.chance = chance
        self._command = list(command)
        self._ugi = UgiProtocol()
        self._program: SyncEngine[SearchQuestion, SearchInfo, str] | None = None

    @property
    def ugi(self) -> UgiProtocol:
        """What is spoken with the program, which is ready to play."""
        if self._program is None:
            ugi = self.start()
            self.do(ugi.initialize(), HANDSHAKE_SECONDS)
            self.do(ugi.new_game(self.game.start(), 0), START_SECONDS)
        return self._ugi

    def start(self) -> UgiProtocol:
        """Start the program afresh."""
        self.close()
        self._ugi = UgiProtocol()
        self._program = SyncEngine(self._command, self._ugi, name="it")
        return self._ugi

    def do(self, operation: Coroutine[Any, Any, DoneT], seconds: float) -> DoneT:
        """Do something with the program within some seconds."""
        return self._running.do(operation, seconds)

    def think(self, position: Position, limit: Limit, seconds: float) -> None:
        """Ask the program for a move, and fail unless that is legal."""
        self.legal(position, self._running.search(SearchQuestion(position, limit), seconds))

    def ends(self, seconds: float, *, is_asked: bool) -> bool:
        """Tell whether the program ends, being asked or by the end of its input."""
        return self._running.quit(seconds) if is_asked else self._running.end_input(seconds)

    @property
    def _running(self) -> SyncEngine[SearchQuestion, SearchInfo, str]:
        _ = self.ugi
        assert self._program is not None  # noqa: S101  # it has been started
        return self._program

    def close(self) -> None:
        """End the program, whatever it does."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def walk(self) -> Position:
        """Return a position of a random game, which is not over."""
        while True:
            position = self.game.start()
            for _ in range(self.chance.randrange(LONGEST_WALK)):
                if position.outcome is None:
                    position = position.play(self.chance.choice(position.moves()))
            if position.outcome is None:
                return position

    def walk_to_the_end(self) -> Position:
        """Return the end of a random game, if it has one."""
        position = self.game.start()
        for _ in range(MOST_PLIES):
            if position.outcome is not None:
                break
            position = position.play(self.chance.choice(position.moves()))
        return position

    def legal(self, position: Position, text: str) -> None:
        """Fail unless a text is a legal move."""
        try:
            position.find_move(text)
        except PlygroundError as error:
            raise CheckError(f"bestmove {shortened(text)} at {position.text!r}: {error}") from error
