"""Tactical moves: what a game calls noisy, captures mostly. Searched early, followed beyond the depth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from plyground.core.instructions import as_int
from plyground.core.rules import Rules
from plyground.jit import kernel

if TYPE_CHECKING:
    from plyground.search.workspace import Int32s, State

IsTactical = Callable[[Any, Any, int], bool]


def is_tactical_in(rules: Rules[Any, Any]) -> IsTactical:
    """Return the kernel that tells whether a move is tactical, ``(board, state, move)``."""
    return rules.is_noisy or never


def make_list_tactical(rules: Rules[Any, Any], board: Any) -> Callable[[State, Int32s], int]:
    """Make the kernel that lists the tactical moves: as the game does it, or by asking about each."""
    legal_moves, tactical_moves, is_tactical = rules.legal_moves, rules.noisy_moves, is_tactical_in(rules)
    if tactical_moves is not None:

        @kernel
        def list_tactical(state: State, moves: Int32s) -> int:
            return tactical_moves(board, state, moves)

        return list_tactical

    @kernel
    def filter_tactical(state: State, moves: Int32s) -> int:
        count = 0
        for index in range(legal_moves(board, state, moves)):
            if is_tactical(board, state, as_int(moves[index])):
                moves[count] = moves[index]
                count += 1
        return count

    return filter_tactical


@kernel
def never(board: Any, state: Any, move: int) -> bool:
    """Stand in for what a game does not tell about its moves."""
    return False
