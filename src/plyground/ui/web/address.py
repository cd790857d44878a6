"""Where the web app is found."""

from __future__ import annotations

import socket
from dataclasses import dataclass

THIS_MACHINE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104  # only with --public, which needs a token


@dataclass(frozen=True)
class Address:
    """Where the app is found."""

    host: str
    port: int
    token: str | None = None

    @property
    def url(self) -> str:
        """What a person types into the browser."""
        name = socket.gethostname() if self.host == EVERYWHERE else self.host
        return f"http://{name}:{self.port}/" + (f"?token={self.token}" if self.token else "")
