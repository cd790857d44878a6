"""The game in the store, after every move: whatever happens, it can be continued."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.core.position import Position
from plyground.errors import (
    ArenaError,
    DamagedRowError,
    StaleGameError,
    StoreError,
    UnknownRecordError,
    shortened,
)
from plyground.match.judging import Verdict
from plyground.store import (
    LARGEST_ID,
    EventKind,
    EventState,
    OnDamage,
    Selection,
    Store,
    StoredEvent,
    StoredGame,
    default_store_file,
    warn_of_damage,
)
from plyground.store.records import GameRecord, Termination, record_of_json, record_to_json
from plyground.ui.playing.agreement import Agreement
from plyground.ui.playing.played_game import PlayedGame

PATIENCE = 3.0
"""Seconds to wait for another program that writes; meanwhile the person waits too."""

BEGUN = "begun"
"""Under this name the settings of an event hold the record of a game in which nobody has moved."""

NOTHING = "there is no unfinished game to continue"


@dataclass(frozen=True)
class KeptGame:
    """A game in the store, and what was agreed upon for it.

    Before its first move a game has no `id` there, but only an event.
    """

    id: int | None
    event: str
    record: GameRecord
    agreement: Agreement

    def resumed(self, position: Position) -> PlayedGame:
        """Return the game as it stands in its last position."""
        record = self.record
        moves = record.moves[record.opening :]
        game = PlayedGame(position, self.agreement, moves=moves, began=record.started)
        if record.termination != Termination.UNFINISHED:
            game.end(Verdict(record.winner, record.termination, record.reason))
        return game


class GameKeeper:
    """Keeps one game. A store that cannot be used is reported once, and then not used.

    Where a file is given, or None for the user's own, it is opened when it is needed; a store that
    is open already stays so. `event` is the id that a new game gets.
    """

    def __init__(
        self,
        store: Store | Path | None,
        agreement: Agreement,
        kept: KeptGame | None = None,
        *,
        event: str | None = None,
    ) -> None:
        self.problem: str | None = None
        self.is_stale = False
        self.game_id = None if kept is None else kept.id
        self._event = None if kept is None else kept.event
        self._new_event = event or secrets.token_hex(4)
        self._path = None if isinstance(store, Store) else store
        self._is_shared = isinstance(store, Store)
        self._agreement = agreement
        self._store = store if isinstance(store, Store) else None
        self._seen = None if kept is None else kept.record

    def begin(self, record: GameRecord) -> None:
        """Note a game in which nobody has moved, so that it is found again."""
        begun = {BEGUN: record_to_json(record)}
        self._attempt(lambda store: self._add_event(store, record, begun))

    def keep(self, record: GameRecord) -> None:
        """Put the game into the store as it is now."""
        self._attempt(lambda store: self._put(store, record))

    def note(self, state: EventState) -> None:
        """Note how far the game has come, if it is there."""
        event = self._event
        if event is not None:
            self._attempt(lambda store: store.set_state(event, state))

    def close(self) -> None:
        """Let go of the store."""
        if self._store is not None and not self._is_shared:
            self._store.close()

    def _attempt(self, change: Callable[[Store], object]) -> None:
        if self.problem is not None:
            return
        try:
            if self._store is None:
                self._store = Store(self._path, patience=PATIENCE)
            change(self._store)
        except StaleGameError as error:
            self.is_stale = True
            self.problem = str(error)
        except (StoreError, UnknownRecordError) as error:
            self.problem = f"the game is not kept: {error}"

    def _add_event(self, store: Store, record: GameRecord, more: dict[str, Any]) -> str:
        settings = {**self._agreement.to_settings(), **more}
        label = f"{record.game}: {' - '.join(record.players)}"
        store.add_event(StoredEvent(self._new_event, EventKind.PLAY, settings, label=label))
        self._event = self._new_event
        return self._event

    def _put(self, store: Store, record: GameRecord) -> None:
        if self.game_id is None or self._seen is None:
            event = self._event or self._add_event(store, record, {})
            if not store.add_game(record, event, 0):
                raise StaleGameError(
                    f"another program has continued game {event}; open it again to see how it stands"
                )
            [stored] = store.games(Selection(event=event))
            self.game_id = stored.id
        else:
            store.put_game(self.game_id, record, seen=self._seen)
        self._seen = record


def find_game(store: Store, event_id: str) -> KeptGame:
    """Return the game of an event, over or not.

    Raises:
        UnknownRecordError: there is no such event, or it is no game of this kind.
        StoreError: the store cannot be read.
    """
    event = store.event(event_id)
    if event.kind is not EventKind.PLAY:
        raise UnknownRecordError(f"{shortened(event_id)} is no game that somebody plays")
    with event.reading_settings() as settings:
        begun = record_of_json(settings.pop(BEGUN)) if BEGUN in settings else None
        agreement = Agreement.of_settings(settings)
    for stored in store.games(Selection(event=event.id), limit=1):
        return KeptGame(stored.id, event.id, stored.record, agreement)
    if begun is None:
        raise UnknownRecordError(f"in game {shortened(event_id)} nobody has moved")
    return KeptGame(None, event.id, begun, agreement)


def unfinished_games(store: Store, on_damage: OnDamage | None = None) -> Iterator[KeptGame]:
    """Yield the unfinished games, the newest first.

    Raises:
        StoreError: the store cannot be read.
    """
    unfinished = Selection(termination=Termination.UNFINISHED)
    for stored in store.games(unfinished, newest_first=True, on_damage=on_damage):
        try:
            if _is_played_here(store, stored):
                yield _continuable(store, stored)
        except DamagedRowError as error:
            if on_damage is None:
                raise
            on_damage(error)


def find_unfinished(path: Path | None, game_id: int | None) -> KeptGame:
    """Return a game to resume: the one of this id, or the one begun last.

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
        for kept in unfinished_games(store, warn_of_damage):
            return kept
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
    with store.event(stored.event).reading_settings() as settings:
        settings.pop(BEGUN, None)
        agreement = Agreement.of_settings(settings)
    return KeptGame(stored.id, stored.event, stored.record, agreement)
