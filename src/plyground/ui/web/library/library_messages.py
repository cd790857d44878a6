"""What the library hears and says."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from plyground.store import LARGEST_ID, EventKind
from plyground.store.records import Termination
from plyground.store.remarks import LONGEST_NOTE, LONGEST_TITLE
from plyground.ui.web.common.game_sources import Source
from plyground.ui.web.common.game_views import GameInfo, Ply
from plyground.ui.web.common.lines import Asked, Name

LARGEST_PAGE = 100
Result = Literal["first", "second", "draw", "unfinished", "over"]


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which games somebody wants; `*` stands for anything in the name of a player.

    The source `mine` are games that were played at a board here, `contests` those of contests and studies,
    `imports` those of files.
    """

    game: Name | None = None
    player: Name | None = None
    result: Result | None = None
    termination: Termination | None = None
    event: Name | None = None
    source: Source | None = None
    favourite: bool = False


class WantedPage(Wanted, frozen=True, forbid_unknown_fields=True):
    """Some of the wanted games: so many before one of them, the newest first."""

    before: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_ID)] = LARGEST_ID
    limit: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_PAGE)] = 30


class GameRemark(Asked, frozen=True):
    """What somebody added to a game: a name, a star, a note."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)] = ""
    is_favourite: bool = False
    note: Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)] = ""


class Deleted(msgspec.Struct, frozen=True):
    """A game that is no longer there."""

    id: int


class ListedGame(msgspec.Struct, frozen=True):
    """A game in a list. `result` names the side that won; it is `draw`, or `*` if unfinished.

    `names` are the players as people know them, such as "You" and "Level 3".
    """

    id: int
    event: str | None
    number: int | None
    started: str
    game: str
    title: str
    size: str
    players: tuple[str, str]
    names: tuple[str, str]
    result: str
    winner: int | None
    termination: Termination
    moves: int
    source: Source
    remark: GameRemark


class GameList(msgspec.Struct, frozen=True):
    """Games, and how many there are in all; `next` is for `before` when asking for more.

    `damaged` has a line about each game in between that cannot be read.
    """

    games: list[ListedGame]
    total: int
    next: int | None
    damaged: list[str]


class RecordView(msgspec.Struct, frozen=True):
    """A game with every position, to be replayed without knowing the rules.

    The first `opening` moves were given; `opening_name` is what people call how it began. `reason` says in a
    few words why the game ended.
    """

    listed: ListedGame
    event_kind: EventKind | None
    event_label: str | None
    tags: dict[str, str]
    opening: int
    opening_name: str | None
    game: GameInfo
    plies: list[Ply]
    reason: str


class RecordText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a record file."""

    text: str


class Imported(msgspec.Struct, frozen=True):
    """How many games are new, and how many were there already."""

    new: int
    known: int
