"""Where games of the store come from: played here, contests, files."""

from __future__ import annotations

from typing import Literal, get_args

from plyground.store import EventKind

Source = Literal["mine", "contests", "imports"]

SOURCES: tuple[Source, ...] = get_args(Source)

KINDS: dict[Source, tuple[EventKind | None, ...]] = {
    "mine": (EventKind.PLAY,),
    "contests": tuple(kind for kind in EventKind if kind is not EventKind.PLAY),
    "imports": (None,),
}
"""The kinds of the events that games of a source belong to, None for no event."""
