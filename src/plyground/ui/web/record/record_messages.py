"""What pages are told about the games of the person whose store it is."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from plyground.ui.web.common.game_views import GameInfo, Side
from plyground.ui.web.common.lines import Asked

LONGEST_PERSON = 40

Mark = Literal["win", "draw", "loss"]


class Profile(Asked, frozen=True):
    """What the person is called; the empty name is none."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_PERSON)] = ""


class OwnScore(msgspec.Struct, frozen=True):
    """Results as the person sees them."""

    wins: int
    draws: int
    losses: int


class OwnRating(msgspec.Struct, frozen=True):
    """A rating with its bounds at 95 %, from so many games against levels on one size of board."""

    value: float
    low: float
    high: float
    games: int
    size: str


class OpponentRecord(msgspec.Struct, frozen=True):
    """Results against an opponent; `level` is its number if it is one, `player` what records call it."""

    name: str
    player: str
    level: int | None
    score: OwnScore
    seconds: float
    last_played: str


class OpeningRecord(msgspec.Struct, frozen=True):
    """How an opening scored for one of the sides: its name if it has one, and its moves as played last."""

    name: str | None
    moves: list[str]
    side: Side
    score: OwnScore


class LevelAdvice(msgspec.Struct, frozen=True):
    """Which level to try next, because of what the last games against another one scored."""

    level: int
    because_of: int
    points: float
    games: int


class GameRecordSummary(msgspec.Struct, frozen=True):
    """What the person has done in one game; `form` are the last results, the newest last."""

    game: GameInfo
    levels: int
    score: OwnScore
    seconds: float
    rating: OwnRating | None
    advice: LevelAdvice | None
    form: list[Mark]
    opponents: list[OpponentRecord]
    openings: list[OpeningRecord]


class PersonalRecord(msgspec.Struct, frozen=True):
    """All of a person's games, the game played last first; `damaged` tells of those that cannot be read."""

    name: str
    seconds: float
    score: OwnScore
    games: list[GameRecordSummary]
    damaged: list[str]
