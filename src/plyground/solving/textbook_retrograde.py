"""Retrograde analysis over positions, to read. The oracle of the compiled one; never optimised.

All positions that can be reached are listed without counters. Then, again and again, those are solved that
follow from what is solved already:

* a position is a win if some move leads to a loss of the other side;
* a position is a loss if all moves lead to wins of the other side.

What is solved in round n is n plies from the end. What is never solved is a draw. Where games have margins,
the rounds are played for the largest margin first: who can win by that much, then by less.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.position import Position
from plyground.solving.solution import final_margin, largest_margin


class Solved(NamedTuple):
    """The margin of a position for the side to move, and the plies to the end if only winning counts."""

    margin: int
    distance: int | None


def solve_all(root: Position) -> dict[Any, Solved]:
    """Solve all positions that can be reached; the keys are their states without counters.

    >>> import plyground as ply
    >>> root = ply.game("konane", size=3).start()
    >>> solve_all(root)[root.state]
    Solved(margin=-1, distance=4)
    """
    children, ends = _list_positions(root)
    solved: dict[Any, Solved] = {key: Solved(0, None) for key, margin in ends.items() if margin == 0}
    for margin in range(largest_margin(root), 0, -1):
        solved |= {key: Solved(end, 0) for key, end in ends.items() if abs(end) == margin}
        _solve_by(margin, children, solved)
    draws = {key: Solved(0, None) for key in children if key not in solved}
    if largest_margin(root) > 1:
        return {key: Solved(each.margin, None) for key, each in (solved | draws).items()}
    return solved | draws


def _list_positions(root: Position) -> tuple[dict[Any, list[Any]], dict[Any, int]]:
    """Return the children of every position, and the margins of finished ones."""
    children: dict[Any, list[Any]] = {}
    ends: dict[Any, int] = {}
    waiting = [root.repetition_key]
    while waiting:
        key = waiting.pop()
        if key in children:
            continue
        position = Position(root.game, key)  # without a past, in which it might occur
        if position.outcome is not None:
            ends[key] = final_margin(position)
        children[key] = [position.play(move).repetition_key for move in position.moves()]
        waiting += children[key]
    return children, ends


def _solve_by(margin: int, children: dict[Any, list[Any]], solved: dict[Any, Solved]) -> None:
    """Solve every position in which one side can win by this margin, and by no larger one."""
    distance = 0
    while True:
        distance += 1
        found: dict[Any, Solved] = {}
        for key, after in children.items():
            if key in solved or not after:
                continue
            margins = [solved[each].margin if each in solved else 0 for each in after]
            if min(margins) <= -margin:
                found[key] = Solved(margin, distance)
            elif min(margins) >= margin:
                found[key] = Solved(-margin, distance)
        if not found:
            return
        solved |= found
