"""What pages ask about exact values, and what they are told. All values are for the side to move."""

from __future__ import annotations

from typing import Literal

import msgspec

from plyground.tables import Exact
from plyground.ui.web.common.lines import Asked, GivenLine


class WantedExact(Asked, frozen=True, kw_only=True):
    """A line; `proves` lets the solver try what no table has."""

    line: GivenLine
    proves: bool = True


class ExactValue(msgspec.Struct, frozen=True):
    """A proved value; `margin` and `distance` (plies to the end of the game) are null if not known."""

    value: Literal["win", "draw", "loss"]
    margin: int | None
    distance: int | None

    @classmethod
    def of(cls, exact: Exact | None) -> ExactValue | None:
        """Describe a value, None if it is not known."""
        return None if exact is None else cls(exact.value, exact.margin, exact.distance)


class ExactMove(msgspec.Struct, frozen=True):
    """A legal move, and its value for the side that plays it."""

    move: str
    origin: int | None
    target: int | None
    exact: ExactValue | None


class ExactPosition(msgspec.Struct, frozen=True):
    """The value of a position and of each legal move."""

    has_table: bool
    exact: ExactValue | None
    moves: list[ExactMove]


class ExactHistory(msgspec.Struct, frozen=True):
    """The value of each position of a line, from the first one on."""

    has_table: bool
    values: list[ExactValue | None]
