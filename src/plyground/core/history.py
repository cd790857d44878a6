"""A game so far as plain values: what is sent to other processes and machines, and stored in files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict

from plyground.errors import PositionError, shortened


@dataclass(frozen=True)
class GameHistory:
    """A game, its options, the position it started from, and the moves since.

    `Position.history` makes it and `Position.of` replays it. `game` is a name or a file;
    without a `start` it begins as it always does.
    """

    game: str
    options: dict[str, Any]
    start: str | None = None
    moves: tuple[str, ...] = ()


class _WrittenPosition(TypedDict):
    game: str
    options: dict[str, Any]
    start: str
    moves: tuple[str, ...]
    position: str


def write_position(history: GameHistory, position: str) -> str:
    """Write the game so far, and the text of its last position, as JSON."""
    import json

    return json.dumps({**vars(history), "position": position})


def read_position(text: str) -> tuple[GameHistory, str]:
    """Parse what `write_position` wrote. Its form is checked, its content is not.

    Raises:
        PositionError: something else is written there; the message says what.
    """
    import msgspec  # takes longer than all of this file, and most commands never need it

    try:
        given = msgspec.json.decode(text)
        written = msgspec.convert(given, _WrittenPosition)
    except msgspec.ValidationError as error:
        raise PositionError(f"this is not a position in JSON: {error}") from error
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise PositionError(f"this is not JSON: {error}") from error
    if unknown := given.keys() - written.keys():
        raise PositionError(f"a position in JSON has no {shortened(min(unknown))}")
    history = GameHistory(written["game"], written["options"], written["start"], written["moves"])
    return history, written["position"]
