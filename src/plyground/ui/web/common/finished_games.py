"""The finished games of the store in brief, each read once: what the record and the explorer count."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from plyground.core.discovery import known_games
from plyground.errors import DamagedRowError
from plyground.store import Selection, Store
from plyground.store.records import Termination
from plyground.store.records.quoting import printable
from plyground.ui.web.common.game_sources import KINDS, Source


class FinishedGame(NamedTuple):
    """What is left of a record: `moves` are the first ones only, `seconds` those of each side."""

    id: int
    source: Source
    game: str
    options: dict[str, str]
    start: str
    players: tuple[str, str]
    winner: int | None
    started: str
    moves: tuple[str, ...]
    seconds: tuple[float, float]


def side_to_move(game: str, position: str) -> int:
    """Return who is to move in a position of a record; of a game that is not known here, the first side."""
    rules, to_move = known_games().get(game), position.partition(" ")[2].split(" ")[0]
    return rules.players.index(to_move) if rules and to_move in rules.players else 0


class FinishedGames:
    """The finished games of some sources, in the order in which they were added.

    `generation` changes whenever a game has gone that was there before: what was counted then is to be
    counted again.
    """

    def __init__(
        self, store: Store, sources: tuple[Source, ...], *, most_games: int, most_moves: int
    ) -> None:
        self.games: list[FinishedGame] = []
        self.damaged: list[str] = []
        self.generation = 0
        self._store = store
        self._sources = sources
        self._most_games = most_games
        self._most_moves = most_moves
        self._deletions = -1
        self._last: dict[Source, int] = {}
        self._unfinished: dict[int, Source] = {}

    def catch_up(self) -> None:
        """Read the games that were added or finished since the last time."""
        deletions = self._store.deletions
        if deletions != self._deletions:
            self._deletions = deletions
            self.generation += 1
            self._begin_again()
        for source in self._sources:
            self._read(source, Selection(kinds=KINDS[source], after=self._last[source]))
        waiting = dict(self._unfinished)
        for source in self._sources:
            ids = tuple([game_id for game_id, its in waiting.items() if its == source])
            if ids:
                self._read(source, Selection(ids=ids, is_over=True))

    def _begin_again(self) -> None:
        self.games.clear()
        self.damaged.clear()
        self._unfinished.clear()
        newest = [
            each.id for each in self._store.games(newest_first=True, limit=1, on_damage=self._note_damage)
        ]
        before = max(max(newest, default=0) - self._most_games, 0)
        self._last = dict.fromkeys(self._sources, before)

    def _read(self, source: Source, selection: Selection) -> None:
        for game_id, _, text in self._store.texts(selection, on_damage=self._note_damage):
            self._last[source] = max(self._last[source], game_id)
            try:
                brief = _BRIEFS.decode(text)
            except msgspec.MsgspecError as error:
                self._note_damage(DamagedRowError(f"game {game_id}", str(error), game_id))
                continue
            if brief.termination is Termination.UNFINISHED:
                self._unfinished[game_id] = source
            else:
                self._unfinished.pop(game_id, None)
                self.games.append(brief.finished(game_id, source, self._most_moves))

    def _note_damage(self, error: DamagedRowError) -> None:
        told = printable(str(error))
        if told not in self.damaged:
            self.damaged.append(told)


class _BriefMove(msgspec.Struct):
    move: str
    seconds: float | None = None


class _Brief(msgspec.Struct):
    """What counts of a record; the rest is skipped, which is many times as fast."""

    game: str
    options: dict[str, str]
    start: str
    players: tuple[str, str]
    moves: list[_BriefMove]
    termination: Termination
    winner: Literal[0, 1] | None
    started: str

    def finished(self, game_id: int, source: Source, most_moves: int) -> FinishedGame:
        first = side_to_move(self.game, self.start)  # sides take turns, and a pass is a turn
        turns = [self.moves[(side - first) % 2 :: 2] for side in (0, 1)]
        spent = [sum(move.seconds or 0.0 for move in taken) for taken in turns]
        return FinishedGame(
            id=game_id,
            source=source,
            game=self.game,
            options=self.options,
            start=self.start,
            players=self.players,
            winner=self.winner,
            started=self.started,
            moves=tuple([move.move for move in self.moves[:most_moves]]),
            seconds=(spent[0], spent[1]),
        )


_BRIEFS = msgspec.json.Decoder(_Brief)
