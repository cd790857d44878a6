"""What a notebook calls: a board to play on. The packages that show it are imported only here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.core.position import Game, Position
from plyground.errors import OptionError, PlygroundError, expect
from plyground.search.limit import Limit

if TYPE_CHECKING:
    from plyground.ui.notebook.widget import BoardWidget

SMALLEST, LARGEST = 100, 2000


def board(
    on: Position | Game, *, against: str | None = None, limit: Limit | None = None, size: int = 420
) -> BoardWidget:
    """Return a board on which a notebook plays and analyses.

    Args:
        on: the position to begin with, or a game.
        against: the player who answers every move, such as ``level:3``; without one both sides are yours.
        limit: for each move of that player and each analysis; a second by default.
        size: how many pixels it is wide or high, whichever is more.

    Raises:
        PlygroundError: anywidget is not installed, or there is no such player.
    """
    expect(on, (Position, Game), "a board needs a position or a game, such as ply.game('othello')")
    if not SMALLEST <= size <= LARGEST:
        raise OptionError(f"a board has {SMALLEST} to {LARGEST} pixels, not {size}")
    try:
        from plyground.ui.notebook.widget import BoardWidget
    except ModuleNotFoundError as error:
        if error.name not in ("anywidget", "traitlets"):
            raise
        raise PlygroundError("a board needs anywidget: pip install 'plyground[widget]'") from None
    from plyground.ui.notebook.session import BoardSession

    start = on.start() if isinstance(on, Game) else on
    return BoardWidget(BoardSession(start, against=against, limit=limit or Limit(seconds=1)), size)
