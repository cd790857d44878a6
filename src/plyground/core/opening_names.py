"""Names of openings, found by the position: whatever the order of moves, and however the board is turned."""

from __future__ import annotations

from functools import cache, lru_cache

from plyground.core.position import Game, Position
from plyground.core.symmetry import images
from plyground.errors import IllegalMoveError


def symmetric_key(position: Position) -> str:
    """Return a text that is the same for a position and all its images under the symmetries of its game.

    Nothing but the board and the player to move counts: no history and no counter.

    >>> import plyground as ply
    >>> start = ply.game("othello").start()
    >>> len({symmetric_key(start.play(move)) for move in start.moves()})
    1
    """
    diagram = position.diagram
    seen = min("".join([diagram.squares[place] for place in places]) for places in _orders(position.game))
    return f"{seen} {diagram.player}"


@lru_cache(maxsize=64)
def _orders(game: Game) -> tuple[tuple[int, ...], ...]:
    """Return for each symmetry of a board the order in which it reads the squares."""
    return tuple(images(symmetry, game.rows, game.columns) for symmetry in game.rules.symmetries(game.board))


@cache
def _names(game: Game) -> dict[str, str]:
    start = game.start()
    return {
        symmetric_key(start.play_all(opening.moves)): opening.name
        for opening in game.rules.openings(game.board)
    }


def opening_name(position: Position) -> str | None:
    """Return the name of the opening that a game took: that of its last position that has one.

    >>> import plyground as ply
    >>> opening_name(ply.game("othello").start().play_all(["f5", "f6", "e6", "f4"]))
    'Cow'
    """
    names = _names(position.game)
    if not names:
        return None
    longest = longest_line(position.game)
    for each in reversed(position.line()[: longest + 1]):
        name = names.get(symmetric_key(each))
        if name is not None:
            return name
    return None


def check_openings(game: Game) -> None:
    """Play every opening that has a name.

    Raises:
        PlygroundError: the rules do not allow one; the message says which and why.
    """
    for opening in game.rules.openings(game.board):
        try:
            game.start().play_all(opening.moves)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"the opening {opening.name} of {game.name}: {error}") from error


@cache
def longest_line(game: Game) -> int:
    """Return the number of moves of the longest opening with a name, 0 without any."""
    return max((len(opening.moves) for opening in game.rules.openings(game.board)), default=0)
