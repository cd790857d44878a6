"""What every node of a search does, at whatever depth: stop in time, and keep the best line."""

from __future__ import annotations

from typing import Any

from plyground.instructions import at
from plyground.jit import kernel


@kernel
def is_interrupted(workspace: Any) -> bool:
    """Tell whether somebody stopped the search, or its nodes are used up."""
    if workspace.stop != 0 or workspace.nodes > workspace.node_limit:
        workspace.stop = 1
        return True
    return False


@kernel
def remember_line(ply: int, move: int, score: int, workspace: Any) -> None:
    """Put a move before the best line of its child; at the root also its score."""
    if ply == 0:
        workspace.root_score = score
    line, below = workspace.line[at(ply)], workspace.line[at(ply + 1)]
    length = workspace.line_length[at(ply + 1)]
    line[0] = move
    for index in range(length):
        line[index + 1] = below[index]
    workspace.line_length[at(ply)] = length + 1


@kernel
def is_excluded(move: int, workspace: Any) -> bool:
    """Tell whether another line of the same search begins with this root move."""
    for index in range(workspace.excluded_count):
        if workspace.excluded[index] == move:
            return True
    return False
