"""What a solver needs of a method: a search, the moves it remembers, and the memory it works in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from plyground.core.heuristics import Evaluator


class Method(NamedTuple):
    """A way to solve positions, compiled for one game on one board.

    ``search(state, alpha, beta, workspace)`` returns a score that bounds the margin of the side to move,
    as alpha-beta does: see `plyground.solving.exact_alphabeta`. ``find_move(state, goal, workspace)`` returns
    the move that the table has for a side that wants at least `goal`, `NO_MOVE` if there is none.

    For a checkpoint of the table, ``cost_of(content)`` returns what an entry cost to find, from 0 to 255.
    `layout` changes whenever the meaning of an entry does.
    ``find_numbers(state, goal, workspace)`` returns the proof and the disproof number that the table has,
    twice 0 if it has none. `evaluator` is what it orders moves by, if it does.
    """

    name: str
    search: Callable[[Any, int, int, Any], int]
    find_move: Callable[[Any, int, Any], int]
    make_workspace: Callable[[Any, Any, Any], Any]
    longest_game: int
    cost_of: Callable[[Any], int]
    layout: int
    find_numbers: Callable[[Any, int, Any], tuple[int, int]] | None = None
    evaluator: Evaluator | None = None
