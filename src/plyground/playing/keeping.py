"""The game in the store, after every move: whatever happens, it can be continued."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from plyground.errors import ArenaError, StoreError, UnknownRecordError
from plyground.playing.agreement import Agreement
from plyground.playing.game import PlayedGame
from plyground.position import Position
from plyground.records import GameRecord, Termination
from plyground.store import (
    LARGEST_ID,
    EventKind,
    EventState,
    Selection,
    Store,
    StoredEvent,
    StoredGame,
    default_store_file,
)

PATIENCE = 3.0
"""Seconds to wait for another program that writes; meanwhile the person waits too."""

NOTHING = "there is no unfinished game to continue"


@dataclass(frozen=True)
class KeptGame:
    """An unfinished game in the store, and what was agreed upon for it."""

    id: int
    event: str
    record: GameRecord
    agreement: Agreement

    def resumed(self, position: Position) -> PlayedGame:
        """Return the game, to go on with it from its last position."""
        record = self.record
        moves = record.moves[record.opening :]
        return PlayedGame(position, self.agreement, moves=moves, began=record.started)


class Keeper:
    """Keeps one game. A store that cannot be used is told once, and then done without."""

    def __init__(self, path: Path | None, agreement: Agreement, kept: KeptGame | None = None) -> None:
        self.problem: str | None = None
        self.game_id = None if kept is None else kept.id
        self._event = None if kept is None else kept.event
        self._path = path
        self._agreement = agreement
        self._store: Store | None = None

    def keep(self, record: GameRecord) -> None:
        """Put the game into the store as it is now; nothing is made there before the first move."""
        self._attempt(lambda store: self._put(store, record))

    def note(self, state: EventState) -> None:
        """Note how far the game has come, if it is there."""
        event = self._event
        if event is not None:
            self._attempt(lambda store: store.set_state(event, state))

    def close(self) -> None:
        """Let go of the store."""
        if self._store is not None:
            self._store.close()

    def _attempt(self, change: Callable[[Store], None]) -> None:
        if self.problem is not None:
            return
        try:
            if self._store is None:
                self._store = Store(self._path, patience=PATIENCE)
            change(self._store)
        except (StoreError, UnknownRecordError) as error:
            self.problem = f"the game is not kept: {error}"

    def _put(self, store: Store, record: GameRecord) -> None:
        if self.game_id is not None:
            store.put_game(self.game_id, record)
            return
        settings = self._agreement.to_settings()
        label = f"{record.game}: {' - '.join(record.players)}"
        event = StoredEvent(secrets.token_hex(4), EventKind.PLAY, settings, label=label)
        store.add_event(event)
        store.add_game(record, event.id, 0)
        [stored] = store.games(Selection(event=event.id))
        self._event, self.game_id = event.id, stored.id


def find_unfinished(path: Path | None, game_id: int | None) -> KeptGame:
    """Return a game to go on with: the one of this id, or the one begun last.

    Raises:
        ArenaError: there is none, or it cannot be continued.
        UnknownRecordError: there is no game of this id.
        StoreError: the store cannot be read.
    """
    if path is None and not default_store_file().exists():
        raise ArenaError(NOTHING)
    with Store(path, read_only=True) as store:
        if game_id is not None:
            return _continuable(store, _game(store, game_id))
        for stored in store.games(Selection(termination=Termination.UNFINISHED), newest_first=True):
            if _is_played_here(store, stored):
                return _continuable(store, stored)
    raise ArenaError(NOTHING)


def _game(store: Store, game_id: int) -> StoredGame:
    if not 0 < game_id <= LARGEST_ID:
        raise UnknownRecordError(f"there is no game {game_id}")
    return store.game(game_id)


def _is_played_here(store: Store, stored: StoredGame) -> bool:
    return stored.event is not None and store.event(stored.event).kind is EventKind.PLAY


def _continuable(store: Store, stored: StoredGame) -> KeptGame:
    # Players may be programs. Who they are is taken from an event, which only `play` makes,
    # and never from a record, which may have come from anywhere.
    if stored.event is None or not _is_played_here(store, stored):
        raise ArenaError(f"game {stored.id} was not begun by 'plyground play' and cannot be continued")
    if stored.record.termination != Termination.UNFINISHED:
        raise ArenaError(f"game {stored.id} is over; 'plyground records replay {stored.id}' shows it")
    agreement = Agreement.of_settings(store.event(stored.event).settings)
    return KeptGame(stored.id, stored.event, stored.record, agreement)
