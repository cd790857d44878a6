"""OpenSpiel's algorithms on the games of Plyground: `bridge` shows a game as OpenSpiel has it.

It needs ``pip install 'plyground[rl]'``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.core.position import Game
from plyground.errors import PlygroundError, expect

if TYPE_CHECKING:
    from plyground.openspiel.bridge import OpenSpielGame


def openspiel_game(game: Game) -> OpenSpielGame:
    """Return a game as OpenSpiel's algorithms in Python take it.

    >>> import plyground as ply
    >>> game = ply.openspiel_game(ply.game("konane", size=4))
    >>> state = game.new_initial_state()
    >>> [state.action_to_string(action) for action in state.legal_actions()]
    ['a1', 'b2', 'c3', 'd4']

    Raises:
        PlygroundError: OpenSpiel is not installed.
    """
    expect(game, Game, "game has to be a Game such as ply.game('breakthrough')")
    try:
        from plyground.openspiel.bridge import OpenSpielGame
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("pyspiel", "open_spiel"):
            raise
        raise PlygroundError("this needs OpenSpiel: pip install 'plyground[rl]'") from None
    return OpenSpielGame(game)
