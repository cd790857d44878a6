"""Who plays: somebody who is asked for a move and chooses one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from plyground.core.position import Move, Position
from plyground.search.limit import Limit
from plyground.search.report import Report

RESIGN = "resign"
"""What a player gives instead of a move to concede the game."""

Watcher = Callable[[Report], None]


@dataclass(frozen=True)
class Choice:
    """A move, or its text, or `RESIGN`, and what the player can tell about it.

    The score is in points, for the side that plays the move. `proved` is the result for that side, if
    the player has proved it: above 0 for a win, below for a loss, 0 for a draw; the margin where
    that is proved.
    """

    move: Move | str
    score: float | None = None
    depth: int | None = None
    nodes: int | None = None
    proved: int | None = None


class Player(ABC):
    """Somebody who plays one side of one game, or both, game after game."""

    def begin(self, start: Position, seed: int) -> None:  # noqa: B027  # most players need nothing
        """Get ready for a game from this position, before any clock runs: forget, compile, start.

        Everything that the player leaves to chance follows from the seed.
        """

    @abstractmethod
    def choose(self, position: Position, limit: Limit) -> Choice:
        """Return a move for the side to move, within the limit.

        A player may have limits of its own as well; the first one to be reached counts.
        """

    def watch(self, watcher: Watcher | None) -> None:  # noqa: B027
        """Tell somebody what the player thinks while it chooses, if it can."""

    def stop(self) -> None:  # noqa: B027
        """Make `choose` return soon, with the best move so far; called from another thread."""

    def close(self) -> None:  # noqa: B027
        """End for good: programs quit, memory is given back."""
