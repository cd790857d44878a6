"""The bench on which a program is checked: it is started, asked, and started again."""

from __future__ import annotations

import random
from collections.abc import Sequence

from plyground.core.position import Game, Position
from plyground.errors import PlygroundError, shortened
from plyground.protocol.client import Program

HANDSHAKE_SECONDS = 20.0
LONGEST_WALK = 40
MOST_PLIES = 1000


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
        self._program: Program | None = None

    @property
    def program(self) -> Program:
        """The program, ready to play."""
        if self._program is not None:
            return self._program
        program = self.start()
        program.shake_hands(HANDSHAKE_SECONDS)
        program.set_game(self.game)
        program.new_game(self.game.start())
        return program

    def start(self) -> Program:
        """Start the program afresh."""
        self.close()
        self._program = Program(self._command, name="it")
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
