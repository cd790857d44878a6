"""A game as the pages see it."""

from __future__ import annotations

import msgspec

from plyground.position import Game


class PieceInfo(msgspec.Struct, frozen=True):
    """A kind of piece, with its letter for each player."""

    name: str
    letters: tuple[str, str]


class SceneryInfo(msgspec.Struct, frozen=True):
    """Something on a square that belongs to nobody."""

    name: str
    letter: str


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
            start=game.start().text,
        )
