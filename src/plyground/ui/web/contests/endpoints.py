"""Contests over HTTP, and live over a WebSocket."""

from __future__ import annotations

import asyncio
import re

from msgspec.json import Decoder
from starlette.websockets import WebSocket

from plyground.errors import PlygroundError
from plyground.ui.web.contests.messages import (
    BegunContest,
    ContestList,
    ContestNews,
    ContestState,
    ContestView,
    NewContest,
)
from plyground.ui.web.http import Content, Router
from plyground.ui.web.services import Services
from plyground.ui.web.sockets import Refused, Socket

router = Router("contests")

HTML = "text/html; charset=utf-8"
# A report brings its style along and needs nothing else, least of all this server.
REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"


@router.get("/api/contests")
async def list_contests(services: Services) -> ContestList:
    """List matches and tournaments, the newest first."""
    return await services.contests.scoreboard.contests()


@router.post("/api/contests")
async def begin_contest(services: Services, body: NewContest) -> BegunContest:
    """Begin a match or tournament; it is played in the background."""
    return BegunContest(await services.contests.begin(body))


@router.get("/api/contests/{id}")
async def show_contest(services: Services, id: str) -> ContestView:
    """Show a match or tournament as it stands."""
    return await services.contests.scoreboard.contest(id)


@router.post("/api/contests/{id}/stop")
async def stop_contest(services: Services, id: str) -> ContestState:
    """Stop a match or tournament; games that are over are kept."""
    return ContestState(await services.contests.stop(id))


@router.post("/api/contests/{id}/resume")
async def resume_contest(services: Services, id: str) -> ContestState:
    """Go on with a match or tournament that was stopped or interrupted."""
    return ContestState(await services.contests.resume(id))


@router.get("/api/contests/{id}/report", media_type=HTML)
async def report_contest(services: Services, id: str) -> Content:
    """Write a report with tables and plots, as one file."""
    text = await services.contests.scoreboard.report(id)
    name = re.sub(r"[^A-Za-z0-9]", "", id)
    return Content(text, HTML, f"contest-{name}.html", {"Content-Security-Policy": REPORT_POLICY})


@router.socket("/api/contests/{id}/live")
async def follow_contest(services: Services, websocket: WebSocket) -> None:
    """Send a contest as it stands, now and whenever that changes; a page has nothing to say."""
    socket = Socket(websocket, Decoder(type(None)), services.limits)
    telling = asyncio.create_task(_tell(services, websocket.path_params["id"], socket))
    try:
        async for _ in socket.messages():
            pass
    finally:
        telling.cancel()


async def _tell(services: Services, event_id: str, socket: Socket[None]) -> None:
    try:
        async for view in services.contests.scoreboard.news(event_id):
            socket.send(ContestNews(view))
    except PlygroundError as error:
        socket.send(Refused(str(error)))
