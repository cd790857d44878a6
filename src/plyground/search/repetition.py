"""Draws by repetition: has this position stood on the board often enough?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.core.hashing import hash_state
from plyground.core.instructions import at, larger
from plyground.core.rules import Rules
from plyground.jit import kernel
from plyground.search.workspace import State, Workspace

IsRepeated = Callable[[State, int, bool, Workspace], bool]


def make_is_repeated(rules: Rules[Any, Any], board: Any) -> IsRepeated:
    """Make the kernel that tells whether a position has now stood on the board often enough for a draw.

    It takes ``(state, ply, is_near_end, workspace)``. In the last two plies of a line nobody will look
    back at the position itself. There it is enough to know that no position of the line was there
    once less often than it takes: such lines are rare, and the others cost nothing.
    """
    limit = rules.repetition_limit(board)
    if rules.repetition_key is None or not limit:
        return never_repeated
    repetition_key = rules.repetition_key

    @kernel
    def is_repeated(state: State, ply: int, is_near_end: bool, workspace: Workspace) -> bool:
        here = workspace.past + ply
        seen_before = workspace.seen[at(here)]
        if is_near_end and seen_before + 1 < limit:
            return False
        key = hash_state(repetition_key(board, state))
        workspace.keys[at(here)] = key
        seen = 1
        for index in range(here - 2, -1, -2):
            if workspace.keys[index] == key:
                seen += 1
        workspace.seen[at(here + 2)] = larger(seen, seen_before)
        return seen >= limit

    return is_repeated


@kernel
def never_repeated(state: State, ply: int, is_near_end: bool, workspace: Workspace) -> bool:
    """Stand in for games in which positions cannot recur."""
    return False
