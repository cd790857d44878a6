"""When a game is decided before its end: by the players' own scores, or because it goes on and on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plyground.errors import OptionError, shortened
from plyground.store.records import PlayedMove, Termination


@dataclass(frozen=True)
class Verdict:
    """How a game ends: the winner's number, None for a draw, and why."""

    winner: int | None
    termination: Termination
    reason: str


UNFINISHED = Verdict(None, Termination.UNFINISHED, "")
"""How a game stands in a record while it goes on."""


@dataclass(frozen=True)
class Adjudication:
    """The rules by which games are cut short. None of them is in force unless it is given.

    resign_score, resign_moves: who thinks to be this many points behind for this many moves running
        has lost.
    draw_score, draw_moves, draw_from: when both think that no more than this many points are
        between them for this many moves each, and this many moves each have been played before, it
        is a draw.
    most_moves: a game of this many moves of each side is a draw.
    proved: a game is over as soon as its result is proved, by a search and a solver that trust neither
        player; see `plyground.match.live_game`.
    """

    resign_score: float | None = None
    resign_moves: int = 3
    draw_score: float | None = None
    draw_moves: int = 8
    draw_from: int = 0
    most_moves: int | None = None
    proved: bool = False

    def verdict(self, moves: Sequence[PlayedMove], mover: int) -> Verdict | None:
        """Judge a game after a move of player number `mover`; None lets it go on.

        `moves` are those that the players chose, without the opening.
        """
        return self._resignation(moves, mover) or self._draw(moves) or self._length(moves)

    def _resignation(self, moves: Sequence[PlayedMove], mover: int) -> Verdict | None:
        if self.resign_score is None:
            return None
        bar = -self.resign_score
        own = moves[::-2][: self.resign_moves]
        if not _all_scores(own, self.resign_moves, lambda score: score <= bar):
            return None
        reason = f"{self.resign_score:g} points or more behind for {self.resign_moves} moves"
        return Verdict(1 - mover, Termination.ADJUDICATION, reason)

    def _draw(self, moves: Sequence[PlayedMove]) -> Verdict | None:
        if self.draw_score is None or len(moves) < 2 * (self.draw_from + self.draw_moves):
            return None
        bar, count = self.draw_score, 2 * self.draw_moves
        if not _all_scores(moves[-count:], count, lambda score: abs(score) <= bar):
            return None
        reason = f"no more than {bar:g} points between them for {self.draw_moves} moves"
        return Verdict(None, Termination.ADJUDICATION, reason)

    def _length(self, moves: Sequence[PlayedMove]) -> Verdict | None:
        if self.most_moves is None or len(moves) < 2 * self.most_moves:
            return None
        return Verdict(None, Termination.MOVE_LIMIT, f"{self.most_moves} moves each")


def _all_scores(moves: Sequence[PlayedMove], count: int, holds: Callable[[float], bool]) -> bool:
    """Tell whether there are this many moves and all have a score of which something holds."""
    return len(moves) >= count and all(move.score is not None and holds(move.score) for move in moves)


def read_adjudication(
    resign: str | None, draw: str | None, most_moves: int | None, proved: str | None = None
) -> Adjudication:
    """Read ``SCORE,MOVES`` for resigning, ``SCORE,MOVES,FROM`` for draws, and ``proved``.

    Raises:
        OptionError: a text has another form.
    """
    behind = _numbers("resign", resign, "SCORE,MOVES, such as 10,3", 2)
    even = _numbers("draw", draw, "SCORE,MOVES,FROM, such as 0.1,8,20", 3)
    if most_moves is not None and most_moves < 1:
        raise OptionError(f"a game cannot end after {most_moves} moves; give 1 or more")
    return Adjudication(
        resign_score=behind[0] if behind else None,
        resign_moves=int(behind[1]) if behind else 3,
        draw_score=even[0] if even else None,
        draw_moves=int(even[1]) if even else 8,
        draw_from=int(even[2]) if even else 0,
        most_moves=most_moves,
        proved=proved is not None,
    )


def _numbers(name: str, text: str | None, form: str, count: int) -> list[float] | None:
    if text is None:
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != count or any(not 0 <= number < 1e9 for number in numbers) or numbers[1] < 1:
        raise OptionError(f"--{name} {shortened(text)} cannot be read; write {form}")
    return numbers
