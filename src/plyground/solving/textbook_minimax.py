"""The exact value of a position as the textbooks have it: minimax to the end of the game.

This is the oracle for the compiled solvers. It is written to be read, and never optimised: it looks at every
position that can be reached, once.
"""

from __future__ import annotations

from plyground.core.position import Position
from plyground.solving.solution import final_margin


def exact_margin(position: Position) -> int:
    """Return the margin for the side to move if both sides play their best.

    >>> import plyground as ply
    >>> exact_margin(ply.game("konane", size=3).start())
    -1
    """
    return _Minimax().margin(position)


class _Minimax:
    def __init__(self) -> None:
        self._known: dict[Position, int] = {}

    def margin(self, position: Position) -> int:
        if position not in self._known:
            self._known[position] = self._work_out(position)
        return self._known[position]

    def _work_out(self, position: Position) -> int:
        if position.outcome is not None:
            return final_margin(position)
        # What the opponent wins by after a move is what the side to move loses by.
        return max(-self.margin(position.play(move)) for move in position.moves())
