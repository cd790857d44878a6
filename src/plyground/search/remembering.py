"""How a search uses the table: what it takes from it, what it leaves there, what it leaves to others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from plyground.hashing import hash_state
from plyground.instructions import prefetch
from plyground.jit import kernel
from plyground.search import table as entries
from plyground.search.features import Features
from plyground.search.memory import ENTRY, table_of
from plyground.search.table import AT_LEAST, AT_MOST, EXACTLY, NO_MOVE

ENTRY_BYTES = ENTRY.itemsize

COMPLETE = 255
"""The depth in the table of what no deeper search can change."""


class Remembering(NamedTuple):
    """The kernels that look a position up and that write down what was found about it."""

    look_up: Callable[[Any, int, int, int, int, Any], tuple[bool, int, int]]
    write_down: Callable[[Any, int, int, int, int, int, int, Any], None]


def make_remembering(features: Features) -> Remembering:
    """Make the kernels that read and write the table."""
    uses_deeper = features.deeper

    @kernel
    def look_up(
        key: Any, depth: int, ply: int, alpha: int, beta: int, workspace: Any
    ) -> tuple[bool, int, int]:
        """Return whether the table has the answer, which one, and the best move it knows."""
        known = entries.find(table_of(workspace), key)
        if known == np.uint64(0):
            return False, 0, NO_MOVE
        known_depth = entries.depth_of(known)
        score = entries.from_root(entries.score_of(known), ply)
        is_deep_enough = known_depth == depth or (uses_deeper and known_depth > depth)
        is_settled = (
            ply > 0 and is_deep_enough and entries.settles(entries.bound_of(known), score, alpha, beta)
        )
        if is_settled and known_depth < COMPLETE:
            workspace.horizon = 1
        return is_settled, score, entries.move_of(known)

    @kernel
    def write_down(
        key: Any, depth: int, ply: int, score: int, move: int, alpha: int, beta: int, workspace: Any
    ) -> None:
        """Store what was found in a window. Lines that all end with the game hold at any depth."""
        bound = AT_LEAST if score >= beta else AT_MOST if score <= alpha else EXACTLY
        reached = COMPLETE if uses_deeper and workspace.horizon == 0 else depth
        stored = entries.from_node(score, ply)
        entries.store(table_of(workspace), key, stored, move, reached, bound, workspace.age)

    return Remembering(look_up, write_down)


@kernel
def fetch_entry(child: Any, workspace: Any) -> None:
    """Fetch what the table knows about a position that will soon be searched.

    The table does not fit into the caches of the processor: waiting for it took a quarter of the time.
    """
    fetch_bucket(hash_state(child), workspace)


@kernel
def fetch_bucket(key: Any, workspace: Any) -> None:
    """Fetch the entries of the table that a key may be in."""
    first = entries.first_of_bucket(table_of(workspace), key)
    prefetch(workspace.table + np.uint64(first * ENTRY_BYTES))


@kernel
def claim(child: Any, depth: int, workspace: Any) -> Any:
    """Tell other threads that this one searches a position; return 0 if another one does already."""
    key = _claim_key(child, depth)
    if entries.is_busy(table_of(workspace), key):
        return np.uint64(0)
    entries.set_busy(table_of(workspace), key)
    return key


@kernel
def give_back(child: Any, depth: int, workspace: Any) -> None:
    """Tell other threads that this one has searched a position."""
    entries.set_free(table_of(workspace), _claim_key(child, depth))


@kernel
def _claim_key(child: Any, depth: int) -> Any:
    return hash_state(child) ^ np.uint64(depth)
