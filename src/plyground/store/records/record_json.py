"""Records as plain values, the way JSON has them: for other processes, programs and the store."""

from __future__ import annotations

import math
from typing import Any, Literal

import msgspec

from plyground.errors import RecordError, shortened
from plyground.store.records.record import GameRecord, PlayedMove, Termination

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
