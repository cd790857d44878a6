"""Begins, stops and resumes contests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
from msgspec.json import Decoder
from starlette.websockets import WebSocket

from plyground.errors import ArenaError, PlygroundError
from plyground.store import EventKind, Selection, Store
from plyground.store.records.quoting import printable
from plyground.tournament.contest_running import KeptContest
from plyground.tournament.game_pools import usual_processes
from plyground.ui.web.contests.contest_messages import (
    BegunContest,
    ContestNews,
    ContestState,
    NewContest,
    WatchedGame,
    WatchedGames,
)
from plyground.ui.web.contests.contest_repository import ContestRepository
from plyground.ui.web.contests.contest_runs import ContestRun, state_of
from plyground.ui.web.contests.contest_setup import check_players, label_of, make_contest
from plyground.ui.web.contests.contest_views import describe_game
from plyground.ui.web.errors import BusyError
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.executors import Executors
from plyground.ui.web.transport.http import post, socket
from plyground.ui.web.transport.sockets import Refused, Socket

SECONDS_BETWEEN_POSITIONS = 0.25
MOST_WATCHED = 12

Send = Callable[[msgspec.Struct], None]


class ContestService:
    """The contests of a store; those begun or resumed here are played by processes of this app."""

    def __init__(self, store: Store, limits: Limits, executors: Executors) -> None:
        self._store = store
        self._executors = executors
        self._limits = limits
        self._runs: dict[str, ContestRun] = {}
        self._starting = asyncio.Lock()
        self.repository = ContestRepository(store, limits, executors, self._runs)

    @post("/api/contests")
    async def begin_contest(self, body: NewContest) -> BegunContest:
        """Begin a match or tournament; it is played in the background."""
        async with self._starting:
            self._check_room()
            contest = await self._executors.small.run(make_contest, body, self._limits)
            kind = EventKind.MATCH if len(contest.entrants) == 2 else EventKind.TOURNAMENT
            label = label_of(contest)
            kept = await self._executors.small.run(KeptContest.begin, self._store, contest, kind, label)
            await self._start(kept.id, body.processes)
            return BegunContest(kept.id)

    @post("/api/contests/{id}/resume")
    async def resume_contest(self, id: str) -> ContestState:
        """Go on with a match or tournament that was stopped or interrupted."""
        async with self._starting:
            kept = await self._executors.small.run(KeptContest.open, self._store, id)
            state = (await self._state(id)).state
            if state in ("running", "over"):
                raise ArenaError(f"contest {printable(id)} is {state} already")
            await self._executors.small.run(check_players, kept.contest, self._limits)
            self._check_room()
            await self._start(id, None)
            return await self._state(id)

    @post("/api/contests/{id}/stop")
    async def stop_contest(self, id: str) -> ContestState:
        """Stop a match or tournament; games that are over are kept."""
        run = self._runs.get(id)
        if run is None or not run.is_alive:
            raise ArenaError(f"contest {printable(id)} is not being played by this server")
        await run.stop()
        return await self._state(id)

    @socket("/api/contests/{id}/live")
    async def follow_contest(self, websocket: WebSocket) -> None:
        """Send a contest as it stands, and its games move by move; a page has nothing to say."""
        page = Socket(websocket, Decoder(type(None)), self._limits)
        event_id = websocket.path_params["id"]
        telling = [asyncio.create_task(tell(event_id, page.send)) for tell in (self._tell, self._tell_games)]
        try:
            async for _ in page.messages():
                pass
        finally:
            for each in telling:
                each.cancel()

    async def _tell(self, event_id: str, send: Send) -> None:
        try:
            async for view in self.repository.news(event_id):
                send(ContestNews(view))
        except PlygroundError as error:
            send(Refused(str(error)))

    async def _tell_games(self, event_id: str, send: Send) -> None:
        """Tell how the games that are played here stand, whenever that changes."""
        told: list[WatchedGame] = []
        while True:
            run = self._runs.get(event_id)
            games = [] if run is None else [describe_game(each) for each in run.games_in_play[:MOST_WATCHED]]
            if games != told:
                told = games
                send(WatchedGames(games))
            await asyncio.sleep(SECONDS_BETWEEN_POSITIONS)

    async def close(self) -> None:
        """Stop what is being played; all of it can be resumed."""
        await asyncio.gather(*(run.stop() for run in self._runs.values()))

    async def _state(self, event_id: str) -> ContestState:
        event = await self._executors.small.run(self._store.event, event_id)
        return ContestState(state_of(event, self._runs.get(event_id)))

    def _check_room(self) -> None:
        playing = sum(run.is_alive for run in self._runs.values())
        if playing >= self._limits.contests:
            raise BusyError(f"{playing} contests are being played, the most at once; stop one first")

    async def _start(self, event_id: str, processes: int | None) -> None:
        games = await self._executors.small.run(self._store.count, Selection(event=event_id))
        cores = usual_processes()
        at_once = min(processes or max(1, cores - 1), cores)
        self._runs[event_id] = await ContestRun.start(
            event_id, self._store.path, processes=at_once, games_before=games
        )
