"""Games of the store: listed, shown, written as text and read from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plyground.core.discovery import known_games
from plyground.core.position import Position
from plyground.errors import DamagedRowError, OptionError, PlygroundError, RecordError, UnknownRecordError
from plyground.store import LARGEST_ID, Selection, Store, StoredGame
from plyground.store.records import GameRecord, replay, result_of, write_game
from plyground.store.records.quoting import printable
from plyground.ui.playing.agreement import Agreement
from plyground.ui.playing.played_game import PlayedGame
from plyground.ui.playing.player_names import meant_players, told_players, told_reason
from plyground.ui.web.common.game_views import UNTIMED, GameInfo, Ply
from plyground.ui.web.common.lines import check_length, read_given_games
from plyground.ui.web.library.library_messages import (
    GameList,
    Imported,
    ListedGame,
    RecordView,
    Result,
    Wanted,
    WantedPage,
)
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.executors import Executors

ORDER_OF_MOVING = ("first", "second")
"""What the sides of a game are called whose rules are not known here."""


class LibraryService:
    """Hands out the games of a store and takes in others."""

    def __init__(self, store: Store, limits: Limits, executors: Executors) -> None:
        self._store = store
        self._limits = limits
        self._executors = executors

    async def games(self, wanted: WantedPage) -> GameList:
        """List games, the newest first."""
        return await self._executors.small.run(self._list, wanted)

    async def record(self, game_id: int) -> RecordView:
        """Return one game with all its positions."""
        return await self._executors.small.run(self._view, game_id)

    async def text(self, game_id: int) -> str:
        """Write one game as text."""
        return await self._executors.small.run(lambda: _written(self._stored(game_id)))

    async def texts(self, wanted: Wanted) -> str:
        """Write games as text, the oldest first; of very many, the last ones."""
        return await self._executors.large.run(self._write, wanted)

    async def take_in(self, text: str) -> Imported:
        """Read games, play them again and keep them; if anything is wrong, none is kept."""
        return await self._executors.large.run(self._read, text)

    def _list(self, wanted: WantedPage) -> GameList:
        page = selected(wanted, wanted.before)
        damaged: list[DamagedRowError] = []
        found = list(self._store.games(page, newest_first=True, limit=wanted.limit, on_damage=damaged.append))
        has_more = len(found) + len(damaged) == wanted.limit
        total = self._store.count(selected(wanted))
        return GameList(
            [listed(each) for each in found],
            total,
            min(_ids(found, damaged)) if has_more else None,
            [printable(str(error)) for error in damaged],
        )

    def _view(self, game_id: int) -> RecordView:
        stored = self._stored(game_id)
        record = stored.record
        check_length(len(record.moves), self._limits)
        positions, plies = positions_and_plies(record)
        event = None if stored.event is None else self._store.event(stored.event)
        return RecordView(
            listed=listed(stored),
            event_kind=None if event is None else event.kind,
            event_label=None if event is None else printable(event.label),
            tags={printable(name): printable(value) for name, value in record.tags.items()},
            opening=record.opening,
            game=GameInfo.of(positions[0].game),
            plies=plies,
            reason=printable(_told_reason(record, positions[-1])),
        )

    def _stored(self, game_id: int) -> StoredGame:
        if not 0 < game_id <= LARGEST_ID:
            raise UnknownRecordError(f"there is no game {game_id}")
        return self._store.game(game_id)

    def _write(self, wanted: Wanted) -> str:
        limits, texts, size = self._limits, list[str](), 0
        damaged: list[DamagedRowError] = []
        games = self._store.games(
            selected(wanted), newest_first=True, limit=limits.exported_games, on_damage=damaged.append
        )
        for stored in games:
            texts.append(_written(stored))
            size += len(texts[-1])
            if size > limits.exported_characters:
                break
        comments = [f"; {printable(str(error))}\n" for error in damaged]
        return "\n".join([*comments, *reversed(texts)])

    def _read(self, text: str) -> Imported:
        records = list(read_given_games(text, self._limits))
        if not records:
            raise RecordError('there is no game in this; a game begins with its name, as in [Game "othello"]')
        added = self._store.add_all(records)
        return Imported(added.new, added.known)


def listed(stored: StoredGame) -> ListedGame:
    """Describe a game in a few words; names may come from anywhere."""
    record = stored.record
    rules = known_games().get(record.game)
    sides = rules.players if rules else ORDER_OF_MOVING
    players = printable(record.players[0]), printable(record.players[1])
    return ListedGame(
        id=stored.id,
        event=stored.event,
        number=stored.number,
        started=printable(record.started),
        game=printable(record.game),
        title=rules.title if rules else printable(record.game),
        size=printable(record.options.get("size", "")),
        players=players,
        names=told_players(players, sides),
        result=result_of(record, sides),
        winner=record.winner,
        termination=record.termination,
        moves=len(record.moves),
    )


def _ids(found: Sequence[StoredGame], damaged: Sequence[DamagedRowError]) -> list[int]:
    return [each.id for each in found] + [each.game_id for each in damaged if each.game_id is not None]


def _told_reason(record: GameRecord, last: Position) -> str:
    """Say why a game ended: by the rules in their words of today, whatever was kept."""
    if last.outcome is not None:
        return last.outcome.reason
    return told_reason(record.reason, record.winner, last.game.players)


def _written(stored: StoredGame) -> str:
    try:
        return write_game(stored.record)
    except PlygroundError as error:
        raise RecordError(f"game {stored.id} cannot be written: {error}") from error


_RESULTS: dict[Result, dict[str, Any]] = {
    "first": {"winner": 0},
    "second": {"winner": 1},
    "draw": {"is_draw": True},
    "unfinished": {"is_over": False},
    "over": {"is_over": True},
}


def selected(wanted: Wanted, before: int | None = None) -> Selection:
    """Return the selection that is wanted, as far as it comes before a game."""
    return Selection(
        game=wanted.game,
        player=None if wanted.player is None else meant_players(wanted.player),
        termination=wanted.termination,
        event=wanted.event,
        before=before,
        **({} if wanted.result is None else _RESULTS[wanted.result]),
    )


def positions_and_plies(record: GameRecord) -> tuple[list[Position], list[Ply]]:
    """Play a game again; return its positions and what there is to say about each.

    Raises:
        RecordError: the record contradicts the rules.
        PlygroundError: the game is not known here, or cannot be set up so.
    """
    positions = replay(record)
    clocks = _clocks(record, positions[-1])
    moves = (UNTIMED, *record.moves)
    return positions, [
        Ply.of(position, played, shown)
        for position, played, shown in zip(positions, moves, clocks, strict=True)
    ]


def _clocks(record: GameRecord, last: Position) -> list[tuple[float, float] | None]:
    """Return what the clocks showed after every move; a record need not say that there were any."""
    nothing: list[tuple[float, float] | None] = [None] * (len(record.moves) + 1)
    try:
        agreement = Agreement(record.players, clock=record.tags.get("Clock"))
    except OptionError:  # a tag may say anything
        return nothing
    chosen = record.moves[record.opening :]
    history = PlayedGame(last, agreement, moves=chosen).clock_history()
    return nothing if history is None else [*nothing[: record.opening], *history]
