"""Guesses how hard a puzzle is: by the depth at which a plain search solves it, its length and its choice."""

from __future__ import annotations

from plyground.core.position import Game, Position
from plyground.evaluation import default_heuristic, known_heuristics
from plyground.puzzles.puzzle import PuzzleStep
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit

DEEPEST = 9
_NATURAL_DEPTHS = 3
"""A wrong move that all of the first depths prefer is the natural one."""

_EASIEST = 600
_PER_PLY = 110
_PER_STEP = 70
_PER_MOVE = 12
_MOST_MOVES_COUNTED = 20

TRAP = "trap"


class Difficulty:
    """Solves puzzles of one game by alpha-beta to fixed depths, with an evaluation that nobody learned."""

    def __init__(self, game: Game) -> None:
        known = known_heuristics(game.name)
        evaluate = known.get("handmade") or known.get(game.rules.source_evaluation or "")
        self._engine = SearchEngine(
            game, evaluate or default_heuristic(game.name), algorithm="alphabeta", megabytes=1
        )

    def choices(self, position: Position, most: int = DEEPEST) -> list[str]:
        """Return the moves that searches to depth 1, 2, and so on choose."""
        self._engine.clear()
        return [str(self._engine.best_move(position, Limit(depth=depth))) for depth in range(1, most + 1)]

    def distance(self, position: Position) -> int | None:
        """Return the plies to a won end if the deepest search proves them; it leaves out no move."""
        self._engine.clear()
        *_, report = self._engine.search(position, Limit(depth=DEEPEST))
        return report.distance if report.value == "win" else None

    def rating(self, start: Position, steps: list[PuzzleStep]) -> int:
        """Return a first guess of the rating at which half of the people solve a puzzle."""
        deepest = max(self._depth(position, step) for position, step in solver_positions(start, steps))
        moves = min(len(start.moves()) - 1, _MOST_MOVES_COUNTED)
        return _EASIEST + _PER_PLY * (deepest - 1) + _PER_STEP * (len(steps) - 1) + _PER_MOVE * moves

    def is_trap(self, start: Position, step: PuzzleStep) -> bool:
        """Tell whether one wrong move looks best to all shallow searches, and loses."""
        natural = set(self.choices(start, _NATURAL_DEPTHS))
        if len(natural) != 1:
            return False
        refuted = step.refutation(natural.pop())
        return refuted is not None and refuted.result == "loss"

    def _depth(self, position: Position, step: PuzzleStep) -> int:
        """Return the depth from which on every search finds a move; beyond the deepest if none does."""
        wrong = [move != step.move for move in self.choices(position)]
        return next((depth for depth in range(DEEPEST, 0, -1) if wrong[depth - 1]), 0) + 1


def solver_positions(start: Position, steps: list[PuzzleStep]) -> list[tuple[Position, PuzzleStep]]:
    """Return the positions of a solution in which the solver is to move, each with its step."""
    found, position = [], start
    for step in steps:
        found.append((position, step))
        position = position.play(step.move)
        if step.reply is not None:
            position = position.play(step.reply)
    return found
