"""Exact values of positions, wherever they come from: a table on disk, or an analysis in memory."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from plyground.core.position import Game, Move, Position

Value = Literal["win", "loss", "draw"]


@dataclass(frozen=True)
class Exact:
    """The exact value of a position for the side to move.

    `margin` is None in games that have none. `distance` is the number of plies to the end of the game if the
    winner hurries and the loser delays; it is None for draws, and in games with margins.
    """

    value: Value
    margin: int | None = None
    distance: int | None = None

    @property
    def rank(self) -> tuple[int, int]:
        """What the side to move prefers: a larger margin, then a sooner win or a later loss."""
        sign = (self.value == "win") - (self.value == "loss")
        return sign if self.margin is None else self.margin, -sign * (self.distance or 0)

    def one_ply_before(self) -> Exact:
        """Return the same for the side that has just moved here, seen from before its move."""
        value: Value = "win" if self.value == "loss" else "loss" if self.value == "win" else "draw"
        margin = None if self.margin is None else -self.margin
        return Exact(value, margin, None if self.distance is None else self.distance + 1)


def final_value(position: Position) -> Exact:
    """Return the value of a finished game for the side that would be to move."""
    winner = position.outcome and position.outcome.winner
    largest = position.game.rules.largest_margin(position.game.board)
    # The squares know nothing of a draw by repetition.
    margin = 0 if winner is None else max(min(position._facts.score, largest), -largest)
    return Exact(value_of(margin), margin if largest > 1 else None, 0)


def value_of(margin: int) -> Value:
    """Return who wins with a margin for the side to move."""
    return "win" if margin > 0 else "loss" if margin < 0 else "draw"


class Found(NamedTuple):
    """What is kept of a position: its margin (1, 0 or -1 if only winning counts) and its distance."""

    margin: int
    distance: int | None


class SolvedPositions(ABC):
    """Positions of one board, each with its exact value.

    Where positions can repeat, they are kept without counters: as if a game could go on for ever, and a draw
    is what neither side can win. `probe` returns what is true in the actual game, with its past.
    """

    game: Game
    has_counters: bool
    """Whether states hold something that `repetition_key` leaves out."""

    @abstractmethod
    def look_up(self, key: Any) -> Found | None:
        """Return what is kept of a state without counters, None if it is not among the positions."""

    def probe(self, position: Position) -> Exact | None:
        """Return the exact value of a position, None if it is not known.

        A draw among positions without counters is a draw in the actual game too: the strategy that keeps a
        side from losing there keeps it from losing here. A win counts only if neither the no-progress rule
        nor a repetition of an earlier position can end the game before it is reached.
        """
        if position.game != self.game:
            return None
        if position.outcome is not None:
            return final_value(position)
        found = self.look_up(position.repetition_key)
        if found is None or (found.margin != 0 and not self._is_reached(position, found.distance)):
            return None
        return self._exact(found)

    def probe_without_counters(self, position: Position) -> Exact | None:
        """Return the value that a position has if no counter and no repetition ever ends the game."""
        found = self.look_up(position.repetition_key) if position.game == self.game else None
        return None if found is None else self._exact(found)

    def moves(self, position: Position) -> list[tuple[Move, Exact | None]]:
        """Return all legal moves, each with what it is worth to the side that plays it."""
        probed = [(move, self.probe(position.play(move))) for move in position.moves()]
        return [(move, None if exact is None else exact.one_ply_before()) for move, exact in probed]

    def best_move(self, position: Position) -> Move | None:
        """Return the move that wins soonest, draws, or loses latest; None if the game is over or not known.

        Counters are left out: see `probe_without_counters`.
        """
        best: tuple[tuple[int, int], Move] | None = None
        for move in position.moves():
            exact = self.probe_without_counters(position.play(move))
            if exact is None:
                return None
            rank = exact.one_ply_before().rank
            if best is None or rank > best[0]:
                best = rank, move
        return None if best is None else best[1]

    def _exact(self, found: Found) -> Exact:
        return Exact(
            value_of(found.margin), found.margin if self._largest_margin > 1 else None, found.distance
        )

    @property
    def _largest_margin(self) -> int:
        return self.game.rules.largest_margin(self.game.board)

    def _is_reached(self, position: Position, distance: int | None) -> bool:
        """Tell whether a win so many plies away is reached, whatever the loser does.

        Every position on the way there is nearer to the end than the one before it. So only earlier positions
        that are nearer still can come again.
        """
        rules, board = self.game.rules, self.game.board
        if rules.repetition_key is None:
            return True
        if distance is None or (rules.quiet_plies_left is None and self.has_counters):
            return False
        if rules.quiet_plies_left is not None:
            left = rules.quiet_plies_left(board, position.state)
            if left is not None and distance >= left:
                return False
        limit = rules.repetition_limit(board)
        if not limit:
            return True
        occurred = Counter(earlier.repetition_key for earlier in position.line())
        again = [self.look_up(key) for key, times in occurred.items() if times >= limit - 1]
        return not any(found and found.distance is not None and found.distance < distance for found in again)
