"""Connections: how many there may be, and how long a request may take to come.

Uvicorn closes a connection that is idle between two requests, but not one that never sends a
request, or sends it letter by letter. A few hundred of those would use up all descriptors.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from dataclasses import replace
from typing import Any

import h11
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from plyground.ui.web.limits import Limits

BACKLOG = 128
"""Connections that the system holds for us until they are accepted."""

ACCEPTED_AT_ONCE = 32
"""Connections that asyncio accepts in one turn of its loop; it counts them up to three turns later."""

RESERVED_DESCRIPTORS = 4 * ACCEPTED_AT_ONCE + 128
"""Never used by connections: for those not yet counted or closed, the store, files, and worker processes."""

FEWEST_CONNECTIONS = 32

_logger = logging.getLogger("uvicorn.error")


class Connections:
    """The connections that wait for a request, and how many of all kinds there may be."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        # The one that waits longest first. Who waits for the rest of a body watches the time itself.
        self._waiting: dict[HttpProtocol, asyncio.TimerHandle | None] = {}

    def wait_for_request(self, protocol: HttpProtocol) -> None:
        """Close a connection unless a whole request comes in time."""
        self.has_request(protocol)
        loop = asyncio.get_running_loop()
        self._waiting[protocol] = loop.call_later(self._seconds, protocol.close)

    def wait_for_body(self, protocol: HttpProtocol) -> None:
        """Note that a connection has begun a request, and may be closed if there are too many."""
        timer = self._waiting.setdefault(protocol, None)
        if timer is not None:
            timer.cancel()
            self._waiting[protocol] = None

    def has_request(self, protocol: HttpProtocol) -> None:
        """Note that a connection waits no longer: a request has come, or it is gone."""
        timer = self._waiting.pop(protocol, None)
        if timer is not None:
            timer.cancel()

    def make_room(self, connected: int) -> None:
        """Close the connection that has waited longest, if there are too many."""
        if connected > self._most and self._waiting:
            _logger.warning("There are too many connections; those that are idle longest are closed.")
            protocol = next(iter(self._waiting))
            self.has_request(protocol)
            protocol.transport.abort()


class HttpProtocol(H11Protocol):
    """HTTP over a connection that has to make its requests in time."""

    def __init__(self, register: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._register = register

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._register.wait_for_request(self)
        self._register.make_room(len(self.connections))

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._register.has_request(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, and note whether a whole request has come."""
        super().data_received(data)
        if self._is_answering and self.cycle.more_body:
            self._register.wait_for_body(self)
        elif self._is_answering:
            self._register.has_request(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to another protocol, which pings."""
        self._register.has_request(self)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it was there already."""
        super().on_response_complete()
        if not self._is_answering and not self.transport.is_closing():
            self._register.wait_for_request(self)

    def close(self) -> None:
        """End the connection after what is still to be sent."""
        self.transport.close()

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """WebSockets; one that the app refuses with a response of its own is no error of the app."""

    async def send(self, message: ASGISendEvent) -> None:
        """Send, and take a whole response for the end of the handshake, as it is."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True


def within_descriptors(limits: Limits) -> Limits:
    """Return limits whose connections leave some file descriptors over; first try to get more of these."""
    left = _descriptors(limits.open_connections + RESERVED_DESCRIPTORS) - RESERVED_DESCRIPTORS
    most = min(limits.open_connections, max(left, FEWEST_CONNECTIONS))
    # WebSockets stay; half of what there is has to be left for requests.
    return replace(limits, open_connections=most, connections=min(limits.connections, most // 2))


def _descriptors(wanted: int) -> int:
    """Return how many descriptors this process may have, after asking for so many."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < wanted:
        soft = wanted if hard == unlimited else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == unlimited else soft
