"""Asking players for their moves, by a referee who trusts none of them."""

from __future__ import annotations

from plyground.match.live_game import LiveGame
from plyground.players import Player
from plyground.store.records import GameRecord, PlayedMove


def play_game(game: LiveGame, players: tuple[Player, Player], seeds: tuple[int, int]) -> GameRecord:
    """Let two players play a game to its end; who cannot even get ready has lost."""
    for side, player in enumerate(players):
        if game.verdict is None:
            try:
                player.begin(game.start, seeds[side])
            except Exception as error:  # noqa: BLE001  # whatever a player raises is the player's fault
                game.fault(side, error)
    while game.verdict is None:
        ask(game, players[game.mover])
    return game.record()


def ask(game: LiveGame, player: Player) -> PlayedMove | None:
    """Let the side to move have its turn; return the move, None if the game has ended instead."""
    given: object
    game.turn.reset()
    game.turn.run()
    try:
        given = player.choose(game.position, game.limit())
    except Exception as error:  # noqa: BLE001  # as above
        given = error
    return game.take(given)
