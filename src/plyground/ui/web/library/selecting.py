"""From what somebody wants to see to what the store is asked for."""

from __future__ import annotations

from typing import Any

from plyground.store import Selection
from plyground.ui.playing.naming import meant_players
from plyground.ui.web.library.messages import Result, Wanted

_RESULTS: dict[Result, dict[str, Any]] = {
    "first": {"winner": 0},
    "second": {"winner": 1},
    "draw": {"is_draw": True},
    "unfinished": {"is_over": False},
    "over": {"is_over": True},
}


def selected(wanted: Wanted, before: int | None = None) -> Selection:
    """Return the selection that is wanted, as far as it comes before a game."""
    return Selection(
        game=wanted.game,
        player=None if wanted.player is None else meant_players(wanted.player),
        termination=wanted.termination,
        event=wanted.event,
        before=before,
        **({} if wanted.result is None else _RESULTS[wanted.result]),
    )
