"""What a game says to people: illustrated rules, prompts, a first lesson, and the reason of a mistake.

`plyground.core.lessons` plays what is declared here by the rules of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.core.notation import Grid


@dataclass(frozen=True)
class Illustration:
    """A rule in one sentence or two, with a position and the move that shows it, if one does."""

    text: str
    position: str
    move: str | None = None


@dataclass(frozen=True)
class LessonStep:
    """A position of a lesson, and what the learner is to do there.

    `accepted` are the moves that complete the step, every legal one if none is named. `praise` is shown then,
    and `correction` after any other legal move, which is taken back. The other side answers with `reply`. A
    step without a position continues from the one before it, which then accepts one move only.
    """

    prompt: str
    praise: str
    accepted: tuple[str, ...] = ()
    correction: str = ""
    position: str | None = None
    reply: str | None = None


@dataclass(frozen=True)
class Teaching:
    """What a game declares for learners.

    `prompt` says in a few words what the side to move is to do, as an imperative without a full stop:
    ``remove one of the outlined stones``. It receives the board and the state.
    """

    illustrations: tuple[Illustration, ...] = ()
    lesson: tuple[LessonStep, ...] = ()
    prompt: Callable[[Any, Any], str] | None = None


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
