"""What a solver found out about a position, proved or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from plyground.core.position import Move, Position

Value = Literal["win", "loss", "draw"]


@dataclass(frozen=True)
class Solution:
    """Proved bounds on the margin of a position, for the side to move, and how they were found.

    In a game without margins the bounds are -1 to 1: loss, draw and win. `line` is the principal variation,
    as far as it is known; `distance` the plies to the end of the game, where the method knows them.
    """

    position: Position
    method: str
    low: int
    high: int
    line: tuple[Move, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    distance: int | None = None
    certificate: str | None = None

    @property
    def value(self) -> Value | None:
        """Who wins, for the side to move: "win", "loss" or "draw"; None while it is not proved."""
        if self.low > 0:
            return "win"
        if self.high < 0:
            return "loss"
        return "draw" if self.low == self.high == 0 else None

    @property
    def margin(self) -> int | None:
        """The exact margin; None while it is not proved, and in games that have none."""
        return self.low if self._largest > 1 and self.low == self.high else None

    @property
    def is_proved(self) -> bool:
        """Whether it is proved who wins."""
        return self.value is not None

    @property
    def move(self) -> Move | None:
        """The first move of the principal variation."""
        return self.line[0] if self.line else None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as JSON has them."""
        return {
            "value": self.value,
            "margin": self.margin,
            "distance": self.distance,
            "move": None if self.move is None else str(self.move),
            "line": [str(move) for move in self.line],
            "nodes": self.nodes,
            "seconds": self.seconds,
            "method": self.method,
            "certificate": self.certificate,
            "bounds": [self.low, self.high],
        }

    def __str__(self) -> str:
        if self.value is None:
            return f"not proved: {self._describe_bounds()}"
        if self.value == "draw":
            return "proved: a draw"
        mover, other = self._sides
        winner = mover if self.value == "win" else other
        if self._largest == 1:
            return f"proved: {winner} wins"
        least = min(abs(self.low), abs(self.high))
        return f"proved: {winner} wins by {least if self.low == self.high else f'at least {least}'}"

    def _describe_bounds(self) -> str:
        mover, other = self._sides
        if (self.low, self.high) == (-self._largest, self._largest):
            return "nothing is known yet"
        if self._largest == 1:
            return f"{other if self.low == 0 else mover} does not win"
        return f"the margin of {mover} is from {self.low:+} to {self.high:+}"

    @property
    def _sides(self) -> tuple[str, str]:
        """The names of the side to move and of the other one."""
        first, second = self.position.game.players
        return (first, second) if self.position.player == 0 else (second, first)

    @property
    def _largest(self) -> int:
        return largest_margin(self.position)


def is_final(solution: Solution, *, only_winner: bool) -> bool:
    """Tell whether nothing is left to prove: the margin, or who wins if that is all that was asked."""
    return solution.is_proved and (only_winner or solution.low == solution.high)


def largest_margin(position: Position) -> int:
    """Return the largest margin there is in the game of a position; 1 if only winning counts."""
    return position.game.rules.largest_margin(position.game.board)


def final_margin(position: Position) -> int:
    """Return the margin of a finished game for the side to move; 1, 0 or -1 if only winning counts."""
    largest = largest_margin(position)
    return max(min(position._facts.score, largest), -largest)
