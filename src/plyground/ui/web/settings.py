"""How the web app was started."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from pathlib import Path

from plyground.ui.web.limits import LIMITS, Limits


@dataclass(frozen=True)
class Settings:
    """Where games are kept, and who may come in.

    Without a token only this machine may: the app answers to the names of this machine alone.
    With one, everybody who has it. A ticket lets in one browser, once.
    """

    store: Path | None = None
    token: str | None = None
    ticket: str | None = None
    limits: Limits = LIMITS


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
