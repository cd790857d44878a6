"""Contests over HTTP, and live over a WebSocket."""

from __future__ import annotations

import asyncio

from msgspec.json import Decoder
from starlette.websockets import WebSocket

from plyground.errors import PlygroundError
from plyground.ui.web.contests.contest_messages import (
    BegunContest,
    ContestList,
    ContestNews,
    ContestState,
    ContestView,
    NewContest,
    WatchedGames,
)
from plyground.ui.web.contests.contest_service import ContestService
from plyground.ui.web.transport.http import HTML, FileContent, Router, report_content
from plyground.ui.web.transport.sockets import Refused, Socket

router = Router("contests")


@router.get("/api/contests")
async def list_contests(contests: ContestService) -> ContestList:
    """List matches and tournaments, the newest first."""
    return await contests.repository.contests()


@router.post("/api/contests")
async def begin_contest(contests: ContestService, body: NewContest) -> BegunContest:
    """Begin a match or tournament; it is played in the background."""
    return BegunContest(await contests.begin(body))


@router.get("/api/contests/{id}")
async def show_contest(contests: ContestService, id: str) -> ContestView:
    """Show a match or tournament as it stands."""
    return await contests.repository.contest(id)


@router.post("/api/contests/{id}/stop")
async def stop_contest(contests: ContestService, id: str) -> ContestState:
    """Stop a match or tournament; games that are over are kept."""
    return ContestState(await contests.stop(id))


@router.post("/api/contests/{id}/resume")
async def resume_contest(contests: ContestService, id: str) -> ContestState:
    """Go on with a match or tournament that was stopped or interrupted."""
    return ContestState(await contests.resume(id))


@router.get("/api/contests/{id}/report", media_type=HTML)
async def report_contest(contests: ContestService, id: str) -> FileContent:
    """Write a report with tables and plots, as one file."""
    return report_content(await contests.repository.report(id), "contest", id)


@router.socket("/api/contests/{id}/live")
async def follow_contest(contests: ContestService, websocket: WebSocket) -> None:
    """Send a contest as it stands, and its games move by move; a page has nothing to say."""
    socket = Socket(websocket, Decoder(type(None)), contests.limits)
    event_id = websocket.path_params["id"]
    telling = [asyncio.create_task(tell(contests, event_id, socket)) for tell in (_tell, _tell_games)]
    try:
        async for _ in socket.messages():
            pass
    finally:
        for each in telling:
            each.cancel()


async def _tell(contests: ContestService, event_id: str, socket: Socket[None]) -> None:
    try:
        async for view in contests.repository.news(event_id):
            socket.send(ContestNews(view))
    except PlygroundError as error:
        socket.send(Refused(str(error)))


async def _tell_games(contests: ContestService, event_id: str, socket: Socket[None]) -> None:
    async for games in contests.watched(event_id):
        socket.send(WatchedGames(games))
