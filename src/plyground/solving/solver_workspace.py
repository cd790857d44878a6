"""What a method of solving consists of, and the memory that one thread of it works in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from plyground.core.heuristics import Evaluator
from plyground.core.rules import Rules
from plyground.search.workspace import MOST_PLIES


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


NO_NODE_LIMIT = 1 << 62
STOPPED, TOO_LONG = 1, 2
"""Why a search ends early, as `stop` has it: a limit or somebody's wish, or a game with too many plies."""

_CHILD_WORDS = 2
"""So many words of each child are kept, for a search that computes children while it ranks moves."""


def make_workspace(rules: Rules[Any, Any], board: Any, table: Any) -> Any:
    """Make the working memory of one thread. It does not keep the table alive."""
    most_moves = rules.most_moves(board)
    fields = [
        ("moves", np.int32, (MOST_PLIES, most_moves)),
        ("ranks", np.int64, (MOST_PLIES, most_moves)),
        ("children", np.uint64, (MOST_PLIES, most_moves, _CHILD_WORDS)),
    ]
    return make_record(fields, table)


def make_record(fields: Sequence[tuple[Any, ...]], table: Any) -> Any:
    """Make a workspace with the fields of one method, and those that the solver reads and writes itself."""
    layout = [
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("stop", np.int64),
        ("is_shared", np.int64),  # 1 if other threads search the same tree
        ("table", np.uint64),
        ("table_length", np.int64),
        ("age", np.uint64),
        ("evaluation", np.uint64),  # the address of its data, if moves are ordered by one
        *fields,
    ]
    workspace = np.zeros(1, np.dtype(layout, align=True)).view(np.recarray)[0]
    set_table(workspace, table)
    workspace["node_limit"] = NO_NODE_LIMIT
    return workspace


def set_table(workspace: Any, table: Any) -> None:
    """Let a workspace use a table, which somebody else keeps alive."""
    workspace["table"], workspace["table_length"] = table.ctypes.data, len(table)
