"""What a game sees of a mistake when it is asked to explain it: the refutation and a better line."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.core.notation import Grid


@dataclass(frozen=True)
class ReasonScene:
    """A position: the letter of every square, who is to move, and the legal moves."""

    squares: str
    player: int
    moves: tuple[str, ...]
    winner: int | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.moves


@dataclass(frozen=True)
class Comparison:
    """A mistake of the side `me`: what was played with what refutes it, beside a better line.

    `played` and `better` begin with the same scene, in which `me` is to move; the second one is that after
    the move.
    """

    grid: Grid
    players: tuple[str, str]
    me: int
    played: tuple[ReasonScene, ...]
    better: tuple[ReasonScene, ...]
    better_move: str

    @property
    def my_name(self) -> str:
        """What the side is called that made the mistake."""
        return self.players[self.me]

    @property
    def opponent(self) -> str:
        """What the other side is called."""
        return self.players[1 - self.me]

    def replies(self) -> tuple[int, int] | None:
        """Count the moves that the side has next, and in the better line; None if a line ends before."""
        if len(self.played) < 3 or len(self.better) < 3:
            return None
        return len(self.played[2].moves), len(self.better[2].moves)
