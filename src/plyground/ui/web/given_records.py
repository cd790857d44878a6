"""Records from pages and from the store, refused before they are played again if they are too long."""

from __future__ import annotations

import io
from collections.abc import Iterator

from plyground.store.records import GameRecord, read_game, split_games
from plyground.store.records.scanning import scan_game
from plyground.ui.web.errors import TooLargeError
from plyground.ui.web.limits import Limits


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
