"""A game as the pages see it."""

from __future__ import annotations

import msgspec

from plyground.core.looks import Colour, Look
from plyground.core.position import Game


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
