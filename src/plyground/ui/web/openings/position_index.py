"""Which games of one board came through which positions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from plyground.core.opening_names import symmetric_key
from plyground.core.position import Game, Position
from plyground.errors import PlygroundError

SHARED_PLIES = 8
MOST_SHARED = 20_000


class PositionIndex:
    """The games of a board by the steps that they took from one position to the next.

    Positions that differ by a symmetry or by the order of moves are one. Games are numbered in the order in
    which they are added, and each is played once.
    """

    def __init__(self, game: Game) -> None:
        self.size = 0
        self._game = game
        # By the key of a position: the keys to which moves lead, and the games in which they were played.
        self._steps = defaultdict[str, dict[str, list[int]]](dict)
        # Most games begin alike, so that their first positions are played and compared once.
        self._shared: dict[tuple[str, ...], tuple[Position, str]] = {}

    def add(self, start: str, moves: Sequence[str]) -> int:
        """Follow the next game from a position; return the number of moves that it took.

        A move that is none, of a game by other rules, ends it.
        """
        number, self.size = self.size, self.size + 1
        taken = 0
        try:
            position, key = self._begin(start)
            for taken, move in enumerate(moves, start=1):
                position, following = self._after(position, (start, *moves[:taken]), move)
                games = self._steps[key].setdefault(following, [])
                if not games or games[-1] != number:
                    games.append(number)
                key = following
        except PlygroundError:
            return taken
        return taken

    def steps(self, position: Position) -> dict[str, list[int]]:
        """Return the games that went on from a position, by the keys of the positions that they went to."""
        return self._steps.get(symmetric_key(position), {})

    def reached(self, position: Position) -> set[int]:
        """Return the numbers of the games that went on from a position."""
        return {number for games in self.steps(position).values() for number in games}

    def _begin(self, start: str) -> tuple[Position, str]:
        if (start,) not in self._shared:
            position = self._game.position(start)
            self._shared[start,] = position, symmetric_key(position)
        return self._shared[start,]

    def _after(self, position: Position, line: tuple[str, ...], move: str) -> tuple[Position, str]:
        if line in self._shared:
            return self._shared[line]
        following = position.play(move)
        found = following, symmetric_key(following)
        if len(line) <= SHARED_PLIES and len(self._shared) < MOST_SHARED:
            self._shared[line] = found
        return found
