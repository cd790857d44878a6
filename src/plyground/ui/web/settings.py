"""How the web app was started."""

from __future__ import annotations

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
