"""Looks positions up in the games of the store, which it follows part by part."""

from __future__ import annotations

import heapq
import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec

from plyground.core.discovery import find_known_rules
from plyground.core.opening_names import opening_name, symmetric_key
from plyground.core.position import Game, Move, Position
from plyground.errors import PlygroundError
from plyground.store import Store
from plyground.store.records.quoting import printable
from plyground.ui.playing.player_names import meant_players, own_name, told_players
from plyground.ui.web.common.finished_games import FinishedGame, FinishedGames
from plyground.ui.web.common.game_sources import SOURCES, Source
from plyground.ui.web.common.game_views import GameInfo, MoveInfo, Ply
from plyground.ui.web.common.lines import GivenLine, Name, check_length, read_line
from plyground.ui.web.limits import Limits
from plyground.ui.web.openings.position_index import PositionIndex
from plyground.ui.web.transport.executors import Executors, in_thread
from plyground.ui.web.transport.http import post


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


Counts = Callable[[int], bool]
"""Tells whether the game of a number counts."""


class Book:
    """The games of one board, of which so many are indexed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.games: list[FinishedGame] = []
        self.index = PositionIndex(game)
        self.seen = 0  # of all finished games

    def catch_up(self, games: Sequence[FinishedGame], most_plies: int) -> None:
        """Find the games on this board among others, and follow some more of them."""
        new = [each for each in games[self.seen :] if _board_of(each) == self.game]
        self.games += new
        self.seen = len(games)
        played = 0
        while self.index.size < len(self.games) and played < most_plies:
            each = self.games[self.index.size]
            played += 1 + self.index.add(each.start, each.moves)


class OpeningsService:
    """Knows which moves were played; all of it in one thread."""

    def __init__(self, store: Store, limits: Limits, executors: Executors) -> None:
        self._store = store
        self._limits = limits
        self.executors = executors
        self._finished = FinishedGames(
            store, SOURCES, most_games=limits.followed_games, most_moves=limits.opening_plies
        )
        self._generation = 0
        self._books: OrderedDict[Game, Book] = OrderedDict()

    @post("/api/openings")
    @in_thread("large")
    def explore_openings(self, body: Exploration) -> Explored:
        """Count which moves were played from a position, and how they scored."""
        check_length(len(body.moves), self._limits)
        position = read_line(body)
        book = self._book(position.game)
        you = own_name(self._store)
        counts = _filter(body, book.games, you)
        moves = _explored(position, book, counts)
        reached = [number for number in book.index.reached(position) if counts(number)]
        newest = heapq.nlargest(
            self._limits.named_games, [book.games[number] for number in reached], key=lambda game: game.id
        )
        return Explored(
            game=GameInfo.of(position.game),
            plies=[Ply.of(each) for each in position.line()],
            choices=[] if position.outcome else [MoveInfo.of(move) for move in position.moves()],
            opening=opening_name(position),
            results=_results(reached, book.games),
            moves=moves,
            games=[_reached_game(each, position, you) for each in newest],
            read=book.index.size,
            total=len(book.games),
            followed=self._limits.opening_plies,
            damaged=list(self._finished.damaged),
        )

    def _book(self, game: Game) -> Book:
        self._finished.catch_up()
        if self._finished.generation != self._generation:
            self._books.clear()
            self._generation = self._finished.generation
        book = self._books.setdefault(game, Book(game))
        self._books.move_to_end(game)
        if len(self._books) > self._limits.explored_boards:
            self._books.popitem(last=False)
        book.catch_up(self._finished.games, self._limits.explored_plies)
        return book


def _board_of(game: FinishedGame) -> Game | None:
    """Return the board of a game, None if it cannot be made here."""
    try:
        return _known_board(game.game, tuple(sorted(game.options.items())), game.start)
    except PlygroundError:
        return None


@lru_cache(maxsize=256)
def _known_board(name: str, options: tuple[tuple[str, str], ...], start: str) -> Game:
    usual = Game.of(find_known_rules(name), dict(options))
    # A position brings its own board: its size, and whatever never moves on it.
    return usual if usual.start().text == start else usual.position(start).game


def _filter(asked: Exploration, games: Sequence[FinishedGame], you: str) -> Counts:
    """Return what tells whether a game is one of those that count."""
    patterns = []
    if asked.player is not None:
        names = meant_players(asked.player, you)
        patterns = [re.compile(".*".join(map(re.escape, name.split("*")))) for name in names]

    def counts(number: int) -> bool:
        game = games[number]
        if asked.source is not None and game.source != asked.source:
            return False
        return not patterns or any(each.fullmatch(name) for each in patterns for name in game.players)

    return counts


def _explored(position: Position, book: Book, counts: Counts) -> list[ExploredMove]:
    """Return the moves that were played, the most frequent first; those that are alike count as one."""
    if position.outcome is not None:
        return []
    alike: dict[str, list[Move]] = {}
    for move in position.moves():
        alike.setdefault(symmetric_key(position.play(move)), []).append(move)
    steps = book.index.steps(position)
    found = []
    for key, (move, *others) in alike.items():
        numbers = [number for number in steps.get(key, ()) if counts(number)]
        if numbers:
            results = _results(numbers, book.games)
            name = _own_opening(position.play(move))
            texts = [other.text for other in others]
            found.append(ExploredMove(move.text, move.origin, move.target, texts, results, name))
    return sorted(found, key=lambda each: -(each.results.first + each.results.draws + each.results.second))


def _own_opening(position: Position) -> str | None:
    """Return the name of the opening that begins with this very position."""
    name = opening_name(position)
    before = None if position.previous is None else opening_name(position.previous)
    return None if name == before else name


def _results(numbers: Sequence[int], games: Sequence[FinishedGame]) -> Results:
    winners = [games[number].winner for number in numbers]
    return Results(winners.count(0), winners.count(None), winners.count(1))


def _reached_game(game: FinishedGame, position: Position, you: str) -> ReachedGame:
    players = printable(game.players[0]), printable(game.players[1])
    names = told_players(players, position.game.players, printable(you))
    return ReachedGame(game.id, names, game.winner, printable(game.started))
