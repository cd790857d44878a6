"""Proves a puzzle again: one move keeps the goal at every step, and every other one is refuted as it says."""

from __future__ import annotations

from plyground.core.position import Position
from plyground.errors import PlygroundError
from plyground.puzzles.difficulty import solver_positions
from plyground.puzzles.proving import PuzzleProver
from plyground.puzzles.puzzle import DRAW, WIN, Puzzle, PuzzleStep, Refutation, puzzle_id

_AT_LEAST = {"loss": WIN, "draw": DRAW}


def problem_with(puzzle: Puzzle, prover: PuzzleProver) -> str | None:
    """Say what is wrong with a puzzle, or could not be proved; None if everything in it holds."""
    try:
        start = puzzle.start()
        if puzzle.id != puzzle_id(start, puzzle.goal):
            return "its id belongs to another position or goal"
        if not puzzle.steps or any(step.reply is None for step in puzzle.steps[:-1]):
            return "its solution is not complete"
        positions = solver_positions(start, puzzle.steps)
        problems = (_problem_at(prover, position, puzzle.goal, step) for position, step in positions)
        return next(filter(None, problems), None)
    except PlygroundError as error:
        return str(error)


def _problem_at(prover: PuzzleProver, position: Position, goal: int, step: PuzzleStep) -> str | None:
    for move in map(str, position.moves()):
        gives_away = prover.reaches(position.play(move), 1 - goal)
        if gives_away is None:
            return f"it is not proved what {move} leads to"
        if gives_away == (move == step.move):
            return f"{move} {'gives away' if gives_away else 'keeps'} the goal, after {_told(position)}"
    refuted = [move for refutation in step.refuted for move in refutation.moves]
    if sorted([*refuted, step.move]) != sorted(map(str, position.moves())):
        return f"its refutations do not cover every move, after {_told(position)}"
    for refutation in step.refuted:
        for move in refutation.moves:
            if not _holds(prover, position.play(move), goal, refutation):
                return f"{refutation.reply} does not refute {move}, after {_told(position)}"
    return None


def _holds(prover: PuzzleProver, after: Position, goal: int, refutation: Refutation) -> bool:
    """Tell whether a wrong move has the result that is claimed, by the reply that is named."""
    least = _AT_LEAST.get(refutation.result, 1 - goal)
    is_exact = refutation.result != "draw" or prover.reaches(after, WIN) is False
    if refutation.reply is None:
        return after.outcome is not None and is_exact and prover.reaches(after, least) is True
    return is_exact and prover.reaches(after.play(refutation.reply), 1 - least) is False


def _told(position: Position) -> str:
    return f"{len(position.line()) - 1} plies"
