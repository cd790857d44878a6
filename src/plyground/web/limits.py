"""Every bound of the web app in one place: what a page may send, hold, and ask for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """How much there may be of everything; whoever asks for more is told so."""

    # What comes in
    message_bytes: int = 16 * 1024
    upload_bytes: int = 1024 * 1024
    messages_a_second: float = 40.0
    messages_at_once: int = 80

    # What is held
    connections: int = 512
    games: int = 400
    messages_waiting: int = 200

    # What is asked of a search
    seconds: float = 60.0
    depth: int = 60
    nodes: int = 1_000_000_000
    megabytes: int = 256
    threads: int = 8
    lines: int = 64


LIMITS = Limits()
