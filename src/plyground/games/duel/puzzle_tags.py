"""What puzzles of the duel are about: battles, and pieces that escape."""

from __future__ import annotations

import numpy as np

from plyground.core.wide import size, union
from plyground.games.duel.board import Board, State
from plyground.games.duel.moves import is_noisy, move_squares, noisy_moves, pass_turn, play

BATTLE, ESCAPE = "battle", "escape"


def puzzle_tags(board: Board, states: tuple[State, ...], moves: tuple[int, ...]) -> tuple[str, ...]:
    """Name what the first move does: it meets an enemy, or the piece would be destroyed if it stayed."""
    first, move = states[0], moves[0]
    if is_noisy(board, first, move):
        return (BATTLE,)
    origin, _ = move_squares(board, first, move)
    waiting = pass_turn(board, first)
    attacks = np.empty(8 * board.rows * board.columns, np.int32)
    for attack in attacks[: noisy_moves(board, waiting, attacks)]:
        if move_squares(board, waiting, int(attack))[1] == origin:
            after = play(board, waiting, int(attack))
            if _count(after) < _count(first):
                return (ESCAPE,)
    return ()


def _count(state: State) -> int:
    """Count the pieces of the side to move."""
    return size(union(state.own_low, state.own_high))
