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
    RecordText,
    RecordView,
    Result,
    Wanted,
    WantedPage,
)
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.executors import Executors, in_thread
from plyground.ui.web.transport.http import FileContent, get, post

TEXT = "text/plain; charset=utf-8"

ORDER_OF_MOVING = ("first", "second")
"""What the sides of a game are called whose rules are not known here."""


class LibraryService:
    """Hands out the games of a store and takes in others."""

    def __init__(self, store: Store, limits: Limits, executors: Executors) -> None:
        self._store = store
        self._limits = limits
        self.executors = executors

    @get("/api/records")
    @in_thread("small")
    def list_records(self, query: WantedPage) -> GameList:
        """List games, those that were added last first."""
        you = own_name(self._store)
        page = selected(query, query.before, you)
        damaged: list[DamagedRowError] = []
        found = list(self._store.games(page, newest_first=True, limit=query.limit, on_damage=damaged.append))
        has_more = len(found) + len(damaged) == query.limit
        total = self._store.count(selected(query, None, you))
        following = min(_ids(found, damaged)) if has_more else None
        remarks = self._store.remarks([each.id for each in found], damaged.append)
        sources = self._sources(found, damaged.append)
        return GameList(
            [listed(each, sources[each.event], remarks.get(each.id, NO_REMARK), you) for each in found],
            total,
            following,
            [printable(str(error)) for error in damaged],
        )

    @post("/api/records", is_upload=True)
    @in_thread("large")
    def import_records(self, body: RecordText) -> Imported:
        """Play the games of a record file again and keep them, all or none."""
        records = list(read_given_games(body.text, self._limits))
        if not records:
            raise RecordError('there is no game in this; a game begins with its name, as in [Game "othello"]')
        added = self._store.add_all(records)
        return Imported(added.new, added.known)

    @get("/api/records/text", TEXT)
    @in_thread("large")
    def export_records(self, query: Wanted) -> FileContent:
        """Write games as a record file, the oldest first."""
        limits, texts, size = self._limits, list[str](), 0
        damaged: list[DamagedRowError] = []
        games = self._store.games(
            selected(query, None, own_name(self._store)),
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
        return FileContent("\n".join([*comments, *reversed(texts)]), TEXT, "games.txt")

    @get("/api/records/{id}")
    @in_thread("small")
    def show_record(self, id: int) -> RecordView:
        """Show a game with all its positions."""
        stored = self._stored(id)
        record = stored.record
        check_length(len(record.moves), self._limits)
        positions, plies = positions_and_plies(record)
        event = None if stored.event is None else self._store.event(stored.event)
        remark = self._store.remarks([id]).get(id, NO_REMARK)
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

    @get("/api/records/{id}/text", TEXT)
    @in_thread("small")
    def export_record(self, id: int) -> FileContent:
        """Write a game as a record file."""
        return FileContent(self._written(self._stored(id)), TEXT, f"game-{id}.txt")

    @post("/api/records/{id}/remark")
    @in_thread("small")
    def remark_on_record(self, id: int, body: GameRemark) -> GameRemark:
        """Name a game, mark it as a favourite, and write a note on it."""
        _check_id(id)
        self._store.set_remark(id, Remark(body.name.strip(), body.is_favourite, body.note.strip()))
        kept = self._store.remarks([id]).get(id, NO_REMARK)
        return GameRemark(kept.name, kept.is_favourite, kept.note)

    @post("/api/records/{id}/delete")
    @in_thread("small")
    def delete_record(self, id: int) -> Deleted:
        """Delete a game that was played here or imported."""
        _check_id(id)
        self._store.delete_game(id)
        return Deleted(id)

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

    def _stored(self, game_id: int) -> StoredGame:
        _check_id(game_id)
        return self._store.game(game_id)

    def _written(self, stored: StoredGame) -> str:
        """Write a game as text, with the remark on it among its tags."""
        remark = self._store.remarks([stored.id]).get(stored.id, NO_REMARK)
        try:
            return write_game(with_remark(stored.record, remark))
        except PlygroundError as error:
            raise RecordError(f"game {stored.id} cannot be written: {error}") from error


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
