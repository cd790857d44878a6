"""Gradings in a store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from plyground.grading.field_contest import ClearPool
from plyground.grading.grading import Grading
from plyground.grading.sandbox import is_wanted
from plyground.report.formats import plural
from plyground.store import EventKind, Store
from plyground.store.records import GameRecord
from plyground.store.runs import StoredRun
from plyground.tournament.contest_running import ContestProgress, KeptContest, run_contest
from plyground.tournament.game_pools import GamePool


class KeptGrading(StoredRun[Grading]):
    """A grading and its games in a store."""

    kinds = (EventKind.GRADING,)
    noun = "grading"
    settings_type = Grading

    @classmethod
    def begin(cls, store: Store, grading: Grading, command: str) -> KeptGrading:
        """Put a new grading into a store."""
        label = f"{grading.game}: {plural(len(grading.hand_ins), 'hand-in')}"
        return cls.add(store, replace(grading, command=command), label)

    def run(self, pool: GamePool, on_progress: Callable[[ContestProgress], None]) -> dict[int, GameRecord]:
        """Play what is left, and return all games by their numbers.

        Raises:
            PlygroundError: the files are not what they were, or there is no sandbox any more.
        """
        contest = self.settings.contest
        games = dict(self.finished())
        if contest is None or len(games) == contest.expected_games:
            self.finish()
            return games
        if self.settings.has_sandbox:
            is_wanted("always")
        playing = [each for each in self.settings.hand_ins if each.can_play]
        for each in playing:
            each.check_unchanged()
        self.resume()
        clear = ClearPool(pool, frozenset(each.name for each in playing))
        run_contest(contest, KeptContest(self._store, self.id, contest), clear, on_progress)
        self.finish()
        return dict(self.finished())
