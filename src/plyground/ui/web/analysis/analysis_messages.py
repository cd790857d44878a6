"""What the analysis hears and says.

A page asks for a search or a review with a number of its own choosing, `request`, which comes
back with everything that belongs to it: what is late is told apart from what is new.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from plyground.search.proof import Proof
from plyground.ui.web.common.game_views import GameInfo, MoveInfo, Ply, Side
from plyground.ui.web.common.lines import Asked, EvaluationText, GivenLine, Name

RequestNumber = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


# Lines, over HTTP


class NamedLine(GivenLine, frozen=True, kw_only=True):
    """A line to be written down, and who played it if somebody did."""

    players: tuple[Name, Name] = ("?", "?")


class TextOfLine(Asked, frozen=True):
    """A text that somebody typed, pasted or opened: a record, a position, or moves from a line's end."""

    text: str
    line: GivenLine


class WrittenRecord(msgspec.Struct, frozen=True):
    """A line as the text of a record file."""

    text: str


class Ending(msgspec.Struct, frozen=True):
    """How a game ended by its rules."""

    winner: Side | None
    reason: str


class ShownLine(msgspec.Struct, frozen=True):
    """A line with every position, and what can be played at its end."""

    game: GameInfo
    players: tuple[str, str]
    plies: list[Ply]
    to_move: Side
    moves: list[MoveInfo]
    ending: Ending | None


# Searches, over a WebSocket


class SearchSettings(Asked, frozen=True, kw_only=True):
    """How to search. `features` are those switched on; without them the algorithm's own are."""

    evaluate: EvaluationText | None = None
    order: EvaluationText | None = None
    algorithm: Name = "engine"
    features: Annotated[tuple[Name, ...], msgspec.Meta(max_length=100)] | None = None
    threads: int = 1
    megabytes: int = 64


class Effort(Asked, frozen=True, kw_only=True):
    """Where a search ends: at the first of these, and never beyond the bounds of the app."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None


class Analyse(Asked, frozen=True, kw_only=True, tag_field="type", tag="analyse"):
    """Search the last position of a line; what was searched before is given up."""

    request: RequestNumber
    line: GivenLine
    settings: SearchSettings = SearchSettings()
    lines: int = 3
    effort: Effort = Effort()


class Review(Asked, frozen=True, kw_only=True, tag_field="type", tag="review"):
    """Search every position of a line, and tell where its moves were mistakes.

    Each is searched for so many `nodes`, which gives the same review every time, or for so many
    `seconds`. It is always searched by one thread. With `last`, only that many moves at the end of the line
    are reviewed.
    """

    request: RequestNumber
    line: GivenLine
    settings: SearchSettings = SearchSettings()
    seconds: float | None = None
    nodes: int | None = None
    last: Annotated[int, msgspec.Meta(ge=1)] | None = None


class Stop(Asked, frozen=True, tag_field="type", tag="stop"):
    """End the search or review under way, with what it has found so far."""


Order = Analyse | Review | Stop
ORDERS: msgspec.json.Decoder[Order] = msgspec.json.Decoder(Order)


class FoundLine(msgspec.Struct, frozen=True):
    """A way the game may go on.

    `score` and `proof` (null for a guess) are for the side to move; `value` in points and `chance`
    of winning from 0 to 1 are those of the player who moves first in a game. With `visits`, of Monte Carlo
    tree search, the score is the mean result from -1 to 1.
    """

    score: str
    proof: Proof | None
    value: float
    chance: float
    plies_to_end: int | None
    moves: list[MoveInfo]
    visits: int | None


class FinishedDepth(msgspec.Struct, frozen=True):
    """What it took to finish a depth, counted from the beginning of the search."""

    depth: int
    nodes: int
    seconds: float


class Compiling(msgspec.Struct, frozen=True, tag_field="type", tag="compiling"):
    """The search has to be compiled first, which takes some seconds; `part` is done, from 0 to 1."""

    request: int
    part: float


class SearchReport(msgspec.Struct, frozen=True, tag_field="type", tag="report"):
    """Where a search stands, or with `is_done` where it ended.

    `depth` is the last one that was finished, `current_depth` the one under way. One that `is_plain` was
    found uncompiled, among few positions, while the search is compiled.
    """

    request: int
    depth: int
    current_depth: int
    nodes: int
    speed: float
    seconds: float
    table_fill: float
    lines: list[FoundLine]
    finished: list[FinishedDepth]
    is_done: bool
    is_plain: bool = False


class Mistake(msgspec.Struct, frozen=True):
    """A move that gave chances away, and why it did.

    `loss` is how much of the chance of winning was lost, from `chance_before` to `chance_after`,
    for the side that moved. `proof_before` and `proof_after` are what is proved for that side, null for
    a guess; where both are proved, the mistake is certain. `refutation` begins with the move itself;
    `better` begins with the move that should have been played instead. `told` is what it cost and what
    refutes it, `reason` what the refutation gains, in words of the game that follow the name of the side;
    "" if there are none.
    """

    kind: Literal["inaccuracy", "mistake", "blunder"]
    is_certain: bool
    loss: float
    chance_before: float
    chance_after: float
    proof_before: Proof | None
    proof_after: Proof | None
    told: str
    reason: str
    refutation: list[MoveInfo]
    better: list[MoveInfo]


class Note(msgspec.Struct, frozen=True):
    """A move that keeps the proved value but is not the best: a slower win, a sooner loss, a worse margin."""

    kind: Literal["slower", "sooner", "margin"]
    told: str


class Judged(msgspec.Struct, frozen=True, tag_field="type", tag="judged"):
    """A position of the reviewed line: its score, and what there is to say about the next move.

    `loss` is what that move cost of the chance of winning, null where there is none or it does not count.
    """

    request: int
    ply: int
    score: str
    proof: Proof | None
    value: float
    chance: float
    plies_to_end: int | None
    depth: int
    loss: float | None
    mistake: Mistake | None
    note: Note | None


class ReviewedSide(msgspec.Struct, frozen=True):
    """How a side played: its accuracy in percent, null if no move counts, and how many do."""

    accuracy: float | None
    moves: int
    inaccuracies: int
    mistakes: int
    blunders: int


class Reviewed(msgspec.Struct, frozen=True, tag_field="type", tag="reviewed"):
    """The review has come to its end, or was stopped; how both sides played, as far as it came."""

    request: int
    is_complete: bool
    sides: tuple[ReviewedSide, ReviewedSide]
