"""Contests in the store: begun, gone on with, and ended there."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator

from plyground.errors import ArenaError
from plyground.store import EventKind, EventState, Selection, Store, StoredEvent
from plyground.store.records import GameRecord
from plyground.tournament.contest import Contest


class KeptContest:
    """A contest and its games in a store."""

    def __init__(self, store: Store, event_id: str, contest: Contest) -> None:
        self.id = event_id
        self.contest = contest
        self._store = store

    @classmethod
    def begin(cls, store: Store, contest: Contest, kind: EventKind, label: str) -> KeptContest:
        """Put a new contest into a store."""
        event = StoredEvent(secrets.token_hex(4), kind, json.loads(contest.to_json()), label=label)
        store.add_event(event)
        return cls(store, event.id, contest)

    @classmethod
    def open(cls, store: Store, event_id: str) -> KeptContest:
        """Find a contest in a store, to go on with it.

        Raises:
            PlygroundError: there is none of this id, or it is no contest.
        """
        event = store.event(event_id)
        if event.kind not in (EventKind.MATCH, EventKind.TOURNAMENT):
            what = "a game of `plyground play`" if event.kind is EventKind.PLAY else f"a {event.kind}"
            raise ArenaError(f"{event_id} is {what}, not a match or tournament")
        with event.reading_settings() as settings:
            return cls(store, event_id, Contest.from_json(json.dumps(settings)))

    def finished(self) -> Iterator[tuple[int, GameRecord]]:
        """Go through the games that are over, with their numbers."""
        for stored in self._store.games(Selection(event=self.id)):
            if stored.number is not None:
                yield stored.number, stored.record

    def keep(self, number: int, record: GameRecord) -> None:
        """Keep a game for good.

        Raises:
            StoreError: it cannot be written.
            ArenaError: somebody else has played this game meanwhile.
        """
        if not self._store.add_game(record, self.id, number):
            raise ArenaError(f"game {number + 1} is there already: is {self.id} being played elsewhere?")

    def resume(self) -> None:
        """Note that it is being played."""
        self._store.set_state(self.id, EventState.RUNNING)

    def stop(self) -> None:
        """Note that it was interrupted."""
        self._store.set_state(self.id, EventState.STOPPED)

    def end(self) -> None:
        """Note that it is over."""
        self._store.set_state(self.id, EventState.DONE)
