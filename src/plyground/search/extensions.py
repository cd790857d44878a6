"""Extensions: moves that are searched one ply deeper than the others of their node.

Singular extensions (T. Anantharaman, M. Campbell and F. Hsu, "Singular extensions: adding selectivity to
brute-force searching", 1990): where a shallow search finds every other move clearly worse than what the table
promises for its move, everything depends on that one. Recaptures: an exchange on one square is followed
to its end.

A line is extended at every second ply of its way at most, so that it is never more than twice as long as the
depth says. Nothing is searched less deeply for it: every win within the depth is found as without
extensions, and what is proved, distances included, is proved with them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from plyground.core.instructions import as_int, at, smaller
from plyground.core.rules import NO_SQUARE, Rules
from plyground.jit import kernel
from plyground.search.features import Features
from plyground.search.probcut import is_ordinary
from plyground.search.tactical import is_tactical_in
from plyground.search.tt import UPPER_BOUND, bound_of, depth_of, find_entry, move_of, score_of, table_of
from plyground.search.workspace import NO_MOVE, State, Workspace

# A move is asked to be singular where this many plies are left, and the table knows a search nearly as deep.
SINGULAR_FROM_DEPTH = 6
NEARLY_AS_DEEP = 2


class Extensions(NamedTuple):
    """The kernels that say what is extended.

    singular_candidate: takes ``(key, depth, ply, workspace)``; returns the move that may be singular, or
        `NO_MOVE`, the score that no other move may reach then, and the depth of the search that tells.
    extension_of: takes ``(state, move, ply, singular_move, workspace)``; returns by how many plies a move is
        extended.
    note_move: takes ``(state, move, ply, extension, workspace)``; notes what the node behind a move has to
        know about the path. Every move that is searched is noted; `note_null_move` notes a null move.
    """

    singular_candidate: Callable[[Any, int, int, Workspace], tuple[int, int, int]]
    extension_of: Callable[[State, int, int, int, Workspace], int]
    note_move: Callable[[State, int, int, int, Workspace], None]
    note_null_move: Callable[[int, Workspace], None]


def make_extensions(rules: Rules[Any, Any], board: Any, features: Features) -> Extensions:
    """Make the kernels of the extensions. A game without tactical moves has no recaptures."""
    uses_singular = features.singular and features.tt
    uses_recaptures = features.recaptures and rules.is_noisy is not None
    uses_any, uses_path = (
        uses_singular or uses_recaptures,
        features.counter_moves or features.continuation_history,
    )
    is_tactical, move_squares = is_tactical_in(rules), rules.move_squares
    no_move_slot = rules.move_codes(board)

    @kernel
    def may_extend(ply: int, workspace: Workspace) -> bool:
        return 2 * as_int(workspace.extensions[at(ply)]) < ply

    @kernel
    def tactical_target(state: State, move: int) -> int:
        if not is_tactical(board, state, move):
            return NO_SQUARE
        _, target = move_squares(board, state, move)
        return as_int(target)

    @kernel(is_inlined=False)
    def singular_candidate(key: Any, depth: int, ply: int, workspace: Workspace) -> tuple[int, int, int]:
        if depth < SINGULAR_FROM_DEPTH or not may_extend(ply, workspace):
            return NO_MOVE, 0, 0
        known = find_entry(table_of(workspace), key)
        if known == np.uint64(0) or bound_of(known) == UPPER_BOUND:
            return NO_MOVE, 0, 0
        score, known_depth = score_of(known), smaller(depth_of(known), depth)
        singular_beta = score - as_int(workspace.singular_margin)
        if known_depth < depth - NEARLY_AS_DEEP or not (is_ordinary(score) and is_ordinary(singular_beta)):
            return NO_MOVE, 0, 0
        return move_of(known), singular_beta, about_half(known_depth)

    @kernel
    def extension_of(state: State, move: int, ply: int, singular_move: int, workspace: Workspace) -> int:
        if not uses_any or not may_extend(ply, workspace):
            return 0
        if uses_singular and move == singular_move:
            return 1
        square = as_int(workspace.recapture_square[at(ply)])
        if uses_recaptures and square != NO_SQUARE and tactical_target(state, move) == square:
            return 1
        return 0

    @kernel
    def note_move(state: State, move: int, ply: int, extension: int, workspace: Workspace) -> None:
        if uses_path:
            workspace.path[at(ply + 1)] = move
        if uses_any:
            workspace.extensions[at(ply + 1)] = workspace.extensions[at(ply)] + extension
        if uses_recaptures:
            workspace.recapture_square[at(ply + 1)] = tactical_target(state, move)

    @kernel
    def note_null_move(ply: int, workspace: Workspace) -> None:
        if uses_path:
            workspace.path[at(ply + 1)] = no_move_slot
        if uses_any:
            workspace.extensions[at(ply + 1)] = workspace.extensions[at(ply)]
        if uses_recaptures:
            workspace.recapture_square[at(ply + 1)] = NO_SQUARE

    return Extensions(singular_candidate, extension_of, note_move, note_null_move)


@kernel
def about_half(depth: int) -> int:
    """Return about half of a depth, less by an even number: scores at odd and at even depths lie apart."""
    return depth - 2 * ((depth + 2) // 4)
