"""The memory that one thread of a solver works in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from plyground.core.rules import Rules
from plyground.search.workspace import MOST_PLIES

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
