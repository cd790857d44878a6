"""A recorded game, position after position, the way a page shows it."""

from __future__ import annotations

from plyground.core.position import Position
from plyground.errors import OptionError
from plyground.store.records import GameRecord, replay
from plyground.ui.playing.agreement import Agreement
from plyground.ui.playing.game import PlayedGame
from plyground.ui.web.plies import UNTIMED, Ply


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
