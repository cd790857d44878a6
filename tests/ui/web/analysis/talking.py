"""A page that talks to the analysis of a server, for tests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.ui.web.running import Server

DEADLINE = 90
"""Seconds in which everything is answered; something may have to be compiled first."""

SMALL = {"game": "breakthrough", "options": {"size": "4"}}
LARGE = {"game": "breakthrough", "options": {"size": "8"}}


class Analyst:
    """Sends orders and hears what comes back."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    def send(self, **order: Any) -> None:
        """Send an order."""
        self._connection.send(json.dumps(order))

    def hear(self) -> dict[str, Any]:
        """Wait for the next message."""
        message: dict[str, Any] = json.loads(self._connection.recv(DEADLINE))
        return message

    def hear_until(self, kind: str, **wanted: Any) -> list[dict[str, Any]]:
        """Hear messages until one is as wanted; return all of them."""
        heard = []
        while True:
            message = self.hear()
            heard.append(message)
            if message["type"] == kind and wanted.items() <= message.items():
                return heard

    def analyse(self, line: dict[str, Any], request: int = 1, **more: Any) -> dict[str, Any]:
        """Have a position searched to the end; return the last report."""
        self.send(type="analyse", request=request, line=line, **more)
        return self.hear_until("report", is_done=True)[-1]

    def refused(self, **order: Any) -> str:
        """Send what is refused; return why."""
        self.send(**order)
        reason: str = self.hear_until("refused")[-1]["reason"]
        return reason


@contextmanager
def analysing(server: Server) -> Iterator[Analyst]:
    """Connect to a server."""
    with connect(f"{server.socket_url}/api/analysis") as connection:
        yield Analyst(connection)
