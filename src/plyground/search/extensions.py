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

from plyground.instructions import as_int, at, smaller
from plyground.jit import kernel
from plyground.rules import NO_SQUARE, Rules
from plyground.search import table as entries
from plyground.search.features import Features
from plyground.search.memory import table_of
from plyground.search.ordering import is_never_so
from plyground.search.probcut import is_ordinary
from plyground.search.table import AT_MOST, NO_MOVE

# A move is asked to be singular where so many plies are left, and the table knows a search nearly as deep.
SINGULAR_FROM_DEPTH = 6
NEARLY_AS_DEEP = 2


class Extensions(NamedTuple):
    """The kernels that say what is extended.

    candidate_of: takes ``(key, depth, ply, workspace)``; returns the move that may be singular, or `NO_MOVE`,
        the score that no other move may reach then, and the depth of the search that tells.
    extension_of: takes ``(state, move, ply, singular, workspace)``; returns by how many plies a move is
        extended.
    enter: takes ``(state, move, ply, extension, workspace)``; notes what the node behind a move has to know
        about the way there. Every move that is searched is noted, and `enter_pass` notes a pass.
    """

    candidate_of: Callable[[Any, int, int, Any], tuple[int, int, int]]
    extension_of: Callable[[Any, int, int, int, Any], int]
    enter: Callable[[Any, int, int, int, Any], None]
    enter_pass: Callable[[int, Any], None]


def make_extensions(rules: Rules[Any, Any], board: Any, features: Features) -> Extensions:
    """Make the kernels of the extensions. A game without noisy moves has no recaptures."""
    uses_singular = features.singular and features.table
    uses_recaptures = features.recaptures and rules.is_noisy is not None
    uses_any, uses_path = uses_singular or uses_recaptures, features.counters or features.continuation
    is_noisy, move_squares = rules.is_noisy or is_never_so, rules.move_squares
    no_move_slot = rules.move_codes(board)

    @kernel
    def may_extend(ply: int, workspace: Any) -> bool:
        return 2 * as_int(workspace.extended[at(ply)]) < ply

    @kernel
    def noisy_target(state: Any, move: int) -> int:
        if not is_noisy(board, state, move):
            return NO_SQUARE
        _, target = move_squares(board, state, move)
        return as_int(target)

    @kernel(is_inlined=False)
    def candidate_of(key: Any, depth: int, ply: int, workspace: Any) -> tuple[int, int, int]:
        if depth < SINGULAR_FROM_DEPTH or not may_extend(ply, workspace):
            return NO_MOVE, 0, 0
        known = entries.find(table_of(workspace), key)
        if known == np.uint64(0) or entries.bound_of(known) == AT_MOST:
            return NO_MOVE, 0, 0
        score, known_depth = entries.score_of(known), smaller(entries.depth_of(known), depth)
        bar = score - as_int(workspace.singular_margin)
        if known_depth < depth - NEARLY_AS_DEEP or not (is_ordinary(score) and is_ordinary(bar)):
            return NO_MOVE, 0, 0
        return entries.move_of(known), bar, about_half(known_depth)

    @kernel
    def extension_of(state: Any, move: int, ply: int, singular: int, workspace: Any) -> int:
        if not uses_any or not may_extend(ply, workspace):
            return 0
        if uses_singular and move == singular:
            return 1
        square = as_int(workspace.battle[at(ply)])
        if uses_recaptures and square != NO_SQUARE and noisy_target(state, move) == square:
            return 1
        return 0

    @kernel
    def enter(state: Any, move: int, ply: int, extension: int, workspace: Any) -> None:
        if uses_path:
            workspace.path[at(ply + 1)] = move
        if uses_any:
            workspace.extended[at(ply + 1)] = workspace.extended[at(ply)] + extension
        if uses_recaptures:
            workspace.battle[at(ply + 1)] = noisy_target(state, move)

    @kernel
    def enter_pass(ply: int, workspace: Any) -> None:
        if uses_path:
            workspace.path[at(ply + 1)] = no_move_slot
        if uses_any:
            workspace.extended[at(ply + 1)] = workspace.extended[at(ply)]
        if uses_recaptures:
            workspace.battle[at(ply + 1)] = NO_SQUARE

    return Extensions(candidate_of, extension_of, enter, enter_pass)


@kernel
def about_half(depth: int) -> int:
    """Return about half of a depth, less by an even number: scores at odd and at even depths lie apart."""
    return depth - 2 * ((depth + 2) // 4)
