"""A game as the pages see it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from plyground.core.looks import Colour, Look
from plyground.core.position import Game, Move, Position
from plyground.search.proof import Proof, Value
from plyground.search.report import Line
from plyground.search.score import UNIT, WIN, as_points, plies_to_end
from plyground.store.records import PlayedMove
from plyground.ui.playing.move_text import told_move

Side = Annotated[int, msgspec.Meta(ge=0, le=1)]
"""The number of a player, in the order in which they move first."""


class PieceInfo(msgspec.Struct, frozen=True):
    """A kind of piece, with its letter for each player."""

    name: str
    letters: tuple[str, str]


class SceneryInfo(msgspec.Struct, frozen=True):
    """Something on a square that belongs to nobody."""

    name: str
    letter: str


class LookInfo(msgspec.Struct, frozen=True):
    """What its board looks like: colours by day and by night, and what is drawn on the squares."""

    colours: dict[str, tuple[str, str]]
    is_plain: bool
    has_hollows: bool
    has_stars: bool

    @classmethod
    def of(cls, look: Look) -> LookInfo:
        """Describe a look."""
        colours = {name: colour for name, colour in vars(look).items() if isinstance(colour, Colour)}
        return cls(
            {name: (colour.day, colour.night) for name, colour in colours.items()},
            look.is_plain,
            look.has_hollows,
            look.has_stars,
        )


class GameInfo(msgspec.Struct, frozen=True):
    """A game on a board of some size: what a page needs to draw it."""

    name: str
    title: str
    summary: str
    options: dict[str, str]
    rows: int
    columns: int
    players: tuple[str, str]
    pieces: tuple[PieceInfo, ...]
    scenery: tuple[SceneryInfo, ...]
    rows_from_top: bool
    look: LookInfo
    start: str

    @classmethod
    def of(cls, game: Game) -> GameInfo:
        """Describe a game."""
        rules = game.rules
        return cls(
            name=rules.name,
            title=rules.title,
            summary=rules.summary,
            options=game.option_texts,
            rows=game.rows,
            columns=game.columns,
            players=rules.players,
            pieces=tuple(PieceInfo(piece.name, piece.letters) for piece in rules.pieces),
            scenery=tuple(SceneryInfo(scenery.name, scenery.letter) for scenery in rules.scenery),
            rows_from_top=rules.rows_from_top,
            look=LookInfo.of(rules.look),
            start=game.start().text,
        )


UNTIMED = PlayedMove("")
LARGEST_SCORE = 2 * as_points(WIN)


class Ply(msgspec.Struct, frozen=True):
    """A position, and the move that led to it; the first one of a game has none.

    The score is for the side that moved, and the clocks are those after the move. `thought` is the score
    in words, and `is_proved` says whether the player had a proof.
    """

    move: str | None
    origin: int | None
    target: int | None
    position: str
    told: str
    changed: list[int]
    seconds: float | None = None
    score: float | None = None
    clocks: tuple[float, float] | None = None
    thought: str | None = None
    is_proved: bool = False

    @classmethod
    def of(
        cls, position: Position, played: PlayedMove = UNTIMED, clocks: tuple[float, float] | None = None
    ) -> Ply:
        """Describe a position, and what is known about the move that led to it."""
        move = position.last_move
        return cls(
            move=None if move is None else move.text,
            origin=None if move is None else move.origin,
            target=None if move is None else move.target,
            position=position.text,
            told=f"{position.to_move} begins" if move is None else told_move(position),
            changed=sorted(position.changed_squares),
            seconds=played.seconds,
            score=played.score,
            clocks=clocks,
            thought=told_thought(position, played),
            is_proved=played.proved is not None,
        )


def told_thought(position: Position, played: PlayedMove) -> str | None:
    """Write what a player thought of the move that led to a position, None if it did not say."""
    score = played.score
    # Records of others may have any number.
    exact_score = None if score is None or abs(score) > LARGEST_SCORE else round(score * UNIT)
    if played.proved is not None:
        return _told_proof(position, played.proved, exact_score)
    if score is None or exact_score is None:
        return None if score is None else f"{score:+.3g}"
    return Line(position, (), exact_score).told_score


def _told_proof(position: Position, proved: int, exact_score: int | None) -> str:
    value: Value = "win" if proved > 0 else "loss" if proved < 0 else "draw"
    largest = position.game.rules.largest_margin(position.game.board)
    if largest > 1:
        # In a record 1 is both a win by 1 and a win by an unknown margin.
        margin = proved if 1 < abs(proved) <= largest else None
        return Proof(value, margin).told(None, has_margins=False)
    plies = None if exact_score is None else plies_to_end(exact_score)
    return Proof(value).told(plies, has_margins=False)


class MoveInfo(msgspec.Struct, frozen=True):
    """A move, and the squares it goes from and to."""

    move: str
    origin: int | None
    target: int | None

    @classmethod
    def of(cls, move: Move) -> MoveInfo:
        """Describe a move."""
        return cls(move.text, move.origin, move.target)
