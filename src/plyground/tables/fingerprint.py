"""What tells whether a table belongs to a game: its rules and its board, by their content."""

from __future__ import annotations

from functools import lru_cache

from plyground.core.position import Game
from plyground.errors import TableError
from plyground.jit.fingerprint import UnknownContentError, digest_of

_KEPT = 64


def fingerprint_of(game: Game) -> str:
    """Return a digest of what decides about the values of positions: the rules, and the board.

    Raises:
        TableError: a rule depends on something that cannot be told.
    """
    return _fingerprint(game.rules, game)


@lru_cache(maxsize=_KEPT)
def _fingerprint(rules: object, game: Game) -> str:
    # Games are equal if their boards are, so the rules are part of the key.
    given, board = game.rules, game.board
    functions = (given.legal_moves, given.play, given.result, given.repetition_key)
    try:
        return digest_of(*functions, given.largest_margin(board), board)
    except UnknownContentError as error:
        raise TableError(f"{game.name} cannot have tables: its rules depend on {error}") from error
