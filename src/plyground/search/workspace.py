"""The workspace of a search: all memory of one thread in one record, and what every node does with it.

A record travels through the recursion as one pointer. A named tuple of arrays would be copied
field by field at every call, which was measured to be three times slower.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from plyground.core.instructions import at
from plyground.core.rules import NO_SQUARE, Rules
from plyground.jit import kernel
from plyground.search.lmr import REDUCED_DEPTHS, REDUCED_MOVES, reduction_table

MOST_PLIES = 128
"""No line of a search is longer than this."""

MOST_HISTORY = 1024
"""This many positions of the game before the root are looked at for repetitions."""

NO_MOVE = 0xFFFF
"""Stands for a missing move, in the transposition table and among the killers."""

KILLERS = 2
MOST_CONTINUATIONS = 1 << 16
NO_COUNTER = -1

LANES = 4
"""This many entries of a move list are compared at once; lists are padded to multiples of it."""

Int8s = npt.NDArray[np.int8]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]


class State(Protocol):
    """What a search reads of a state itself; everything else is known to the rules alone."""

    @property
    def player(self) -> np.uint64:
        """The side to move, 0 or 1."""
        ...


class Workspace(Protocol):
    """The fields of the record that `make_workspace` makes. `ply` counts from the root, which has 0."""

    nodes: int
    node_limit: int
    stop: int
    """1 if the search is to end; then what it returns means nothing."""
    is_shared: int
    """1 if other threads search the same tree."""
    horizon: int
    """1 if the score depends on the depth or on the path, and not on finished games alone."""
    root_score: int
    excluded_count: int
    excluded: Int32s
    """Root moves that are left out: other lines of a search for several begin with them."""

    table: np.uint64
    """The address of the transposition table, and how many entries it has."""
    table_length: int
    evaluation: np.uint64
    """The address of what the evaluation reads, 0 for nothing."""
    order_data: np.uint64
    """Likewise of the heuristic that orders the moves."""
    selectivity: np.uint64
    """And of the parameters of ProbCut and futility pruning, see `probcut`."""
    age: np.uint64

    past: int
    """How many of `keys` lie before the root."""
    keys: Words
    seen: Int64s
    """How often any position up to some index was seen, with the same side to move; two indices on."""

    killers: Int32s  # [ply, slot]
    history: Int32s  # [player, move]
    counter_moves: Int32s  # [player, previous move]
    continuation_history: Int32s  # by player, previous move and move
    reductions: Int8s  # [depth, move count]
    path: Int32s
    """The move that led to the node at a ply, `move_codes` for none."""
    no_null_move: Int32s
    """1 where nobody may pass at a ply: somebody just did."""
    singular_margin: int
    beam_width: int
    extensions: Int32s
    """By how many plies the path to the node at a ply was extended."""
    recapture_square: Int32s
    """Where the move to the node at a ply went, if it was tactical."""

    pv_length: Int32s  # [ply]
    pv: Int32s  # [ply, index]
    moves: Int32s  # [ply, index], as the rules list them
    scored_moves: Int64s  # [ply, index], see `movepick`
    deferred: Int32s  # [ply, index]

    def __getitem__(self, name: str) -> Any: ...
    def __setitem__(self, name: str, value: Any) -> None: ...


def make_workspace(rules: Rules[Any, Any], board: Any, table: Any) -> Workspace:
    """Make the workspace of one thread. It keeps neither the table alive nor what heuristics read."""
    most_moves, move_codes = rules.most_moves(board), rules.move_codes(board)
    by_ply, longest_list = MOST_PLIES + 2, -(-most_moves // LANES) * LANES  # what `padded` returns at most
    layout = [
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("stop", np.int64),
        ("is_shared", np.int64),
        ("horizon", np.int64),
        ("root_score", np.int64),
        ("excluded_count", np.int64),
        ("excluded", np.int32, most_moves),
        ("table", np.uint64),
        ("table_length", np.int64),
        ("evaluation", np.uint64),
        ("order_data", np.uint64),
        ("selectivity", np.uint64),
        ("age", np.uint64),
        ("past", np.int64),
        ("keys", np.uint64, MOST_HISTORY + by_ply),
        ("seen", np.int64, MOST_HISTORY + by_ply + 2),
        ("killers", np.int32, (by_ply, KILLERS)),
        ("history", np.int32, (2, move_codes)),
        ("reductions", np.int8, (REDUCED_DEPTHS, REDUCED_MOVES)),
        ("path", np.int32, by_ply),
        ("no_null_move", np.int32, by_ply),
        ("singular_margin", np.int64),
        ("beam_width", np.int64),
        ("extensions", np.int32, by_ply),
        ("recapture_square", np.int32, by_ply),
        ("counter_moves", np.int32, (2, move_codes + 1)),
        ("continuation_history", np.int32, continuation_size(move_codes)),
        ("pv_length", np.int32, by_ply),
        ("pv", np.int32, (by_ply, by_ply)),
        ("moves", np.int32, (by_ply, most_moves)),
        ("scored_moves", np.int64, (by_ply, longest_list)),
        ("deferred", np.int32, (by_ply, most_moves)),
    ]
    workspace = cast("Workspace", np.zeros(1, np.dtype(layout, align=True)).view(np.recarray)[0])
    workspace.table, workspace.table_length = table.ctypes.data, len(table)
    workspace.reductions[:] = reduction_table()
    workspace.path[:] = move_codes
    workspace.counter_moves[:] = NO_COUNTER
    workspace.recapture_square[:] = NO_SQUARE
    return workspace


def continuation_size(move_codes: int) -> int:
    """Return how many entries the continuation history has: one for two moves in a row, up to a limit."""
    size = 1
    while size < 2 * (move_codes + 1) * move_codes and size < MOST_CONTINUATIONS:
        size *= 2
    return size


@kernel
def padded(count: int) -> int:
    """Return the length of a list of `count` moves, padded to a multiple of `LANES`."""
    return (count + LANES - 1) & ~(LANES - 1)


@kernel
def is_interrupted(workspace: Workspace) -> bool:
    """Tell whether somebody stopped the search, or its nodes are used up."""
    if workspace.stop != 0 or workspace.nodes > workspace.node_limit:
        workspace.stop = 1
        return True
    return False


@kernel
def update_pv(ply: int, move: int, score: int, workspace: Workspace) -> None:
    """Put a move before the principal variation of its child; at the root note its score too."""
    if ply == 0:
        workspace.root_score = score
    pv, child_pv = workspace.pv[at(ply)], workspace.pv[at(ply + 1)]
    length = workspace.pv_length[at(ply + 1)]
    pv[0] = move
    for index in range(length):
        pv[index + 1] = child_pv[index]
    workspace.pv_length[at(ply)] = length + 1


@kernel
def is_excluded(move: int, workspace: Workspace) -> bool:
    """Tell whether a root move is left out of this search."""
    for index in range(workspace.excluded_count):
        if workspace.excluded[index] == move:
            return True
    return False
