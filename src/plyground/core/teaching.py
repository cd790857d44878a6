"""How a game is taught: illustrated rules, prompts and a first lesson, declared as data.

`plyground.core.lessons` plays what is declared here by the rules of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


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
