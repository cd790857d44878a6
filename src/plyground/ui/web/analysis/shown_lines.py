"""Lines of play, shown position by position and written as records."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.core.position import Position
from plyground.errors import RecordError
from plyground.match.judging import UNFINISHED, by_the_rules
from plyground.store.records import GameRecord, PlayedMove, read_moves, replay, write_game
from plyground.ui.web.analysis.analysis_messages import Ending, NamedLine, ShownLine
from plyground.ui.web.common.game_views import UNTIMED, GameInfo, MoveInfo, Ply
from plyground.ui.web.common.lines import GivenLine, read_given_games, read_line
from plyground.ui.web.limits import LIMITS, Limits

NOBODY = ("?", "?")


def shown_line(given: GivenLine) -> ShownLine:
    """Show a line that a page gave.

    Raises:
        PlygroundError: there is no such game, position or move; the message says which.
    """
    return _shown(read_line(given).line())


def read_text(given: GivenLine, text: str, limits: Limits = LIMITS) -> ShownLine:
    """Show what a text says: a record, a position, or moves from the position that is given.

    Raises:
        PlygroundError: the text is none of these; the message says what is wrong with it.
    """
    if "[" in text:
        return _shown_record(text, limits)
    if "/" in text:
        return shown_line(GivenLine(game=given.game, options=given.options, position=text.strip()))
    last = read_line(given)
    return _shown(read_moves(last, text, limits.record_moves - len(given.moves)).line())


def written_line(given: NamedLine) -> str:
    """Write a line as the text of a record file.

    Raises:
        PlygroundError: there is no such game, position or move; the message says which.
    """
    last = read_line(given)
    verdict = by_the_rules(last) or UNFINISHED
    return write_game(GameRecord.of(last, given.players, opening=0, **vars(verdict)))


def _shown_record(text: str, limits: Limits) -> ShownLine:
    record = next(read_given_games(text, limits), None)
    if record is None:
        raise RecordError("there is no game in this text")
    return _shown(replay(record), record.players, record.moves)


def _shown(
    positions: Sequence[Position],
    players: tuple[str, str] = NOBODY,
    moves: Sequence[PlayedMove] | None = None,
) -> ShownLine:
    last, verdict = positions[-1], by_the_rules(positions[-1])
    known = [UNTIMED, *(moves or [UNTIMED] * (len(positions) - 1))]
    return ShownLine(
        game=GameInfo.of(last.game),
        players=players,
        plies=[Ply.of(position, played) for position, played in zip(positions, known, strict=True)],
        to_move=last.player,
        moves=[MoveInfo.of(move) for move in last.moves()],
        ending=None if verdict is None else Ending(verdict.winner, verdict.reason),
    )
