"""Games over HTTP, and live over a WebSocket."""

from __future__ import annotations

from starlette.websockets import WebSocket

from plyground.errors import PlygroundError
from plyground.ui.web.play.play_messages import ORDERS, BegunGame, Fork, GameMessage, NewGame, UnfinishedGames
from plyground.ui.web.play.play_service import PlayService
from plyground.ui.web.transport.http import Router
from plyground.ui.web.transport.security import side_of
from plyground.ui.web.transport.sockets import Refused, Socket

router = Router("play")


@router.get("/api/play")
async def list_games(play: PlayService) -> UnfinishedGames:
    """List the games to go on with, the newest first."""
    return await play.unfinished()


@router.post("/api/play")
async def begin_game(play: PlayService, body: NewGame) -> BegunGame:
    """Begin a game."""
    return BegunGame(await play.begin(body))


@router.get("/api/play/{id}")
async def show_game(play: PlayService, id: str) -> GameMessage:
    """Tell everything about a game."""
    return await (await play.session(id)).shown()


@router.post("/api/play/{id}/fork")
async def fork_game(play: PlayService, id: str, body: Fork) -> BegunGame:
    """Begin a game from an earlier position of another one, with the same players."""
    return BegunGame(await play.branch(id, body.ply, is_swapped=body.is_swapped))


@router.socket("/api/play/{id}/live")
async def play_live(play: PlayService, websocket: WebSocket) -> None:
    """Let a page look on at a game and play it."""
    socket = Socket(websocket, ORDERS, play.limits)
    try:
        session = await play.join(websocket.path_params["id"], socket, side_of(websocket.scope))
    except PlygroundError as error:
        socket.send(Refused(str(error)))
        async for _ in socket.messages():
            socket.send(Refused(str(error)))
        return
    try:
        async for order in socket.messages():
            await session.obey(order, socket)
    finally:
        await play.leave(session, socket)
