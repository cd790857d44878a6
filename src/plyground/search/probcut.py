"""Guessed cuts: what a shallow search, or the evaluation alone, finds far outside the window is cut off.

Multi-ProbCut (M. Buro, "Experiments with Multi-ProbCut", 1997): the score of a deep search is about a
linear function of that of a shallow one. Where the shallow one is beyond the window by several standard
deviations of that guess, the deep one is spared. Its parameters are data, fitted by `selectivity`.

The block that ``workspace.selectivity`` points to has one row for each depth up to `DEEPEST`. A row has
`ROW` numbers of 64 bits:

    SHALLOW          the depth of the shallow search, 0 for no such cut
    SLOPE, OFFSET    the deep score is about slope * shallow score + offset, in thousandths of a point
    MARGIN           how far beyond the window that guess has to be
    STATIC_SLOPE, STATIC_OFFSET, STATIC_MARGIN
                     likewise from the evaluation of the position itself; a margin below 0 for no such cut
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from plyground.core.instructions import as_int, smaller
from plyground.core.pointers import load_float64
from plyground.jit import kernel
from plyground.search.score import LARGEST_EVALUATION
from plyground.search.workspace import Workspace

DEEPEST = 31
ROW = 8
SHALLOW, SLOPE, OFFSET, MARGIN, STATIC_SLOPE, STATIC_OFFSET, STATIC_MARGIN = range(7)
SHALLOWEST_CUT = 3
"""The least depth at which a shallow search may spare a deep one."""

NO_PROBE, FAILS_HIGH, FAILS_LOW = 0, 1, -1


@kernel
def is_ordinary(score: int) -> bool:
    """Tell whether a score is that of an evaluation, and neither won nor lost: those are never guessed."""
    return -LARGEST_EVALUATION < score < LARGEST_EVALUATION


@kernel
def is_null_window(alpha: int, beta: int) -> bool:
    """Tell whether a window has no width, and lies among the scores of evaluations."""
    return beta - alpha == 1 and is_ordinary(alpha) and is_ordinary(beta)


@kernel
def can_be_guessed(alpha: int, beta: int, workspace: Workspace) -> bool:
    """Tell whether a node with this window may be cut off by a guess, and there are parameters for it."""
    return workspace.selectivity != np.uint64(0) and is_null_window(alpha, beta)


@kernel
def guessed_from(static: int, depth: int, address: Any) -> float:
    """Return what a search of some depth probably finds, from the evaluation of the position."""
    row = smaller(depth, DEEPEST) * ROW
    return load_float64(address, row + STATIC_SLOPE) * static + load_float64(address, row + STATIC_OFFSET)


@kernel
def futile_side(static: int, depth: int, beta: int, address: Any) -> int:
    """Tell on which side of a window without width the evaluation alone puts a position, if it is clear."""
    margin = load_float64(address, smaller(depth, DEEPEST) * ROW + STATIC_MARGIN)
    if margin < 0.0:
        return NO_PROBE
    guess = guessed_from(static, depth, address)
    if guess - margin >= beta:
        return FAILS_HIGH
    return FAILS_LOW if guess + margin <= beta - 1 else NO_PROBE


@kernel
def probe_of(static: int, depth: int, beta: int, address: Any) -> tuple[int, int, int]:
    """Return how deep to probe, which way it should fail, and what the shallow score has to exceed or not.

    Only the way that the evaluation points to is tried.
    """
    row = smaller(depth, DEEPEST) * ROW
    shallow = as_int(load_float64(address, row + SHALLOW))
    if shallow == 0:
        return 0, NO_PROBE, 0
    slope, offset = load_float64(address, row + SLOPE), load_float64(address, row + OFFSET)
    margin = load_float64(address, row + MARGIN)
    if guessed_from(static, depth, address) >= beta:
        bound = as_int(math.ceil((beta - offset + margin) / slope)) - 1
        side = FAILS_HIGH
    else:
        bound = as_int(math.floor((beta - 1 - offset - margin) / slope))
        side = FAILS_LOW
    return (shallow, side, bound) if is_ordinary(bound) else (0, NO_PROBE, 0)
