"""What pages are told about how a game is played."""

from __future__ import annotations

import msgspec

from plyground.ui.web.common.game_views import GameInfo, MoveInfo, Ply


class ShownRule(msgspec.Struct, frozen=True):
    """A rule with its picture: a position, and what a move makes of it; `board` has the picture's size."""

    text: str
    board: GameInfo
    before: str
    after: Ply | None


class LessonMove(msgspec.Struct, frozen=True):
    """A legal move of a step: what it leads to, and whether it completes the step."""

    move: MoveInfo
    ply: Ply
    is_accepted: bool


class LessonPart(msgspec.Struct, frozen=True):
    """A step of a lesson with all its legal moves; `replies` are those of the other side, by move."""

    prompt: str
    praise: str
    correction: str
    board: GameInfo
    position: str
    moves: list[LessonMove]
    replies: dict[str, Ply]


class TeachingMessage(msgspec.Struct, frozen=True):
    """How a game is played: in words, in pictures, as moves are written, and as a first lesson."""

    game: GameInfo
    about: list[str]
    notation: str
    rules: list[ShownRule]
    lesson: list[LessonPart]
