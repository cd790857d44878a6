"""Saying that something is being compiled: whoever waits wants to know what for."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable

Listener = Callable[[str, float | None], None]
"""Hears what is compiled, and how many seconds that took here before, if it did."""

_listener: Listener | None = None
_has_announced = False


def listen_to_compiler(listener: Listener | None) -> None:
    """Let somebody hear of everything that is compiled, instead of one line on standard error."""
    global _listener
    _listener = listener


def announce(label: str, seconds: float | None) -> None:
    """Tell the listener; without one, say once in a process that the wait is for the compiler."""
    global _has_announced
    if _listener is not None:
        _listener(label, seconds)
    elif not _has_announced:
        _has_announced = True
        # Nobody may be listening: no such stream, or one that was closed.
        with contextlib.suppress(AttributeError, OSError, ValueError):
            told = "" if seconds is None else f" (about {max(seconds, 1):.0f} s last time)"
            sys.stderr.write(f"plyground: compiling {label} once{told}\n")
            sys.stderr.flush()
