"""What a page says to begin a contest, and how one is shown."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from plyground.store import EventKind
from plyground.ui.web.common.game_views import GameInfo
from plyground.ui.web.common.stored_runs import RunState

Text = Annotated[str, msgspec.Meta(max_length=300)]
Format = Literal["match", "round-robin", "gauntlet", "swiss", "knockout"]


class NewContest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A contest to be begun. `games` are those of each encounter, rounded up to pairs.

    Without a seed the server chooses one, and without `processes` how many games are played at
    once. `sprt` is a test between two differences in Elo, such as `0,20`.
    """

    game: Text
    players: list[Text]
    format: Format = "round-robin"
    options: dict[Text, Text] = {}
    games: Annotated[int, msgspec.Meta(ge=1)] = 10
    rounds: Annotated[int, msgspec.Meta(ge=1)] | None = None
    seconds: float | None = None
    clock: Text | None = None
    opening_plies: Annotated[int, msgspec.Meta(ge=0, le=60)] = 4
    most_moves: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None
    sprt: Text | None = None
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] | None = None
    processes: Annotated[int, msgspec.Meta(ge=1)] | None = None


class BegunContest(msgspec.Struct, frozen=True):
    """A contest that has been begun."""

    id: str


class ContestState(msgspec.Struct, frozen=True):
    """What a contest is doing now."""

    state: RunState


class ListedContest(msgspec.Struct, frozen=True):
    """A contest in a list."""

    id: str
    kind: EventKind
    label: str
    created: str
    state: RunState
    game: str
    format: str
    players: list[str]
    games: int
    total: int


class ContestList(msgspec.Struct, frozen=True):
    """The newest contests of the store, and how many there are in all.

    `damaged` has a line about each one that cannot be read.
    """

    contests: list[ListedContest]
    total: int
    damaged: list[str]


class Estimated(msgspec.Struct, frozen=True):
    """A value with its bounds at 95 %, each null where it is infinite, and the whole in words."""

    value: float | None
    low: float | None
    high: float | None
    told: str


class Tally(msgspec.Struct, frozen=True):
    """Wins, draws and losses."""

    wins: int
    draws: int
    losses: int


class ContestEntry(msgspec.Struct, frozen=True):
    """One player of a contest in its table; `sides` are the results with either side."""

    name: str
    player: str
    points: float
    games: int
    results: Tally
    sides: tuple[Tally, Tally]
    elo: Estimated
    seconds_per_move: float | None


class Encounter(msgspec.Struct, frozen=True):
    """Two players of a round, and what each of them scored."""

    names: tuple[str, str]
    points: tuple[float, float]


class Round(msgspec.Struct, frozen=True):
    """A round of a tournament that has several."""

    label: str
    encounters: list[Encounter]


class TestState(msgspec.Struct, frozen=True):
    """How far a sequential test is: its ratio, and the bounds that end it."""

    test: str
    ratio: float
    lower: float
    upper: float
    verdict: str
    pairs: int


class CoursePoint(msgspec.Struct, frozen=True):
    """The score of the first player of a match after so many games, with its bounds."""

    games: float
    score: float
    low: float
    high: float


class MatchView(msgspec.Struct, frozen=True):
    """What only two players have: by how much the first is better, and how sure that is.

    `pairs` are the numbers of pairs with 0, ½, 1, 1½ and 2 points.
    """

    names: tuple[str, str]
    score: float
    elo: Estimated
    normalised_elo: Estimated
    superiority: float
    pairs: tuple[int, int, int, int, int]
    course: list[CoursePoint]


class ContestFact(msgspec.Struct, frozen=True):
    """Something about how a contest is played, with its name."""

    name: str
    told: str


class ContestView(msgspec.Struct, frozen=True):
    """Everything about a contest as it stands.

    The names are in the order in which the players were entered. The crosstable holds what the
    player of a row did against the player of a column, both in the order of the table. `problem`
    says why it had to stop; `game` is null if it is not known here.
    """

    id: str
    kind: EventKind
    label: str
    created: str
    names: list[str]
    state: RunState
    problem: str | None
    can_resume: bool
    game_name: str
    game: GameInfo | None
    format: str
    told_format: str
    facts: list[ContestFact]
    games: int
    total: int
    seconds_left: float | None
    table: list[ContestEntry]
    crosstable: list[list[Tally | None]]
    rounds: list[Round]
    match: MatchView | None
    test: TestState | None
    terminations: dict[str, int]


class WatchedGame(msgspec.Struct, frozen=True):
    """A game that is being played, as it stood when its last turn began.

    The next game of a place follows on the last one. `number` counts the games of the contest from 1;
    `clocks` is what both had left, null without a clock.
    """

    place: int
    number: int
    names: tuple[str, str]
    position: str
    plies: int
    clocks: tuple[float, float] | None


class WatchedGames(msgspec.Struct, frozen=True, tag_field="type", tag="watched"):
    """The games that are being played here and last long enough to be watched, sent while they are."""

    games: list[WatchedGame]


class ContestNews(msgspec.Struct, frozen=True, tag_field="type", tag="contest"):
    """The contest as it stands now, sent whenever it has changed."""

    contest: ContestView
