"""Begins, stops and resumes contests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from plyground.errors import ArenaError
from plyground.store import EventKind, Selection, Store
from plyground.store.records.quoting import printable
from plyground.tournament.contest_running import KeptContest
from plyground.tournament.game_pools import usual_processes
from plyground.ui.web.common.stored_runs import RunState
from plyground.ui.web.contests.contest_messages import NewContest, WatchedGame
from plyground.ui.web.contests.contest_repository import ContestRepository
from plyground.ui.web.contests.contest_runs import ContestRun, state_of
from plyground.ui.web.contests.contest_setup import check_players, label_of, make_contest
from plyground.ui.web.contests.contest_views import describe_game
from plyground.ui.web.errors import BusyError
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.executors import Executors

SECONDS_BETWEEN_POSITIONS = 0.25
MOST_WATCHED = 12


class ContestService:
    """The contests of a store; those begun or resumed here are played by processes of this app."""

    def __init__(self, store: Store, limits: Limits, executors: Executors) -> None:
        self._store = store
        self._executors = executors
        self.limits = limits
        self._runs: dict[str, ContestRun] = {}
        self._starting = asyncio.Lock()
        self.repository = ContestRepository(store, limits, executors, self._runs)

    async def begin(self, new: NewContest) -> str:
        """Begin a contest and return its id.

        Raises:
            PlygroundError: it cannot be played so, or there are too many; the message says why.
        """
        async with self._starting:
            self._check_room()
            contest = await self._executors.small.run(make_contest, new, self.limits)
            kind = EventKind.MATCH if len(contest.entrants) == 2 else EventKind.TOURNAMENT
            label = label_of(contest)
            kept = await self._executors.small.run(KeptContest.begin, self._store, contest, kind, label)
            await self._start(kept.id, new.processes)
            return kept.id

    async def resume(self, event_id: str) -> RunState:
        """Resume a contest that was stopped or interrupted; return its state.

        Raises:
            PlygroundError: there is none, or nothing is left to play.
        """
        async with self._starting:
            kept = await self._executors.small.run(KeptContest.open, self._store, event_id)
            state = await self._state(event_id)
            if state in ("running", "over"):
                raise ArenaError(f"contest {printable(event_id)} is {state} already")
            await self._executors.small.run(check_players, kept.contest, self.limits)
            self._check_room()
            await self._start(event_id, None)
            return await self._state(event_id)

    async def stop(self, event_id: str) -> RunState:
        """Stop a contest that is played here; return what it does now.

        Raises:
            PlygroundError: it is not played here.
        """
        run = self._runs.get(event_id)
        if run is None or not run.is_alive:
            raise ArenaError(f"contest {printable(event_id)} is not being played by this server")
        await run.stop()
        return await self._state(event_id)

    async def watched(self, event_id: str) -> AsyncIterator[list[WatchedGame]]:
        """Tell how the games that are played here stand, whenever that changes."""
        told: list[WatchedGame] = []
        while True:
            run = self._runs.get(event_id)
            games = [] if run is None else [describe_game(each) for each in run.games_in_play[:MOST_WATCHED]]
            if games != told:
                told = games
                yield games
            await asyncio.sleep(SECONDS_BETWEEN_POSITIONS)

    async def close(self) -> None:
        """Stop what is being played; all of it can be resumed."""
        await asyncio.gather(*(run.stop() for run in self._runs.values()))

    async def _state(self, event_id: str) -> RunState:
        event = await self._executors.small.run(self._store.event, event_id)
        return state_of(event, self._runs.get(event_id))

    def _check_room(self) -> None:
        playing = sum(run.is_alive for run in self._runs.values())
        if playing >= self.limits.contests:
            raise BusyError(f"{playing} contests are being played, the most at once; stop one first")

    async def _start(self, event_id: str, processes: int | None) -> None:
        games = await self._executors.small.run(self._store.count, Selection(event=event_id))
        cores = usual_processes()
        at_once = min(processes or max(1, cores - 1), cores)
        self._runs[event_id] = await ContestRun.start(
            event_id, self._store.path, processes=at_once, games_before=games
        )
