"""Gradings in the store: begun, gone on with, and ended there."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator

from plyground.errors import ArenaError
from plyground.grading.contest import ClearPool
from plyground.grading.grading import Grading
from plyground.grading.sandbox import is_wanted
from plyground.report.formats import plural
from plyground.store import EventKind, EventState, Selection, Store, StoredEvent
from plyground.store.records import GameRecord
from plyground.tournament.keeping import KeptContest
from plyground.tournament.pool import Pool
from plyground.tournament.running import Progress, run_contest

_COMMAND = "command"


class KeptGrading:
    """A grading and its games in a store. `command` is what somebody would type to have it again."""

    def __init__(self, store: Store, event_id: str, grading: Grading, command: str) -> None:
        self.id = event_id
        self.grading = grading
        self.command = command
        self._store = store

    @classmethod
    def begin(cls, store: Store, grading: Grading, command: str) -> KeptGrading:
        """Put a new grading into a store."""
        label = f"{grading.game}: {plural(len(grading.hand_ins), 'hand-in')}"
        settings = {**grading.to_json(), _COMMAND: command}
        event = StoredEvent(secrets.token_hex(4), EventKind.GRADING, settings, label=label)
        store.add_event(event)
        return cls(store, event.id, grading, command)

    @classmethod
    def open(cls, store: Store, event_id: str) -> KeptGrading:
        """Find a grading in a store, to go on with it or to see it again.

        Raises:
            PlygroundError: there is none of this id.
        """
        event = store.event(event_id)
        if event.kind is not EventKind.GRADING:
            raise ArenaError(f"{event_id} is no grading but a {event.kind}")
        with event.reading_settings() as settings:
            command = settings.pop(_COMMAND)
            return cls(store, event_id, Grading.from_json(settings), command)

    def run(self, pool: Pool, on_progress: Callable[[Progress], None]) -> dict[int, GameRecord]:
        """Play what is left, and return all games by their numbers.

        Raises:
            PlygroundError: the files are not what they were, or there is no sandbox any more.
        """
        contest = self.grading.contest
        games = dict(self.finished())
        if contest is None or len(games) == contest.expected_games:
            self._store.set_state(self.id, EventState.DONE)
            return games
        if self.grading.has_sandbox:
            is_wanted("always")
        playing = [each for each in self.grading.hand_ins if each.can_play]
        for each in playing:
            each.check_unchanged()
        self._store.set_state(self.id, EventState.RUNNING)
        clear = ClearPool(pool, frozenset(each.name for each in playing))
        run_contest(contest, KeptContest(self._store, self.id, contest), clear, on_progress)
        self._store.set_state(self.id, EventState.DONE)
        return dict(self.finished())

    def stop(self) -> None:
        """Note that it was interrupted."""
        self._store.set_state(self.id, EventState.STOPPED)

    def finished(self) -> Iterator[tuple[int, GameRecord]]:
        """Go through the games that are over, with their numbers."""
        for stored in self._store.games(Selection(event=self.id)):
            if stored.number is not None:
                yield stored.number, stored.record
