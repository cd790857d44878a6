"""Records as plain values, the way JSON has them: for other processes, programs and the store."""

from __future__ import annotations

import math
from typing import Any

from plyground.errors import RecordError, shortened
from plyground.records.record import GameRecord, PlayedMove, Termination

_FORM: dict[str, type] = {
    "game": str,
    "options": dict,
    "start": str,
    "players": list,
    "moves": list,
    "termination": str,
    "reason": str,
    "opening": int,
    "started": str,
    "tags": dict,
}
_THOUGHTS: dict[str, type] = {"seconds": float, "score": float, "depth": int, "nodes": int, "proved": int}


def record_to_json(record: GameRecord) -> dict[str, Any]:
    """Return a record as plain values; `record_of_json` makes the record of them again.

    A number that is infinite or none at all is left out, since JSON has no such thing.
    """
    return {
        "game": record.game,
        "options": dict(record.options),
        "start": record.start,
        "players": list(record.players),
        "moves": [{"move": played.text, **thoughts_of(played)} for played in record.moves],
        "termination": str(record.termination),
        "winner": record.winner,
        "reason": record.reason,
        "opening": record.opening,
        "started": record.started,
        "tags": dict(record.tags),
    }


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
    members = _checked_members(content)
    termination, winner = members["termination"], members["winner"]
    if termination not in list(Termination):
        raise RecordError(f"{shortened(termination)} is no way in which a game ends")
    if winner not in (None, 0, 1) or isinstance(winner, bool):
        raise RecordError(f"the winner in a record is 0, 1 or null, not {shortened(str(winner))}")
    first, second = _texts(members["players"], "players", length=2)
    return GameRecord(
        game=members["game"],
        options=_texts_by_name(members["options"], "options"),
        start=members["start"],
        players=(first, second),
        moves=tuple(_move_of_json(each) for each in members["moves"]),
        termination=Termination(termination),
        winner=winner,
        reason=members["reason"],
        opening=members["opening"],
        started=members["started"],
        tags=_texts_by_name(members["tags"], "tags"),
    )


def _checked_members(content: object) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise RecordError("a record in JSON is an object")
    if "winner" not in content:
        raise RecordError("a record in JSON has 'winner'")
    for key, kind in _FORM.items():
        if not isinstance(content.get(key), kind) or isinstance(content.get(key), bool):
            raise RecordError(f"a record in JSON has {key!r}, which is a {kind.__name__}")
    unknown = content.keys() - _FORM.keys() - {"winner"}
    if unknown:
        raise RecordError(f"a record in JSON has no {shortened(str(min(unknown, key=str)))}")
    return content


def _move_of_json(content: object) -> PlayedMove:
    if not isinstance(content, dict) or not isinstance(content.get("move"), str):
        raise RecordError("a move of a record in JSON is an object with 'move', which is a str")
    thoughts = {name: value for name, value in content.items() if name != "move"}
    for name, value in thoughts.items():
        kind = _THOUGHTS.get(name)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if kind is None or not is_number or not (kind is float or isinstance(value, int)):
            raise RecordError(f"a move of a record in JSON has no {shortened(f'{name} {value}')}")
    return PlayedMove(content["move"], **thoughts)


def _texts(values: list[object], name: str, length: int) -> list[str]:
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) != len(values) or len(texts) != length:
        raise RecordError(f"the {name} of a record in JSON are {length} texts")
    return texts


def _texts_by_name(values: dict[object, object], name: str) -> dict[str, str]:
    texts = {key: value for key, value in values.items() if isinstance(key, str) and isinstance(value, str)}
    if len(texts) != len(values):
        raise RecordError(f"the {name} of a record in JSON are texts by name")
    return texts
