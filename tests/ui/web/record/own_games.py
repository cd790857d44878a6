"""Games of a person, as the store has them."""

from __future__ import annotations

from dataclasses import replace

from plyground.store import EventKind, Store, StoredEvent
from plyground.store.records import GameRecord
from tests.ui.web.library.made_up import made_up_game


def own_game(
    opponent: str, points: float = 1.0, *, second: bool = False, game: str = "breakthrough", **more: str
) -> GameRecord:
    """Return a game of a person that ended as is wanted, whatever the moves say; nothing plays it again."""
    players = (opponent, "human") if second else ("human", opponent)
    size = more.pop("size", {"breakthrough": "6x6", "othello": "8"}.get(game, ""))
    played = made_up_game(*players, game=game, size=size, seed=int(more.pop("seed", "0")))
    winner = None if points == 0.5 else int((points == 0.0) != second)
    return replace(played, winner=winner, **more)  # type: ignore[arg-type]


def keep(store: Store, *records: GameRecord) -> None:
    """Put games into a store as `play` does: each is an event of its own."""
    for record in records:
        event = f"played {store.count()} {store.deletions}"
        store.add_event(StoredEvent(event, EventKind.PLAY))
        store.add_game(record, event, 0)
