"""What pages and server say to each other about games."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from plyground.search.proof import Proof
from plyground.ui.playing.played_game import PlayedGame
from plyground.ui.web.common.game_views import GameInfo, MoveInfo, Ply, Side

LARGEST_SEED = 2**31 - 1

Seed = Annotated[int, msgspec.Meta(ge=0, le=LARGEST_SEED)]
PlyNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=60)]


# Over HTTP


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """A game that somebody wants to play: who, from where, and in which time."""

    game: str
    players: tuple[str, str]
    options: dict[str, str] = {}
    clock: str | None = None
    seconds: float | None = None
    seed: Seed | None = None
    position: str | None = None
    moves: list[str] | None = None


class Fork(msgspec.Struct, forbid_unknown_fields=True):
    """The ply from which a game is to be played differently, or again with the sides swapped."""

    ply: PlyNumber
    is_swapped: bool = False


class BegunGame(msgspec.Struct, frozen=True):
    """Where a new game is found."""

    id: str


class UnfinishedGame(msgspec.Struct, frozen=True):
    """A game to go on with; `names` are the players as people know them."""

    id: str
    game: GameInfo
    players: tuple[str, str]
    names: tuple[str, str]
    plies: int
    to_move: Side
    started: str
    position: str


class UnfinishedGames(msgspec.Struct, frozen=True):
    """The unfinished games, the newest first; `damaged` has a line about each that cannot be read."""

    games: list[UnfinishedGame]
    damaged: list[str]


# From the page


class _Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Something that a page wants."""


class PlayMove(_Order, frozen=True, tag="move"):
    """Play a move, at the ply that the page shows."""

    at: PlyNumber
    move: Annotated[str, msgspec.Meta(max_length=20)]


class Undo(_Order, frozen=True, tag="undo"):
    """Take back my move and the reply."""


class Resign(_Order, frozen=True, tag="resign"):
    """Concede the game."""


class AskHint(_Order, frozen=True, tag="hint"):
    """Tell me a good move."""


class StopThinking(_Order, frozen=True, tag="stop"):
    """Let the player that thinks play its best move so far."""


class Share(_Order, frozen=True, tag="share"):
    """Give a side to another device, and tell me its link."""

    side: Literal[0, 1]


class Pause(_Order, frozen=True, tag="pause"):
    """Let the players of a game without people wait."""


class Go(_Order, frozen=True, tag="go"):
    """Let them go on."""


class SetSpeed(_Order, frozen=True, tag="speed"):
    """Leave so many seconds between their moves."""

    seconds: Seconds


class AutoPass(_Order, frozen=True, tag="auto_pass"):
    """Pass for a person who can do nothing else, or let them do it themselves."""

    is_on: bool


class ShowThinking(_Order, frozen=True, tag="thinking"):
    """Tell me what players think, or no longer."""

    is_shown: bool


Order = (
    PlayMove
    | Undo
    | Resign
    | AskHint
    | StopThinking
    | Share
    | Pause
    | Go
    | SetSpeed
    | AutoPass
    | ShowThinking
)
ORDERS: msgspec.json.Decoder[Order] = msgspec.json.Decoder(Order)


# From the server


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winner's number, None for a draw, and why."""

    winner: Side | None
    termination: str
    reason: str

    @classmethod
    def of(cls, game: PlayedGame) -> Outcome | None:
        """Describe how a game ended; None if it goes on."""
        verdict = game.verdict
        return None if verdict is None else cls(verdict.winner, str(verdict.termination), verdict.reason)


class Status(msgspec.Struct, frozen=True):
    """How a game stands at this moment.

    `running` is the player whose clock runs, `problem` why the game is not kept, if it is not, and `prompt`
    what the side to move is to do. `compiling` is how much of the engines is compiled, from 0 to 1, as long
    as they are being compiled. `opening` is what people call how the game began, if it has a name.
    """

    ply: int
    to_move: Side
    moves: list[MoveInfo]
    outcome: Outcome | None
    is_thinking: bool
    compiling: float | None
    is_paused: bool
    speed: float
    clocks: tuple[float, float] | None
    running: Side | None
    can_undo: bool
    problem: str | None
    prompt: str
    opening: str | None


class GameMessage(msgspec.Struct, frozen=True, tag_field="type", tag="game"):
    """Everything about a game; `names` are the players as people know them."""

    id: str
    game: GameInfo
    players: tuple[str, str]
    names: tuple[str, str]
    people: tuple[bool, bool]
    plies: list[Ply]
    status: Status


class PlayedMessage(msgspec.Struct, frozen=True, tag_field="type", tag="played"):
    """A move was played."""

    ply: Ply
    status: Status


class StatusMessage(msgspec.Struct, frozen=True, tag_field="type", tag="status"):
    """Something else has changed."""

    status: Status


class ThoughtMessage(msgspec.Struct, frozen=True, tag_field="type", tag="thought"):
    """What a player thinks; score and proof are for the side that thinks."""

    side: Side
    depth: int
    score: str
    proof: Proof | None
    nodes: int
    seconds: float
    line: list[str]


class HintMessage(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """A good move; one of a search that `is_plain` was found uncompiled, among few positions."""

    move: str
    origin: int | None
    target: int | None
    told: str
    is_plain: bool


class SeatsMessage(msgspec.Struct, frozen=True, tag_field="type", tag="seats"):
    """Where a page sits: `own` are the sides for which it may play, `present` says at which somebody is.

    A guest has a seat and nothing else of the server. `undo_asked_by` waits for the other one to agree.
    """

    own: list[Side]
    is_guest: bool
    is_shared: bool
    can_share: bool
    is_public: bool
    present: tuple[bool, bool]
    undo_asked_by: Side | None


class LinkMessage(msgspec.Struct, frozen=True, tag_field="type", tag="link"):
    """The link for another device; `host` is a name of this machine, for who knows it as localhost.

    A guest gets the link to a rematch.
    """

    path: str
    host: str
