"""Which games somebody wants to see, as a condition that the database understands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from plyground.store.records import Termination
from plyground.store.records.quoting import printable


@dataclass(frozen=True)
class Selection:
    """Those games for which everything is true that is given.

    Names of players may have ``*`` for any characters; of several, any will do. `winner` is the
    number of a player, `won_by` the name of one. `after` and `before` are ids, for those who
    read part by part.
    """

    ids: tuple[int, ...] | None = None
    game: str | None = None
    player: str | tuple[str, ...] | None = None
    winner: int | None = None
    won_by: str | None = None
    is_draw: bool = False
    termination: Termination | None = None
    event: str | None = None
    since: datetime | None = None
    is_over: bool | None = None
    after: int | None = None
    before: int | None = None

    def condition(self) -> tuple[str, list[str | int]]:
        """Return what follows WHERE, and the values for its question marks."""
        parts = list(self._parts())
        values = [value for _, part_values in parts for value in part_values]
        return " AND ".join([f"({sql})" for sql, _ in parts]) or "1", values

    def _parts(self) -> Iterator[tuple[str, list[str | int]]]:
        if self.ids is not None:
            yield f"id IN ({', '.join('?' * len(self.ids))})", list(self.ids)
        if self.game is not None:
            yield "game = ?", [printable(self.game)]
        if self.player is not None:
            names = (self.player,) if isinstance(self.player, str) else self.player
            patterns = [_pattern(name) for name in names for _ in ("first", "second")]
            yield " OR ".join(["first GLOB ? OR second GLOB ?"] * len(names)), [*patterns]
        if self.winner is not None:
            yield "winner = ?", [self.winner]
        if self.won_by is not None:
            name = _pattern(self.won_by)
            yield "(winner = 0 AND first GLOB ?) OR (winner = 1 AND second GLOB ?)", [name, name]
        if self.is_draw:
            yield "winner IS NULL AND termination <> ?", [str(Termination.UNFINISHED)]
        if self.termination is not None:
            yield "termination = ?", [str(self.termination)]
        if self.event is not None:
            yield "event = ?", [printable(self.event)]
        if self.since is not None:
            yield "started >= ?", [comparable(self.since)]
        yield from self._limits()

    def _limits(self) -> Iterator[tuple[str, list[str | int]]]:
        if self.is_over is not None:
            yield f"termination {'<>' if self.is_over else '='} ?", [str(Termination.UNFINISHED)]
        if self.after is not None:
            yield "id > ?", [self.after]
        if self.before is not None:
            yield "id < ?", [self.before]


EVERYTHING = Selection()


def comparable(moment: datetime) -> str:
    """Return a moment so that texts are in the order of time; without a zone it is taken for UTC."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat(timespec="microseconds")


def _pattern(name: str) -> str:
    """Return a name for GLOB, in which ``*`` alone has a meaning."""
    return re.sub(r"[\[?]", lambda special: f"[{special[0]}]", printable(name))
