"""Announcing compilations: whoever waits wants to know for what."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable

Listener = Callable[[str, float | None], None]
"""Hears what is compiled, and how many seconds that took here before, if it did."""

_listener: Listener | None = None
_has_announced = False


def listen_to_compiler(listener: Listener | None) -> None:
    """Pass every compilation to a listener, instead of writing one line to standard error."""
    global _listener
    _listener = listener


def announce(label: str, seconds: float | None) -> None:
    """Notify the listener; without one, announce each compilation once per process."""
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
