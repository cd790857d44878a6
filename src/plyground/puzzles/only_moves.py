"""Finds positions in which one move alone keeps the goal, and follows them to the end of the solution."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from plyground.core.position import Move, Position
from plyground.puzzles.proving import PuzzleProver
from plyground.puzzles.puzzle import DRAW, WIN, PuzzleStep, Refutation, Result

MOST_STEPS = 4
FEWEST_MOVES = 3
"""With fewer legal moves there is not much to find."""


@dataclass(frozen=True)
class Only:
    """The one move of a position that keeps a goal, and the position after it."""

    move: Move
    after: Position


def only_move(prover: PuzzleProver, position: Position, goal: int) -> Only | None:
    """Return the one move that keeps a goal; None if there are none or several, or that is not proved."""
    found: Only | None = None
    for move in position.moves():
        after = position.play(move)
        # The mover has at least `goal` where the other side does not get more than the negative of it.
        gives_away = prover.reaches(after, 1 - goal)
        if gives_away is None or (not gives_away and found is not None):
            return None
        if not gives_away:
            found = Only(move, after)
    return found


def goal_of(prover: PuzzleProver, position: Position) -> int | None:
    """Return the goal that one move alone keeps: to win, or to save the draw; None if there is none."""
    if len(position.moves()) < FEWEST_MOVES:
        return None
    if only_move(prover, position, WIN) is not None:
        return WIN
    if not position.game.rules.has_draws or prover.reaches(position, WIN) is not False:
        return None
    return None if only_move(prover, position, DRAW) is None else DRAW


class _Found(NamedTuple):
    """A step of a solution before its refutations are looked for."""

    position: Position
    move: Move
    reply: Move | None


def solution_of(
    prover: PuzzleProver, position: Position, goal: int, most: int = MOST_STEPS
) -> list[PuzzleStep]:
    """Return the steps of a solution; none if no move alone keeps the goal, or if that is not proved."""
    steps = []
    for found in _longest(prover, position, goal, most):
        refuted = refutations(prover, found.position, goal, found.move)
        if refuted is None:
            return []
        reply = None if found.reply is None else str(found.reply)
        steps.append(PuzzleStep(str(found.move), refuted, reply))
    return steps


def _longest(prover: PuzzleProver, position: Position, goal: int, most: int) -> list[_Found]:
    """Follow only moves; the other side gives the reply that asks for the most of them.

    Of several such replies it is the one that lasts longest, where that is known. A forced move ends it:
    there is nothing to find.
    """
    found = only_move(prover, position, goal) if len(position.moves()) > 1 else None
    if found is None:
        return []
    best: tuple[int, int] = 0, 0
    reply, rest = None, []
    for move in found.after.moves() if most > 1 else []:
        after = found.after.play(move)
        following = _longest(prover, after, goal, most - 1)
        rank = len(following), prover.distance(after) or 0
        if following and rank > best:
            best, reply, rest = rank, move, following
    return [_Found(position, found.move, reply), *rest]


def refutations(prover: PuzzleProver, position: Position, goal: int, only: Move) -> list[Refutation] | None:
    """Return what refutes each move but the one that keeps the goal; None if something is not proved.

    Of several replies it is the one that wins soonest, where that is known, and then the one that refutes
    the most moves.
    """
    others = [move for move in position.moves() if move != only]
    wrong = {str(move): _answered(prover, position.play(move), goal) for move in others}
    threats = Counter(reply for answered in wrong.values() if answered for _, reply in answered.replies)
    grouped: dict[tuple[Result, str | None], list[str]] = {}
    for move, answered in wrong.items():
        if answered is None:
            return None
        best = min(answered.replies, key=lambda each: (each[0], -threats[each[1]]), default=(0, None))
        grouped.setdefault((answered.result, best[1]), []).append(move)
    return [Refutation(moves, result, reply) for (result, reply), moves in grouped.items()]


class _Answered(NamedTuple):
    """The result of a wrong move for the side that made it, and the replies that show it, with distances."""

    result: Result
    replies: list[tuple[int, str]]


def _answered(prover: PuzzleProver, after: Position, goal: int) -> _Answered | None:
    loses = prover.reaches(after, WIN)
    draws = not loses and prover.reaches(after, DRAW)
    if loses is None or draws is None:
        return None
    least = WIN if loses else DRAW if draws else 1 - goal
    positions = [after.play(move) for move in after.moves()]
    good = [each for each in positions if prover.reaches(each, 1 - least) is False]
    if not good and after.outcome is None:
        return None
    replies = [(prover.distance(each) or 0, str(each.last_move)) for each in good]
    return _Answered("loss" if loses else "draw" if draws else "win", replies)
