"""What a puzzle of Breakthrough is about."""

from __future__ import annotations

from plyground.core.bits import bit
from plyground.core.stones import State
from plyground.games.breakthrough.moves import ONE, Board, distance_to_go, is_noisy, target_of


def puzzle_tags(board: Board, states: tuple[State, ...], moves: tuple[int, ...]) -> tuple[str, ...]:
    """Name what the first move does: it joins a race, stops a pawn near its goal, or gives a pawn up."""
    first, move, other = states[0], moves[0], states[0].player ^ ONE
    target = target_of(board, first.player, move)
    is_capture = is_noisy(board, first, move)
    distance, threat = (
        distance_to_go(board, first.player, first.own),
        distance_to_go(board, other, first.opponent),
    )
    is_foremost = distance_to_go(board, first.player, bit(move >> 2)) == distance
    found = []
    if max(distance, threat) <= board.rows // 2 and is_foremost and not is_capture:
        found.append("race")
    if is_capture and distance_to_go(board, other, bit(target)) <= 2:
        found.append("defence")
    if not is_capture and len(moves) > 1 and target_of(board, other, moves[1]) == target:
        found.append("sacrifice")
    return tuple(found)
