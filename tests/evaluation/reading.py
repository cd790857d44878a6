"""Heuristics with data, such as a module of somebody's could have, and what they say in plain words."""

from __future__ import annotations

from typing import Any

import numpy as np

import plyground as ply
from plyground.core.bits import popcount
from plyground.core.heuristics import DataHeuristic
from plyground.core.pointers import load_float64
from plyground.jit import kernel

GAME = "breakthrough"


@kernel
def material(board: Any, state: Any, address: Any) -> float:
    """Points for each pawn of mine and of yours."""
    mine = load_float64(address, 0) * float(popcount(state.own))
    return mine - load_float64(address, 1) * float(popcount(state.opponent))


@kernel
def uncompilable(board: Any, state: Any, address: Any) -> float:
    """Likewise, and Numba knows no such dictionary."""
    assert {1: 2}.get("a") is None  # type: ignore[call-overload]
    return load_float64(address, 0)


class Trusted(DataHeuristic):
    """A heuristic of our own, as far as anybody can tell."""

    @property
    def comes_with_plyground(self) -> bool:
        """Whether nobody has to watch it."""
        return True


def make_material(mine: float, yours: float, *, is_ours: bool = False) -> DataHeuristic:
    """Make a heuristic that counts pawns with the weights in its data."""
    made = Trusted if is_ours else DataHeuristic
    return made("material", GAME, "Pawns.", material, np.array([mine, yours]))


def slow_material(position: ply.Position, mine: float, yours: float) -> float:
    """Count pawns in the text of a position."""
    board, side = position.text.split()[:2]
    own, other = ("b", "w") if side == "black" else ("w", "b")
    return mine * board.count(own) - yours * board.count(other)
