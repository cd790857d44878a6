"""Counts the games that the person has played here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, NamedTuple

import msgspec

from plyground.core.discovery import known_games
from plyground.core.history import GameHistory
from plyground.core.opening_names import longest_line, opening_name, symmetric_key
from plyground.core.position import Game, Position
from plyground.errors import PlygroundError
from plyground.players.level_ratings import measured_levels
from plyground.players.levels import levels_of
from plyground.store import Store
from plyground.store.records.quoting import printable
from plyground.store.remarks import PERSON
from plyground.tournament.counts import Counts
from plyground.tournament.ratings import rate_performance
from plyground.ui.playing.agreement import HUMAN
from plyground.ui.playing.player_names import level_of, told_player
from plyground.ui.web.common.finished_games import FinishedGame, FinishedGames
from plyground.ui.web.common.game_views import GameInfo, Side
from plyground.ui.web.common.lines import Asked
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.executors import Executors, in_thread
from plyground.ui.web.transport.http import get, post

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


LAST_GAMES = 10
FEWEST_GAMES = 5
TOO_EASY, TOO_HARD = 0.7, 0.2
"""Parts of the points of the last games against a level from which on another one is more fun."""

SHOWN_FORM = 30
UNNAMED_PLIES = 4
"""Moves that tell one opening from another where none has a name."""


class OwnGame(NamedTuple):
    """A game of the person: which side that was, and what it made, 1, 0.5 or 0."""

    game: FinishedGame
    side: int
    points: float

    @property
    def opponent(self) -> str:
        """The name of the other player in the record."""
        return self.game.players[1 - self.side]


class RecordService:
    """Knows the person's games; each is read from the store once."""

    def __init__(self, store: Store, limits: Limits, executors: Executors) -> None:
        self._store = store
        self._limits = limits
        self.executors = executors
        self._finished = FinishedGames(
            store, ("mine",), most_games=limits.followed_games, most_moves=limits.opening_plies
        )
        self._openings: dict[tuple[int, int], _Opening] = {}

    @get("/api/record")
    @in_thread("large")
    def show_own_record(self) -> PersonalRecord:
        """Count the games of the person: results, rating, time, openings."""
        self._finished.catch_up()
        by_name = defaultdict[str, list[OwnGame]](list)
        for each in own_games(self._finished.games):
            by_name[each.game.game].append(each)
        played = sorted(by_name.items(), key=lambda item: -item[1][-1].game.id)
        every = [each for _, games in played for each in games]
        return PersonalRecord(
            name=self._store.profile(PERSON) or "",
            seconds=_seconds(every),
            score=_score(every),
            games=[self._summary(name, games) for name, games in played if name in known_games()],
            damaged=list(self._finished.damaged),
        )

    @get("/api/profile")
    @in_thread("small")
    def show_profile(self) -> Profile:
        """Tell what the person is called."""
        return Profile(self._store.profile(PERSON) or "")

    @post("/api/profile")
    @in_thread("small")
    def change_profile(self, body: Profile) -> Profile:
        """Change what the person is called, on every page from now on."""
        name = printable(" ".join(body.name.split()))
        self._store.set_profile(PERSON, name or None)
        return Profile(name)

    def _summary(self, name: str, games: Sequence[OwnGame]) -> GameRecordSummary:
        usual = Game.of(known_games()[name], {})
        levels = len(levels_of(usual))
        return GameRecordSummary(
            game=GameInfo.of(usual),
            levels=levels,
            score=_score(games),
            seconds=_seconds(games),
            rating=rating_of(name, games),
            advice=advice_for(games, levels),
            form=[_mark(each) for each in games[-SHOWN_FORM:]],
            opponents=_opponents(games),
            openings=self._openings_of(games),
        )

    def _openings_of(self, games: Sequence[OwnGame]) -> list[OpeningRecord]:
        """Return the openings that were played most, by side; those without a name if played twice."""
        found = defaultdict[tuple[str, int], list[tuple[_Opening, OwnGame]]](list)
        for each in games:
            place = (self._finished.generation, each.game.id)
            if place not in self._openings:
                self._openings[place] = _opening_of(each.game)
            opening = self._openings[place]
            if opening.moves:
                found[opening.key, each.side].append((opening, each))
        most = sorted(found.items(), key=lambda item: (-len(item[1]), -item[1][-1][1].game.id))
        return [
            OpeningRecord(
                name=together[-1][0].name,
                moves=list(together[-1][0].moves),
                side=side,
                score=_score([each for _, each in together]),
            )
            for (_, side), together in most[: self._limits.listed_openings]
            if together[-1][0].name is not None or len(together) > 1
        ]


def own_games(games: Iterable[FinishedGame]) -> list[OwnGame]:
    """Return the games of one person against something else, in their order."""
    found = []
    for game in games:
        if game.players.count(HUMAN) == 1:
            side = game.players.index(HUMAN)
            points = 0.5 if game.winner is None else float(game.winner == side)
            found.append(OwnGame(game, side, points))
    return found


def rating_of(name: str, games: Sequence[OwnGame]) -> OwnRating | None:
    """Rate a person by the games against levels, on the board where those were measured."""
    measured = measured_levels(name)
    if measured is None:
        return None
    by_level = defaultdict[int, list[OwnGame]](list)
    for each in games:
        level = level_of(each.opponent)
        if level is not None and each.game.options.get("size") == measured.size:
            by_level[level].append(each)
    ratings = measured.ratings
    results = [
        (ratings[level - 1], _counts(played))
        for level, played in by_level.items()
        if 1 <= level <= len(ratings)
    ]
    number = sum(counts.games for _, counts in results)
    if not number:
        return None
    elo = rate_performance(results)
    return OwnRating(elo.value, elo.low, elo.high, number, measured.size)


def advice_for(games: Sequence[OwnGame], levels: int) -> LevelAdvice | None:
    """Return another level if the one played last has become too easy or is too hard."""
    latest = next((level for each in reversed(games) if (level := level_of(each.opponent))), None)
    if latest is None:
        return None
    last = [each for each in games if level_of(each.opponent) == latest][-LAST_GAMES:]
    points = sum(each.points for each in last)
    if len(last) < FEWEST_GAMES:
        return None
    other = latest + (points >= TOO_EASY * len(last)) - (points <= TOO_HARD * len(last))
    if other == latest or not 1 <= other <= levels:
        return None
    return LevelAdvice(other, latest, points, len(last))


def _opponents(games: Sequence[OwnGame]) -> list[OpponentRecord]:
    """Return the results against each opponent: levels first, by their number, then others by their names."""
    by_opponent = defaultdict[str, list[OwnGame]](list)
    for each in games:
        by_opponent[told_player(each.opponent)].append(each)
    found = [
        OpponentRecord(
            name=printable(name),
            player=printable(played[-1].opponent),
            level=level_of(played[-1].opponent),
            score=_score(played),
            seconds=_seconds(played),
            last_played=max(each.game.started for each in played),
        )
        for name, played in by_opponent.items()
    ]
    return sorted(found, key=lambda each: (each.level is None, each.level or 0, each.name))


class _Opening(NamedTuple):
    """How a game began; the key is the same for all games that began so, however the board was turned."""

    key: str
    name: str | None
    moves: tuple[str, ...]


def _opening_of(game: FinishedGame) -> _Opening:
    try:
        start = Position.of(GameHistory(game.game, game.options, game.start))
        line = start.play_all(game.moves[: max(longest_line(start.game), UNNAMED_PLIES)]).line()
    except PlygroundError:  # a game that another version has played by other rules
        return _Opening("", None, ())
    name = opening_name(line[-1])
    if name is not None:
        at = next(ply for ply, each in enumerate(line) if opening_name(each) == name)
        return _Opening(f"{name} {start.game.option_texts}", name, game.moves[:at])
    at = min(UNNAMED_PLIES, len(line) - 1)
    return _Opening(f"{symmetric_key(line[at])} {start.game.option_texts}", None, game.moves[:at])


def _counts(games: Sequence[OwnGame]) -> Counts:
    points = [each.points for each in games]
    return Counts(points.count(1), points.count(0.5), points.count(0))


def _score(games: Sequence[OwnGame]) -> OwnScore:
    counts = _counts(games)
    return OwnScore(counts.wins, counts.draws, counts.losses)


def _seconds(games: Iterable[OwnGame]) -> float:
    return sum(each.game.seconds[each.side] for each in games)


def _mark(game: OwnGame) -> Mark:
    return "draw" if game.points == 0.5 else "win" if game.points else "loss"
