"""Late-move reductions: how much less deeply a late move is searched at first.

Many evaluations favour the side that has just moved, so the reduced and the full search are to end with the
same side: an odd number of plies less took twice as long as no reductions where only moves were counted, an
even one a tenth.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from plyground.core.instructions import as_int, at, larger, smaller
from plyground.core.rules import Rules
from plyground.jit import kernel
from plyground.search.features import Features
from plyground.search.tactical import is_tactical_in

if TYPE_CHECKING:
    from plyground.search.workspace import State, Workspace

# Without `graded` every move after the third is reduced alike, where this many plies are left.
REDUCED_AFTER = 3
REDUCED_FROM_DEPTH = 4
REDUCTION = 2

# With it, a table says how much, by depth and move count; what is beyond it is as its last row or column.
REDUCED_DEPTHS = 32
REDUCED_MOVES = 64

Reduction = Callable[["State", int, int, int, int, bool, "Workspace"], int]


def reduction_table(
    base: float = 0.0, divisor: float = 1.5, step: int = 2, most: int = 6
) -> npt.NDArray[np.int8]:
    """Return the plies that a move is reduced by, for each depth and move count.

    They grow with the logarithms of both: ``base + log(depth) * log(move_count) / divisor``, rounded to whole
    multiples of `step`. At least one ply is left to search.
    """
    table = np.zeros((REDUCED_DEPTHS, REDUCED_MOVES), np.int8)
    for depth in range(REDUCED_FROM_DEPTH, REDUCED_DEPTHS):
        for move_count in range(REDUCED_AFTER + 1, REDUCED_MOVES):
            plies = base + math.log(depth) * math.log(move_count) / divisor
            rounded = step * int(plies / step + 0.5)
            while rounded > depth - 2:
                rounded -= step
            table[depth, move_count] = min(max(rounded, 0), most)
    return table


def make_reduction(rules: Rules[Any, Any], board: Any, features: Features) -> Reduction:
    """Make the kernel that tells how many plies less a move is searched at first.

    It takes ``(state, move, depth, move_count, ply, is_pv, workspace)``.
    """
    uses_reductions, is_graded, uses_killers = features.lmr, features.lmr_table, features.killers
    is_tactical = is_tactical_in(rules)

    @kernel
    def reduction_of(
        state: State, move: int, depth: int, move_count: int, ply: int, is_pv: bool, workspace: Workspace
    ) -> int:
        if not uses_reductions or depth < REDUCED_FROM_DEPTH or move_count <= REDUCED_AFTER:
            return 0
        if is_tactical(board, state, move):
            return 0
        if not is_graded:
            return REDUCTION
        row, column = smaller(depth, REDUCED_DEPTHS - 1), smaller(move_count, REDUCED_MOVES - 1)
        plies = as_int(workspace.reductions[at(row), at(column)])
        killers = workspace.killers[at(ply)]
        if is_pv or (uses_killers and (move == killers[0] or move == killers[1])):
            plies = larger(plies - REDUCTION, 0)
        return plies

    return reduction_of
