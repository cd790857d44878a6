"""Talking to a real server about games: over WebSockets, as a page does."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.ui.web.running import Server

PATIENCE = 60

Message = dict[str, Any]


class Line:
    """A WebSocket of a game, and how the game stands as far as it was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.plies: list[Message] = []
        self.status: Message = {}

    async def say(self, kind: str, **more: Any) -> None:
        await self._socket.send(json.dumps({"type": kind, **more}))

    async def hear(self) -> Message:
        """Return the next message, after taking note of what it says about the game."""
        message: Message = json.loads(await self._socket.recv())
        if message["type"] == "game":
            self.plies = message["plies"]
        elif message["type"] == "played":
            self.plies.append(message["ply"])
        self.status = message.get("status", self.status)
        return message

    async def hear_of(self, kind: str) -> Message:
        """Return the next message of a kind."""
        while (message := await self.hear())["type"] != kind:
            pass
        return message

    async def play_to_the_end(self, side: int) -> None:
        """Play the first legal move whenever it is a side's turn."""
        while self.status["outcome"] is None:
            if self.status["to_move"] == side:
                await self.say("move", at=self.status["ply"], move=self.status["moves"][0]["move"])
                before = len(self.plies)
                while len(self.plies) == before:
                    assert (await self.hear())["type"] != "refused"
            else:
                await self.hear()

    @property
    def moves(self) -> list[str]:
        return [ply["move"] for ply in self.plies[1:]]


@asynccontextmanager
async def connected(server: Server, event_id: str) -> AsyncIterator[Line]:
    """Look on at a game."""
    address = f"{server.socket_url}/api/play/{event_id}/live"
    async with connect(address, open_timeout=PATIENCE, ping_timeout=None) as socket:
        line = Line(socket)
        await line.hear()
        yield line
