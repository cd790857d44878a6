"""A game that was played: everything that is kept of it, as plain values."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from plyground.core.history import GameHistory
from plyground.core.position import Position
from plyground.errors import RecordError, shortened


class Termination(enum.StrEnum):
    """The ways in which a game can end, or stop."""

    NORMAL = "normal"  # by the rules of the game
    RESIGNATION = "resignation"
    ILLEGAL_MOVE = "illegal move"
    GARBAGE = "garbage"  # something that is no move at all, or nothing
    CRASH = "crash"
    TIME = "time"
    ADJUDICATION = "adjudication"
    MOVE_LIMIT = "move limit"
    UNFINISHED = "unfinished"


@dataclass(frozen=True)
class PlayedMove:
    """A move in notation, how long it took, and what the player thought of it.

    The score is in points, for the side that played the move. `proved` is the result for that side, if
    the player has proved it: above 0 for a win, below for a loss, 0 for a draw; the margin where
    that is proved.
    """

    text: str
    seconds: float | None = None
    score: float | None = None
    depth: int | None = None
    nodes: int | None = None
    proved: int | None = None


@dataclass(frozen=True)
class GameRecord:
    """One game: what was played, by whom, and how it ended.

    The first `opening` moves were given; the players chose the others. `winner` is the number of
    a player, None for a draw or an unfinished game. `reason` says in a few words why it ended.
    """

    game: str
    options: dict[str, str]
    start: str
    players: tuple[str, str]
    moves: tuple[PlayedMove, ...]
    termination: Termination
    winner: int | None = None
    reason: str = ""
    opening: int = 0
    started: str = ""
    tags: dict[str, str] = field(default_factory=dict)
    """Anything else worth keeping, such as the event and the clock: text by name."""

    @classmethod
    def of(
        cls, start: Position, players: tuple[str, str], moves: Sequence[PlayedMove] = (), **more: Any
    ) -> GameRecord:
        """Write down a game: the moves that led to a position were given, and others played since.

        `more` are the fields of a record that neither a position nor moves have.
        """
        history = start.history
        given = tuple(map(PlayedMove, history.moves))
        return cls(
            game=history.game,
            options=history.options,
            start=start.line()[0].text,
            players=players,
            moves=(*given, *moves),
            **{"opening": len(given), **more},
        )

    @property
    def history(self) -> GameHistory:
        """What was played, as a game so far."""
        return GameHistory(self.game, self.options, self.start, tuple([each.text for each in self.moves]))


_THOUGHTS: dict[str, type] = {"seconds": float, "score": float, "depth": int, "nodes": int, "proved": int}


class _WrittenMove(msgspec.Struct, forbid_unknown_fields=True):
    move: str
    seconds: float | None = None
    score: float | None = None
    depth: int | None = None
    nodes: int | None = None
    proved: int | None = None


class _WrittenRecord(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    options: dict[str, str]
    start: str
    players: tuple[str, str]
    moves: list[_WrittenMove]
    termination: Termination
    winner: Literal[0, 1] | None
    reason: str
    opening: int
    started: str
    tags: dict[str, str]


def record_to_json(record: GameRecord) -> dict[str, Any]:
    """Return a record as plain values; `record_of_json` makes the record of them again.

    A number that is infinite or none at all is left out, since JSON has no such thing.
    """
    written = {name: getattr(record, name) for name in _WrittenRecord.__struct_fields__}
    moves = [{"move": played.text, **thoughts_of(played)} for played in record.moves]
    content: dict[str, Any] = msgspec.to_builtins(
        {**written, "players": list(record.players), "moves": moves}
    )
    return content


def thoughts_of(played: PlayedMove) -> dict[str, float | int]:
    """Return what is known about a move besides the move, by name."""
    given = {name: (getattr(played, name), kind) for name, kind in _THOUGHTS.items()}
    return {
        # A player may have given its own kind of number, such as one of NumPy's.
        name: kind(value)
        for name, (value, kind) in given.items()
        if value is not None and math.isfinite(value)
    }


def record_of_json(content: object) -> GameRecord:
    """Make a record of what `record_to_json` returned. The moves are not played again.

    Raises:
        RecordError: something in it is wrong; the message says what.
    """
    try:
        written = msgspec.convert(content, _WrittenRecord)
    except msgspec.ValidationError as error:
        raise RecordError(f"this is no record in JSON: {shortened(str(error))}") from error
    moves = tuple([PlayedMove(*msgspec.structs.astuple(each)) for each in written.moves])
    return GameRecord(**{**msgspec.structs.asdict(written), "moves": moves})
