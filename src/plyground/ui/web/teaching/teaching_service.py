"""Makes the pictures and lessons of a game from what it declares, by its own rules."""

from __future__ import annotations

import functools
import inspect
import sys

import msgspec

from plyground.core.discovery import find_known_rules
from plyground.core.lessons import Shown, Taught, illustrations_of, lesson_of
from plyground.core.position import Game, Move, Position
from plyground.jit import plain_python
from plyground.ui.web.common.game_views import GameInfo, MoveInfo, Ply
from plyground.ui.web.transport.executors import Executors, in_thread
from plyground.ui.web.transport.http import get


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


class TeachingService:
    """Tells how games are played; each is made once."""

    def __init__(self, executors: Executors) -> None:
        self.executors = executors
        self._made = functools.cache(make_teaching)

    @get("/api/teaching/{name}")
    @in_thread("small")
    def show_teaching(self, name: str) -> TeachingMessage:
        """Tell how a game is played: its rules with pictures, its notation, and its first lesson."""
        return self._made(find_known_rules(name).name)


def make_teaching(name: str) -> TeachingMessage:
    """Describe how a game is played."""
    # A few positions are found sooner in plain Python than anything is compiled.
    with plain_python(in_this_thread=True):
        game = Game.of(find_known_rules(name), {})
        return TeachingMessage(
            game=GameInfo.of(game),
            about=told_rules(game),
            notation=told_notation(game),
            rules=[_shown_rule(each) for each in illustrations_of(game)],
            lesson=[_part(each) for each in lesson_of(game)],
        )


def told_rules(game: Game) -> list[str]:
    """Return the paragraphs in which the file of a game explains it, or its summary."""
    module = sys.modules.get(game.rules.explain.__module__)
    documented = inspect.cleandoc((module and module.__doc__) or "").split("\n\n")
    return [" ".join(each.split()) for each in documented[1:]] or [game.rules.summary]


def told_notation(game: Game) -> str:
    """Say how squares and moves are written, with a move of the start as an example."""
    rows = "top" if game.rules.rows_from_top else "bottom"
    told = f"A square is a letter for its column and a number for its row, counted from the {rows}"
    moves = game.start().moves()
    return f"{told}; a move is written like {moves[0]}." if moves else f"{told}."


def _shown_rule(shown: Shown) -> ShownRule:
    board = GameInfo.of(shown.before.game)
    after = None if shown.after is None else Ply.of(shown.after)
    return ShownRule(shown.text, board, shown.before.text, after)


def _part(taught: Taught) -> LessonPart:
    position, step = taught.position, taught.step
    return LessonPart(
        prompt=step.prompt,
        praise=step.praise,
        correction=step.correction,
        board=GameInfo.of(position.game),
        position=position.text,
        moves=[_move(position, move, is_accepted=move in taught.accepted) for move in position.moves()],
        replies={}
        if step.reply is None
        else {str(move): Ply.of(position.play(move).play(step.reply)) for move in taught.accepted},
    )


def _move(position: Position, move: Move, *, is_accepted: bool) -> LessonMove:
    return LessonMove(MoveInfo.of(move), Ply.of(position.play(move)), is_accepted)
