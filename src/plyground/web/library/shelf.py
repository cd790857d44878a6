"""Games of the store: listed, shown, written as text and read from it."""

from __future__ import annotations

import asyncio

from plyground.discovery import known_games
from plyground.errors import PlygroundError, RecordError, UnknownRecordError
from plyground.records import GameRecord, read_games, result_of, write_game
from plyground.records.quoting import printable
from plyground.store import LARGEST_ID, Store, StoredGame
from plyground.web.game_info import GameInfo
from plyground.web.library.messages import (
    GameList,
    Imported,
    ListedGame,
    RecordView,
    Wanted,
    WantedPage,
)
from plyground.web.library.replaying import positions_and_plies
from plyground.web.library.selecting import selected
from plyground.web.limits import Limits

ORDER_OF_MOVING = ("first", "second")
"""What the sides of a game are called whose rules are not known here."""


class Shelf:
    """Hands out the games of a store and takes in others; files of many games one at a time."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._limits = limits
        self._one_at_a_time = asyncio.Lock()

    async def games(self, wanted: WantedPage) -> GameList:
        """List games, the newest first."""
        return await asyncio.to_thread(self._list, wanted)

    async def record(self, game_id: int) -> RecordView:
        """Return one game with all its positions."""
        return await asyncio.to_thread(self._view, game_id)

    async def text(self, game_id: int) -> str:
        """Write one game as text."""
        return await asyncio.to_thread(lambda: _written(self._stored(game_id)))

    async def texts(self, wanted: Wanted) -> str:
        """Write games as text, the oldest first; of very many, the last ones."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(self._write, wanted)

    async def take_in(self, text: str) -> Imported:
        """Read games, play them again and keep them; if anything is wrong, none is kept."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(self._read, text)

    def _list(self, wanted: WantedPage) -> GameList:
        page = selected(wanted, wanted.before)
        found = list(self._store.games(page, newest_first=True, limit=wanted.limit))
        has_more = len(found) == wanted.limit
        total = self._store.count(selected(wanted))
        return GameList([listed(each) for each in found], total, found[-1].id if has_more else None)

    def _view(self, game_id: int) -> RecordView:
        stored = self._stored(game_id)
        record = stored.record
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
            reason=printable(record.reason),
        )

    def _stored(self, game_id: int) -> StoredGame:
        if not 0 < game_id <= LARGEST_ID:
            raise UnknownRecordError(f"there is no game {game_id}")
        return self._store.game(game_id)

    def _write(self, wanted: Wanted) -> str:
        limits, texts, size = self._limits, list[str](), 0
        for stored in self._store.games(selected(wanted), newest_first=True, limit=limits.exported_games):
            texts.append(_written(stored))
            size += len(texts[-1])
            if size > limits.exported_characters:
                break
        return "\n".join(reversed(texts))

    def _read(self, text: str) -> Imported:
        records = list(read_games(text))
        if not records:
            raise RecordError('there is no game in this; a game begins with its name, as in [Game "othello"]')
        added = self._store.add_all(records)
        return Imported(added.new, added.known)


def listed(stored: StoredGame) -> ListedGame:
    """Describe a game in a few words; names may come from anywhere."""
    record = stored.record
    rules = known_games().get(record.game)
    return ListedGame(
        id=stored.id,
        event=stored.event,
        number=stored.number,
        started=printable(record.started),
        game=printable(record.game),
        title=rules.title if rules else printable(record.game),
        size=printable(record.options.get("size", "")),
        players=_names(record),
        result=result_of(record, rules.players if rules else ORDER_OF_MOVING),
        winner=record.winner,
        termination=record.termination,
        moves=len(record.moves),
    )


def _names(record: GameRecord) -> tuple[str, str]:
    first, second = map(printable, record.players)
    return first, second


def _written(stored: StoredGame) -> str:
    try:
        return write_game(stored.record)
    except PlygroundError as error:
        raise RecordError(f"game {stored.id} cannot be written: {error}") from error
