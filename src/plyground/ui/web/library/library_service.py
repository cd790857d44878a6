"""Games of the store: listed, shown, written as text and read from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plyground.core.discovery import known_games
from plyground.core.opening_names import opening_name
from plyground.core.position import Position
from plyground.errors import DamagedRowError, OptionError, PlygroundError, RecordError, UnknownRecordError
from plyground.store import LARGEST_ID, NO_REMARK, EventKind, OnDamage, Remark, Selection, Store, StoredGame
from plyground.store.records import GameRecord, replay, result_of, write_game
from plyground.store.records.quoting import printable
from plyground.store.remarks import with_remark
from plyground.ui.playing.agreement import Agreement
from plyground.ui.playing.played_game import PlayedGame
from plyground.ui.playing.player_names import YOU, meant_players, own_name, told_players, told_reason
from plyground.ui.web.common.game_sources import KINDS, Source
from plyground.ui.web.common.game_views import UNTIMED, GameInfo, Ply
from plyground.ui.web.common.lines import check_length, read_given_games
from plyground.ui.web.library.library_messages import (
    Deleted,
    GameList,
    GameRemark,
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
        return await self._executors.small.run(lambda: self._written(self._stored(game_id)))

    async def texts(self, wanted: Wanted) -> str:
        """Write games as text, the oldest first; of very many, the last ones."""
        return await self._executors.large.run(self._write, wanted)

    async def remark(self, game_id: int, remark: GameRemark) -> GameRemark:
        """Put a remark on a game, in the place of an earlier one."""
        return await self._executors.small.run(self._remark, game_id, remark)

    async def delete(self, game_id: int) -> Deleted:
        """Delete a game; those of contests count there, and stay."""
        return await self._executors.small.run(self._delete, game_id)

    async def take_in(self, text: str) -> Imported:
        """Read games, play them again and keep them; if anything is wrong, none is kept."""
        return await self._executors.large.run(self._read, text)

    def _list(self, wanted: WantedPage) -> GameList:
        you = own_name(self._store)
        page = selected(wanted, wanted.before, you)
        damaged: list[DamagedRowError] = []
        found = list(self._store.games(page, newest_first=True, limit=wanted.limit, on_damage=damaged.append))
        has_more = len(found) + len(damaged) == wanted.limit
        total = self._store.count(selected(wanted, None, you))
        following = min(_ids(found, damaged)) if has_more else None
        remarks = self._store.remarks([each.id for each in found], damaged.append)
        sources = self._sources(found, damaged.append)
        return GameList(
            [listed(each, sources[each.event], remarks.get(each.id, NO_REMARK), you) for each in found],
            total,
            following,
            [printable(str(error)) for error in damaged],
        )

    def _view(self, game_id: int) -> RecordView:
        stored = self._stored(game_id)
        record = stored.record
        check_length(len(record.moves), self._limits)
        positions, plies = positions_and_plies(record)
        event = None if stored.event is None else self._store.event(stored.event)
        remark = self._store.remarks([game_id]).get(game_id, NO_REMARK)
        return RecordView(
            listed=listed(
                stored, source_of(None if event is None else event.kind), remark, own_name(self._store)
            ),
            event_kind=None if event is None else event.kind,
            event_label=None if event is None else printable(event.label),
            tags={printable(name): printable(value) for name, value in record.tags.items()},
            opening=record.opening,
            opening_name=opening_name(positions[-1]),
            game=GameInfo.of(positions[0].game),
            plies=plies,
            reason=printable(_told_reason(record, positions[-1])),
        )

    def _sources(self, found: Sequence[StoredGame], on_damage: OnDamage) -> dict[str | None, Source]:
        """Return where the games of some events come from, by the ids of the events."""
        sources: dict[str | None, Source] = {None: source_of(None)}
        for event in {each.event for each in found if each.event is not None}:
            try:
                sources[event] = source_of(self._store.event(event).kind)
            except DamagedRowError as error:
                on_damage(error)
                sources[event] = "contests"  # nothing of it can be deleted
        return sources

    def _remark(self, game_id: int, remark: GameRemark) -> GameRemark:
        _check_id(game_id)
        self._store.set_remark(game_id, Remark(remark.name.strip(), remark.is_favourite, remark.note.strip()))
        kept = self._store.remarks([game_id]).get(game_id, NO_REMARK)
        return GameRemark(kept.name, kept.is_favourite, kept.note)

    def _delete(self, game_id: int) -> Deleted:
        _check_id(game_id)
        self._store.delete_game(game_id)
        return Deleted(game_id)

    def _stored(self, game_id: int) -> StoredGame:
        _check_id(game_id)
        return self._store.game(game_id)

    def _write(self, wanted: Wanted) -> str:
        limits, texts, size = self._limits, list[str](), 0
        damaged: list[DamagedRowError] = []
        games = self._store.games(
            selected(wanted, None, own_name(self._store)),
            newest_first=True,
            limit=limits.exported_games,
            on_damage=damaged.append,
        )
        for stored in games:
            texts.append(self._written(stored))
            size += len(texts[-1])
            if size > limits.exported_characters:
                break
        comments = [f"; {printable(str(error))}\n" for error in damaged]
        return "\n".join([*comments, *reversed(texts)])

    def _written(self, stored: StoredGame) -> str:
        """Write a game as text, with the remark on it among its tags."""
        remark = self._store.remarks([stored.id]).get(stored.id, NO_REMARK)
        try:
            return write_game(with_remark(stored.record, remark))
        except PlygroundError as error:
            raise RecordError(f"game {stored.id} cannot be written: {error}") from error

    def _read(self, text: str) -> Imported:
        records = list(read_given_games(text, self._limits))
        if not records:
            raise RecordError('there is no game in this; a game begins with its name, as in [Game "othello"]')
        added = self._store.add_all(records)
        return Imported(added.new, added.known)


def listed(stored: StoredGame, source: Source, remark: Remark = NO_REMARK, you: str = YOU) -> ListedGame:
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
        names=told_players(players, sides, printable(you)),
        result=result_of(record, sides),
        winner=record.winner,
        termination=record.termination,
        moves=len(record.moves),
        source=source,
        remark=GameRemark(printable(remark.name), remark.is_favourite, remark.note),
    )


def source_of(kind: EventKind | None) -> Source:
    """Return where games of an event of some kind come from, None for no event."""
    return next(source for source, kinds in KINDS.items() if kind in kinds)


def _check_id(game_id: int) -> None:
    if not 0 < game_id <= LARGEST_ID:
        raise UnknownRecordError(f"there is no game {game_id}")


def _ids(found: Sequence[StoredGame], damaged: Sequence[DamagedRowError]) -> list[int]:
    return [each.id for each in found] + [each.game_id for each in damaged if each.game_id is not None]


def _told_reason(record: GameRecord, last: Position) -> str:
    """Say why a game ended: by the rules in their words of today, whatever was kept."""
    if last.outcome is not None:
        return last.outcome.reason
    return told_reason(record.reason, record.winner, last.game.players)


_RESULTS: dict[Result, dict[str, Any]] = {
    "first": {"winner": 0},
    "second": {"winner": 1},
    "draw": {"is_draw": True},
    "unfinished": {"is_over": False},
    "over": {"is_over": True},
}


def selected(wanted: Wanted, before: int | None = None, you: str = YOU) -> Selection:
    """Return the selection that is wanted, as far as it comes before a game."""
    return Selection(
        game=wanted.game,
        player=None if wanted.player is None else meant_players(wanted.player, you),
        termination=wanted.termination,
        event=wanted.event,
        kinds=None if wanted.source is None else KINDS[wanted.source],
        is_favourite=wanted.favourite,
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
