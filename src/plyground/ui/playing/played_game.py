"""A game that people sit at: a live game, and what was agreed upon before it."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.core.position import Position
from plyground.match.live_game import LiveGame
from plyground.store.records import PlayedMove
from plyground.tournament.game_task import seed_for
from plyground.ui.playing.agreement import Agreement
from plyground.ui.playing.player_names import blamed_player


class PlayedGame(LiveGame):
    """One game, from its first move or from where it was left.

    `moves` are the last ones before the position that the players chose themselves, in a game
    that began at some time.
    """

    def __init__(
        self,
        position: Position,
        agreement: Agreement,
        *,
        moves: Sequence[PlayedMove] = (),
        began: str = "",
    ) -> None:
        first, second = map(blamed_player, agreement.players, position.game.players)
        super().__init__(
            position,
            agreement.players,
            agreement.conditions,
            blamed=(first, second),
            people=agreement.people,
            moves=moves,
            began=began,
            tags=agreement.tags,
        )
        self.agreement = agreement

    def seed(self, side: int) -> int:
        """Return the seed of a player that goes on from here: no chance shall happen twice."""
        return seed_for(self.agreement.seed, side, self.plies)
