"""A game position by position, the way every page shows it."""

from __future__ import annotations

import msgspec

from plyground.playing.words import told_move
from plyground.position import Move, Position
from plyground.records import PlayedMove

UNTIMED = PlayedMove("")


class Ply(msgspec.Struct, frozen=True):
    """A position, and the move that led to it; the first one of a game has none.

    The score is for the side that moved, and the clocks are those after the move.
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
        )


class MoveInfo(msgspec.Struct, frozen=True):
    """A move, and the squares it goes from and to."""

    move: str
    origin: int | None
    target: int | None

    @classmethod
    def of(cls, move: Move) -> MoveInfo:
        """Describe a move."""
        return cls(move.text, move.origin, move.target)
