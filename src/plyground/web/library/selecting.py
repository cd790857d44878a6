"""From what somebody wants to see to a condition that the store understands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.records import Termination
from plyground.store import LARGEST_ID, Selection
from plyground.web.library.messages import Result, Wanted


@dataclass(frozen=True)
class Excerpt(Selection):
    """A selection that is read part by part: the games between two ids, over or not."""

    after: int = 0
    before: int = LARGEST_ID
    is_over: bool | None = None

    def condition(self) -> tuple[str, list[str | int]]:
        """Return what follows WHERE, and the values for its question marks."""
        sql, values = super().condition()
        parts, values = [sql, "id > ?", "id < ?"], [*values, self.after, self.before]
        if self.is_over is not None:
            parts.append("termination <> ?" if self.is_over else "termination = ?")
            values.append(str(Termination.UNFINISHED))
        return " AND ".join(parts), values


_RESULTS: dict[Result, dict[str, Any]] = {
    "first": {"winner": 0},
    "second": {"winner": 1},
    "draw": {"is_draw": True},
    "unfinished": {"is_over": False},
    "over": {"is_over": True},
}


def excerpt(wanted: Wanted, before: int = LARGEST_ID) -> Excerpt:
    """Return the selection that is wanted, as far as it comes before a game."""
    return Excerpt(
        game=wanted.game,
        player=wanted.player,
        termination=wanted.termination,
        event=wanted.event,
        before=before,
        **({} if wanted.result is None else _RESULTS[wanted.result]),
    )
