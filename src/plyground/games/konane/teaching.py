"""What Konane says to people: rules in pictures, prompts, a lesson, tags of puzzles, reasons of mistakes."""

from __future__ import annotations

import numpy as np

from plyground.core.bits import popcount
from plyground.core.stones import State
from plyground.core.teaching import Comparison, Illustration, LessonStep, Teaching
from plyground.games.konane.board import MOST_JUMPS, Board
from plyground.games.konane.moves import legal_moves, play

FULL = "bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb"
TWO_JUMPS = "bw1w1/5/2b2/2w2/5 black"
OPENED = "bwbwbw/wbwbwb/bw2bw/wbwbwb/bwbwbw/wbwbwb"


def prompt(board: Board, state: State) -> str:
    """Say which of the two removals it is, or that it is a jump."""
    holes = board.rows * board.columns - int(popcount(state.own | state.opponent))
    if holes == 0:
        return "remove one of the outlined stones"
    if holes == 1:
        return "remove one of the outlined stones, next to the hole"
    return "jump over a stone of the other colour onto an outlined square"


TEACHING = Teaching(
    prompt=prompt,
    illustrations=(
        Illustration(
            "The board starts full. Black removes one of its own stones, at a corner or in the middle.",
            f"{FULL} black",
            "c3",
        ),
        Illustration(
            "Then white removes one of its own stones, next to the hole.",
            "bwbwbw/wbwbwb/bw1wbw/wbwbwb/bwbwbw/wbwbwb white",
            "d3",
        ),
        Illustration(
            "From then on every move is a jump over one enemy stone beside yours, along a row or column, "
            "onto the empty square behind it. The stone jumped over is removed.",
            f"{OPENED} black",
            "a3-c3",
        ),
        Illustration(
            "A stone may go on in the same direction, over one enemy stone at a time. It never turns.",
            TWO_JUMPS,
            "a1-e1",
        ),
        Illustration(
            "Whoever cannot jump loses. Here white has a stone left, and no jump.",
            "bw2/4/4/w3 black",
            "a1-c1",
        ),
    ),
    lesson=(
        LessonStep(
            prompt="You are black. Remove one of the outlined stones to open the board.",
            praise="The board is open. White now removes a stone next to the hole.",
            position=f"{FULL} black",
        ),
        LessonStep(
            prompt="Pick a black stone with a white one between it and the hole, and jump.",
            praise="The white stone is gone, and your stone stands where the hole was.",
            position=f"{OPENED} black",
        ),
        LessonStep(
            prompt="One move can be several jumps. Take two white stones with the stone on a1.",
            accepted=("a1-e1",),
            praise="Both are gone. You may stop after any jump, and need not go on.",
            correction="That is legal, but takes one stone only. Jump on: a1 to e1.",
            position=TWO_JUMPS,
        ),
        LessonStep(
            prompt="White threatens to jump too. Find the jump after which white has none.",
            accepted=("a5-a3",),
            praise="White cannot move and has lost. Count the moves that you leave to both sides.",
            correction="After that white can still jump, with the stone on a4. Take that one.",
            position="1w2b/4w/2b2/wb2w/b3b black",
        ),
    ),
)


SAFE_MOVE, LONG_JUMP = "safe move", "long jump"


def puzzle_tags(board: Board, states: tuple[State, ...], moves: tuple[int, ...]) -> tuple[str, ...]:
    """Name what the first move does: it leaves more safe moves than any other, or jumps several times."""
    kept = {move: count_safe_moves(board, play(board, states[0], move)) for move in _moves(board, states[0])}
    others = [count for move, count in kept.items() if move != moves[0]]
    found = [SAFE_MOVE] if kept[moves[0]] > max(others, default=0) else []
    return (*found, LONG_JUMP) if moves[0] & 3 > 1 else tuple(found)


def count_safe_moves(board: Board, state: State) -> int:
    """Count the jumps that the side that has just moved still has after every reply."""
    replies = _moves(board, state)
    if not replies:
        return 0
    return len(set.intersection(*(set(_moves(board, play(board, state, reply))) for reply in replies)))


def _moves(board: Board, state: State) -> list[int]:
    moves = np.empty(4 * MOST_JUMPS * board.rows * board.columns // 2, np.int32)
    return [int(move) for move in moves[: legal_moves(board, state, moves)]]


def reason(comparison: Comparison) -> str:
    """Say who runs out of moves, or how many are left; stones say nothing here."""
    told = _told_end(comparison)
    counts = comparison.replies()
    if told or counts is None:
        return told
    now, instead = counts
    if now >= instead:
        return ""
    moves = f"{now} move{'' if now == 1 else 's'}"
    given = "a safe move" if instead - now == 1 else f"{instead - now} moves"
    return f"gives up {given}: {moves} next, and {instead} after {comparison.better_move}"


def _told_end(comparison: Comparison) -> str:
    """Say how the side runs out of moves, and how many the opponent has left then."""
    *_, before, end = comparison.played
    if not end.is_over or end.player != comparison.me:
        return ""
    spare = len(before.moves) - 1
    left = f"while {comparison.opponent} still has {spare}" if spare > 0 else "one move too early"
    mine = sum(scene.player == comparison.me for scene in comparison.played[2:-1])
    if mine == 0:
        return f"has no move left {left}"
    return f"runs out of moves after {mine} more, {left}"
