"""Games of a person, as the store has them."""

from __future__ import annotations

from dataclasses import replace

import plyground as ply
from plyground.store import EventKind, Store, StoredEvent
from plyground.store.records import GameRecord, Termination
from tests.ui.web.library.made_up import made_up_game, unfinished


def own_game(
    opponent: str,
    points: float = 1.0,
    *,
    second: bool = False,
    game: str = "breakthrough",
    size: str = "",
    seed: int = 0,
) -> GameRecord:
    """Return a game of a person that was adjudicated as is wanted, a move before its end."""
    players = (opponent, "human") if second else ("human", opponent)
    usual = ply.game(game).option_texts["size"]
    played = made_up_game(*players, game=game, size=size or usual, seed=seed)
    winner = None if points == 0.5 else int((points == 0.0) != second)
    begun = unfinished(played, len(played.moves) - 1)
    return replace(begun, termination=Termination.ADJUDICATION, winner=winner)


def keep(store: Store, *records: GameRecord) -> None:
    """Put games into a store as `play` does: each is an event of its own."""
    for record in records:
        event = f"played {store.count()} {store.deletions}"
        store.add_event(StoredEvent(event, EventKind.PLAY))
        store.add_game(record, event, 0)
