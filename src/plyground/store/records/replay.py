"""Playing a recorded game again, so that nothing is believed that the rules do not allow."""

from __future__ import annotations

from dataclasses import replace

from plyground.core.history import GameHistory
from plyground.core.options import read_options
from plyground.core.position import Position
from plyground.errors import IllegalMoveError, NotationError, RecordError
from plyground.store.records.record import GameRecord, Termination

UNFINISHED_RESULT = "*"
DRAWN_RESULT = "draw"


def replay(record: GameRecord) -> list[Position]:
    """Play a game again; return its positions, from the first to the last.

    Only games that are known already are found: a record must never make a file run.

    Raises:
        RecordError: a move is illegal, or the result contradicts the rules.
        PlygroundError: the game, its options or the first position cannot be.
    """
    start, history = first_position(record.history), record.history
    try:
        positions = start.play_all(history.moves).line()
    except (NotationError, IllegalMoveError) as error:
        raise RecordError(str(error)) from error
    problem = contradiction(record, positions[-1])
    if problem:
        raise RecordError(f"after move {len(record.moves)}: {problem}")
    return positions


def first_position(history: GameHistory) -> Position:
    """Return the position in which a game began.

    Raises:
        RecordError: it has another size than the game.
        PlygroundError: the game, its options or the position cannot be.
    """
    position = Position.of(replace(history, moves=()))
    game, options = position.game, history.options
    read = read_options(game.name, game.rules.options, options)
    if "size" in options and read["size"] != game.options["size"]:
        size = f"{game.rows}x{game.columns}"
        raise RecordError(f"the first position is {size}, but the size is {options['size']}")
    return position


def contradiction(record: GameRecord, last: Position) -> str | None:
    """Say in a few words how a record contradicts itself or its last position, or return None."""
    return _contradiction_in(record) or _contradiction_with(last, record)


def _contradiction_in(record: GameRecord) -> str | None:
    if not 0 <= record.opening <= len(record.moves):
        return f"{record.opening} moves were given, but there are {len(record.moves)}"
    if record.winner not in (None, 0, 1):
        return f"the winner is player 0, player 1 or nobody, not {record.winner!r}"
    if record.termination == Termination.UNFINISHED and record.winner is not None:
        return "an unfinished game has no winner"
    return None


def _contradiction_with(last: Position, record: GameRecord) -> str | None:
    outcome = last.outcome
    if outcome is None:
        return "the game is not over by the rules" if record.termination == Termination.NORMAL else None
    if record.termination != Termination.NORMAL:
        return f"the game is over by the rules ({outcome}), but here it ends by {str(record.termination)!r}"
    if result_of(record, last.game.players) != (outcome.winner or DRAWN_RESULT):
        return f"by the rules the result is another one ({outcome})"
    return None


def result_of(record: GameRecord, players: tuple[str, str]) -> str:
    """Return the winner among the players of the game, ``draw``, or ``*`` for an unfinished game."""
    if record.termination == Termination.UNFINISHED:
        return UNFINISHED_RESULT
    return DRAWN_RESULT if record.winner is None else players[record.winner]
