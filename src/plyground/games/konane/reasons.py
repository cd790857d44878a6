"""What a mistake gives away in Konane: moves, since the side without one loses."""

from __future__ import annotations

from plyground.core.reasons import Comparison


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
