"""What pages and the server say to each other about puzzles."""

from __future__ import annotations

from typing import Annotated

import msgspec

from plyground.puzzles.choosing import Level
from plyground.ui.web.common.game_views import GameInfo, MoveInfo, Ply, Side

MOST_MOVES = 64
LONGEST_WORD = 40

Word = Annotated[str, msgspec.Meta(max_length=LONGEST_WORD)]


class ThemeCount(msgspec.Struct, frozen=True):
    """A theme, and how many puzzles of a game have it."""

    theme: str
    count: int


class PuzzleGame(msgspec.Struct, frozen=True):
    """A game that there are puzzles of."""

    name: str
    title: str
    count: int
    themes: list[ThemeCount]


class PuzzleStanding(msgspec.Struct, frozen=True):
    """Where the person stands: the streak of puzzles in a row, and that of days whose puzzle was solved."""

    rating: int
    deviation: int
    tried: int
    solved: int
    streak: int
    best_streak: int
    days: int
    best_days: int
    has_daily: bool


class PuzzleOverview(msgspec.Struct, frozen=True):
    """What there is to choose from, and where the person stands."""

    games: list[PuzzleGame]
    standing: PuzzleStanding


class PuzzleWish(msgspec.Struct, frozen=True, kw_only=True):
    """What kind of puzzle is asked for, and the id of one that should not come again at once."""

    game: Word | None = None
    theme: Word | None = None
    level: Level = "normal"
    after: Word | None = None


class PuzzleStand(msgspec.Struct, frozen=True):
    """A position of a puzzle in which the solver is to move, with the legal moves."""

    position: str
    moves: list[MoveInfo]


class PuzzleMessage(msgspec.Struct, frozen=True):
    """A puzzle without its solution.

    `steps` is the number of moves to find; `counts` says that this is the first attempt.
    """

    id: str
    game: GameInfo
    prompt: str
    rating: int
    themes: list[str]
    to_move: Side
    steps: int
    counts: bool
    is_daily: bool
    stand: PuzzleStand


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """The moves that the solver has found so far, and the one to be judged as the last of them."""

    moves: Annotated[list[Word], msgspec.Meta(max_length=MOST_MOVES)]
    is_daily: bool = False


class PuzzleVerdict(msgspec.Struct, frozen=True):
    """Whether a move is right, why not, what follows on the board, and where the solver is to move next."""

    is_right: bool
    told: str
    plies: list[Ply]
    next: PuzzleStand | None
    standing: PuzzleStanding


class PuzzleClue(msgspec.Struct, frozen=True):
    """Where the right move begins."""

    told: str
    squares: list[int]
    standing: PuzzleStanding


class PuzzleSolution(msgspec.Struct, frozen=True):
    """The rest of the solution, move by move."""

    told: str
    plies: list[Ply]
    standing: PuzzleStanding
