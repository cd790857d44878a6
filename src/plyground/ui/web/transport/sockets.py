"""One side of a WebSocket: typed messages in and out, neither too many nor too large.

What is sent waits in a bounded queue and goes out in a task of its own, so that a page that
does not read never makes a game wait; when its queue is full it is disconnected.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Generic, TypeVar

import msgspec
from msgspec.json import Decoder
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.ui.web.errors import MalformedError
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.http import decode_json

MessageT = TypeVar("MessageT")

POLICY = 1008
"""The code of a connection that was closed since it did not keep to the rules."""


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    """What was asked for is not done, and why not."""

    reason: str


class Socket(Generic[MessageT]):
    """A connected page, which sends what a decoder reads (usually a tagged union)."""

    def __init__(self, websocket: WebSocket, decoder: Decoder[MessageT], limits: Limits) -> None:
        self._websocket = websocket
        self._decoder = decoder
        self._allowance = Allowance(limits.messages_a_second, limits.messages_at_once)
        self._outgoing = asyncio.Queue[bytes](limits.messages_waiting)
        self._sender: asyncio.Task[None] | None = None

    async def messages(self) -> AsyncIterator[MessageT]:
        """Accept the connection and yield what the page sends, until it goes or floods us."""
        await self._websocket.accept()
        self._sender = asyncio.create_task(self._send_waiting())
        try:
            while not self._sender.done():
                try:
                    frame = await self._receive()
                except WebSocketDisconnect:
                    return
                if not self._allowance.take():
                    await self._websocket.close(POLICY, "too many messages")
                    return
                try:
                    message = self._read(frame)
                except MalformedError as error:
                    self.send(Refused(f"this is not a message: {error}"))
                    continue
                yield message
        finally:
            self._sender.cancel()

    def send(self, message: msgspec.Struct) -> None:
        """Put a message into the queue of what is sent; a page that does not read is given up."""
        try:
            self._outgoing.put_nowait(msgspec.json.encode(message))
        except asyncio.QueueFull:
            if self._sender is not None:
                self._sender.cancel()

    def _read(self, frame: Message) -> MessageT:
        text = frame.get("text")
        if text is None:
            raise MalformedError("a message is text, not bytes")
        return decode_json(self._decoder, text)

    async def _receive(self) -> Message:
        """Wait for a frame from the page, or for the end of the connection on our side."""
        assert self._sender is not None  # noqa: S101  # `messages` has started it
        receiver = asyncio.ensure_future(self._websocket.receive())
        await asyncio.wait([receiver, self._sender], return_when=asyncio.FIRST_COMPLETED)
        if receiver.done():
            frame = receiver.result()
            if frame["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(frame["code"])
            return frame
        receiver.cancel()
        await self._websocket.close(POLICY, "messages were not read")
        raise WebSocketDisconnect(POLICY)

    async def _send_waiting(self) -> None:
        while True:
            message = await self._outgoing.get()
            try:
                await self._websocket.send_text(message.decode())
            except (WebSocketDisconnect, RuntimeError):  # gone already; reading will notice
                return


class Allowance:
    """A rate limit: a number per second on average, and a burst."""

    def __init__(self, a_second: float, at_once: int) -> None:
        self._a_second = a_second
        self._at_once = at_once
        self._left = float(at_once)
        self._filled_at = time.monotonic()

    def take(self) -> bool:
        """Take one; tell whether there was one left."""
        now = time.monotonic()
        self._left = min(self._at_once, self._left + (now - self._filled_at) * self._a_second)
        self._filled_at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
