"""Where one reads how contests stand."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

from plyground.core.discovery import find_known_rules, known_games
from plyground.errors import PlygroundError
from plyground.store import EventKind, Selection, Store, StoredEvent
from plyground.store.records.quoting import printable
from plyground.tournament.contest import Contest
from plyground.tournament.contest_running import KeptContest
from plyground.tournament.report import contest_page
from plyground.tournament.report.contest_wording import FORMAT_NAMES
from plyground.ui.web.common.stored_runs import list_runs
from plyground.ui.web.contests.contest_follower import ContestFollower
from plyground.ui.web.contests.contest_messages import ContestList, ContestView, ListedContest
from plyground.ui.web.contests.contest_runs import ContestRun, state_of
from plyground.ui.web.contests.contest_setup import check_players
from plyground.ui.web.contests.contest_views import Situation, describe_contest, shown_name
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.executors import Executors, in_thread
from plyground.ui.web.transport.http import HTML, FileContent, get, report_content

SECONDS_BETWEEN_LOOKS = 0.4
LARGEST_SHARE = 0.2
"""Looking takes no larger part of the time: thousands of games take a while to be counted."""
MOST_FOLLOWED = 8


@dataclass
class _Entry:
    """What is known of a contest, so that it need not be found out again."""

    followed: ContestFollower
    is_allowed: bool
    seen: tuple[object, ...] = ()
    view: ContestView | None = None


class ContestRepository:
    """Tells about all contests of a store, whoever plays them; `runs` are those played here."""

    def __init__(
        self, store: Store, limits: Limits, executors: Executors, runs: Mapping[str, ContestRun]
    ) -> None:
        self._store = store
        self.executors = executors
        self._limits = limits
        self._runs = runs
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    @get("/api/contests")
    @in_thread("small")
    def list_contests(self) -> ContestList:
        """List matches and tournaments, the newest first."""
        kinds = [EventKind.MATCH, EventKind.TOURNAMENT]
        return ContestList(*list_runs(self._store, kinds, self._limits.listed_contests, self._listed))

    @get("/api/contests/{id}")
    async def show_contest(self, id: str) -> ContestView:
        """Show a match or tournament as it stands."""
        async with self._one_at_a_time:
            return await self.executors.small.run(self._view, id)

    @get("/api/contests/{id}/report", HTML)
    async def report_contest(self, id: str) -> FileContent:
        """Write a report with tables and plots, as one file."""
        async with self._one_at_a_time:
            return report_content(await self.executors.large.run(self._report, id), "contest", id)

    async def news(self, event_id: str) -> AsyncIterator[ContestView]:
        """Tell how a contest stands, now and whenever that has changed."""
        told = None
        while True:
            began = time.monotonic()
            view = await self.show_contest(event_id)
            took = time.monotonic() - began
            if view is not told:
                told = view
                yield view
            await asyncio.sleep(max(SECONDS_BETWEEN_LOOKS, took / LARGEST_SHARE))

    def _listed(self, event: StoredEvent) -> ListedContest:
        with event.reading_settings() as settings:
            contest = Contest.from_json(json.dumps(settings))
        rules = known_games().get(contest.game)
        return ListedContest(
            id=event.id,
            kind=event.kind,
            label=printable(event.label),
            created=event.created,
            state=state_of(event, self._runs.get(event.id)),
            game=rules.title if rules else printable(contest.game),
            format="match" if len(contest.entrants) == 2 else FORMAT_NAMES[contest.format],
            players=[shown_name(entrant.name) for entrant in contest.entrants],
            games=self._store.count(Selection(event=event.id)),
            total=contest.expected_games,
        )

    def _view(self, event_id: str) -> ContestView:
        """Describe a contest, and if nothing has changed, return the same as last time."""
        entry = self._entry(event_id)
        event, run = self._store.event(event_id), self._runs.get(event_id)
        state, problem = state_of(event, run), None if run is None else run.problem
        seen = (self._store.count(Selection(event=event_id)), state, problem)
        if entry.view is None or entry.seen != seen:
            entry.followed.catch_up(self._store)
            progress = entry.followed.progress
            left = None if run is None else run.seconds_left(len(progress.results), progress.total)
            can_resume = entry.is_allowed and state in ("stopped", "interrupted")
            situation = Situation(state, problem, can_resume, left if state == "running" else None)
            entry.view, entry.seen = describe_contest(event, progress, situation), seen
        return entry.view

    def _report(self, event_id: str) -> str:
        followed = self._entry(event_id).followed
        followed.catch_up(self._store)
        find_known_rules(followed.progress.contest.game)  # a report must not run anybody's file
        command = f"plyground resume {event_id} --html report.html"
        return contest_page(event_id, followed.progress, command)

    def _entry(self, event_id: str) -> _Entry:
        if event_id not in self._entries:
            contest = KeptContest.open(self._store, event_id).contest
            self._entries[event_id] = _Entry(ContestFollower(event_id, contest), self._is_allowed(contest))
            if len(self._entries) > MOST_FOLLOWED:
                self._entries.popitem(last=False)
        self._entries.move_to_end(event_id)
        return self._entries[event_id]

    def _is_allowed(self, contest: Contest) -> bool:
        try:
            check_players(contest, self._limits)
        except PlygroundError:
            return False
        return True
