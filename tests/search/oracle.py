"""The exact value, margin and distance of small positions by plain minimax, with the game's past."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.position import Position
from plyground.search.proof import final_proof


class Exact(NamedTuple):
    """What minimax finds for the side to move; the distance of the quickest win or the slowest loss."""

    value: str
    margin: int | None
    distance: int

    def seen_from_above(self) -> Exact:
        """Return it as the side that moved here sees it, a ply earlier."""
        turned = {"win": "loss", "loss": "win", "draw": "draw"}[self.value]
        return Exact(turned, None if self.margin is None else -self.margin, self.distance + 1)

    @property
    def rank(self) -> tuple[int, int]:
        """Better is larger: wins before draws before losses, quick wins and slow losses first."""
        sign = {"win": 1, "draw": 0, "loss": -1}[self.value]
        return sign, -sign * self.distance


class Oracle:
    """Looks at every line to the end of the game; repetitions count from the start of it."""

    def __init__(self) -> None:
        self._known: dict[Any, Exact] = {}

    def exact(self, position: Position) -> Exact:
        """Return the value of a position with its past."""
        key = (position, _past(position))
        if key not in self._known:
            self._known[key] = self._work_out(position)
        return self._known[key]

    def after(self, position: Position, move: Any) -> Exact:
        """Return what a move is worth to the side that plays it."""
        return self.exact(position.play(move)).seen_from_above()

    def _work_out(self, position: Position) -> Exact:
        if position.outcome is not None:
            proof = final_proof(position)
            return Exact(proof.value, proof.margin, 0)
        found = [self.after(position, move) for move in position.moves()]
        best = max(found, key=lambda exact: exact.rank)
        margins = [exact.margin for exact in found if exact.margin is not None]
        return best._replace(margin=max(margins, default=None))


def _past(position: Position) -> tuple[Any, ...]:
    """Return the earlier positions that may come again: those since anything was destroyed."""
    if not position.game.rules.repetition_limit(position.game.board):
        return ()
    earlier = [each for each in position.line()[:-1] if _pieces(each) == _pieces(position)]
    return tuple(sorted(each.text.split()[0] + each.to_move for each in earlier))


def _pieces(position: Position) -> int:
    return sum(letter.isalpha() for letter in position.text.split()[0])
