"""Contests in a store: matches and tournaments."""

from __future__ import annotations

from plyground.errors import ArenaError
from plyground.store import EventKind, Store
from plyground.store.records import GameRecord
from plyground.store.runs import StoredRun
from plyground.tournament.contest import Contest


class KeptContest(StoredRun[Contest]):
    """A contest and its games in a store."""

    kinds = (EventKind.MATCH, EventKind.TOURNAMENT)
    noun = "match or tournament"
    end = StoredRun.finish
    settings_of = Contest.of_settings

    @classmethod
    def begin(cls, store: Store, contest: Contest, kind: EventKind, label: str) -> KeptContest:
        """Put a new contest into a store."""
        return cls.add(store, contest, label, kind)

    @property
    def contest(self) -> Contest:
        """What decides how it is played."""
        return self.settings

    def keep(self, number: int, record: GameRecord) -> None:
        """Keep a game for good.

        Raises:
            StoreError: it cannot be written.
            ArenaError: somebody else has played this game meanwhile.
        """
        if not self._store.add_game(record, self.id, number):
            raise ArenaError(f"game {number + 1} is there already: is {self.id} being played elsewhere?")
