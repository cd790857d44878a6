"""What the explorer hears and says."""

from __future__ import annotations

import msgspec

from plyground.ui.web.common.game_sources import Source
from plyground.ui.web.common.game_views import GameInfo, MoveInfo, Ply
from plyground.ui.web.common.lines import GivenLine, Name


class Exploration(GivenLine, frozen=True, kw_only=True):
    """A line whose last position is looked up, and whose games count; `*` is anything in a name."""

    source: Source | None = None
    player: Name | None = None


class Results(msgspec.Struct, frozen=True):
    """Games by result, for the players in the order in which they move first."""

    first: int
    draws: int
    second: int


class ExploredMove(msgspec.Struct, frozen=True):
    """A move with the games in which it, or one that is the same on a turned board, was played.

    `alike` are these other moves; `opening` is the name of the opening to which it leads, if that has one.
    """

    move: str
    origin: int | None
    target: int | None
    alike: list[str]
    results: Results
    opening: str | None


class ReachedGame(msgspec.Struct, frozen=True):
    """A game that came to the position."""

    id: int
    names: tuple[str, str]
    winner: int | None
    started: str


class Explored(msgspec.Struct, frozen=True):
    """A position as the games of the store know it; `choices` are all its legal moves.

    Of the games on this board `read` out of `total` are counted so far; who asks again gets more. The first
    `followed` moves of a game count.
    """

    game: GameInfo
    plies: list[Ply]
    choices: list[MoveInfo]
    opening: str | None
    results: Results
    moves: list[ExploredMove]
    games: list[ReachedGame]
    read: int
    total: int
    followed: int
    damaged: list[str]
