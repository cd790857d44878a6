"""Lines of play that pages name, and records that they send: checked, then played again."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Annotated

import msgspec

from plyground.core.history import GameHistory
from plyground.core.position import Position
from plyground.store.records import GameRecord, read_game, split_games
from plyground.store.records.scanning import scan_game
from plyground.ui.web.errors import TooLargeError
from plyground.ui.web.limits import LIMITS, Limits

LONGEST_NAME = 200
LONGEST_POSITION = 1000
LONGEST_EVALUATION = 500
MOST_MOVES = LIMITS.record_moves

Name = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
MoveText = Annotated[str, msgspec.Meta(max_length=20)]
EvaluationText = Annotated[str, msgspec.Meta(max_length=LONGEST_EVALUATION)]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of what a page sends: nothing in it goes unnoticed."""


class GivenLine(Asked, frozen=True, kw_only=True):
    """A game from its start, or from some position, and the moves made since."""

    game: Name
    options: dict[Name, Name] = {}
    position: Annotated[str, msgspec.Meta(max_length=LONGEST_POSITION)] | None = None
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=MOST_MOVES)] = []


def read_line(given: GivenLine) -> Position:
    """Return the last position of a line, which knows those before it.

    Raises:
        PlygroundError: there is no such game, position or move; the message says which.
    """
    return Position.of(GameHistory(given.game, given.options, given.position, tuple(given.moves)))


def read_given_games(text: str, limits: Limits) -> Iterator[GameRecord]:
    """Read the games of a text, one after the other, and play them again.

    Raises:
        TooLargeError: one of them, or all together, have too many moves.
        RecordError: something is wrong; the message says in which line and column.
    """
    total = 0
    for part in split_games(io.StringIO(text)):
        count = len(scan_game(part).moves)
        check_length(count, limits)
        total += count
        if total > limits.file_moves:
            raise TooLargeError(f"a file may have {limits.file_moves:,} moves; split it up")
        yield read_game(part.text, part.line)


def check_length(moves: int, limits: Limits) -> None:
    """Make sure that a game is short enough to be played again while somebody waits.

    Raises:
        TooLargeError: it is not.
    """
    if moves > limits.record_moves:
        raise TooLargeError(f"this game has {moves:,} moves; up to {limits.record_moves:,} are read here")
