"""Proves that a side gets at least some margin, with whatever method fits the game."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from plyground.core.position import Game, Position
from plyground.errors import OptionError
from plyground.search.limit import Limit
from plyground.search.proof import final_proof
from plyground.solving.retrograde.retrograde_solver import RETROGRADE, RetrogradeSolver
from plyground.solving.solver import Solver
from plyground.tables.exact import SolvedPositions
from plyground.tables.finding import find_table

_NODES = 100_000
_LISTED = 400_000
"""How many positions a search visits, and an analysis lists, before a proof is given up."""

PATIENT_NODES = 50_000_000
"""Enough to prove again what was proved with the help of a transposition table that knew much already."""

_SEARCH_MEGABYTES = 64
_ANALYSIS_MEGABYTES = 512
_MOST_ANALYSES = 2
_MOST_ANSWERS = 100_000


class PuzzleProver:
    """Answers for positions of one game whether the side to move gets a margin, and remembers the answers.

    The same limits give the same answers on every machine, except where a table of the board
    (`plyground tables build`) knows more.
    """

    def __init__(self, game: Game, *, nodes: int = _NODES, listed: int = _LISTED, method: str = "auto"):
        """Prepare for a game.

        Raises:
            OptionError: the method cannot solve it.
        """
        self.game = game
        self._nodes, self._listed = nodes, listed
        self._table = find_table(game) if method == "auto" else None
        self._solver = Solver(game, method=method, megabytes=_SEARCH_MEGABYTES)
        self.analyses_all = self._solver.method == RETROGRADE
        self._analyses: list[SolvedPositions] = []
        self._answers: OrderedDict[tuple[Any, int], bool | None] = OrderedDict()

    def clear(self) -> None:
        """Forget what was proved, so that the next answers do not depend on it."""
        self._solver.clear()
        self._analyses.clear()
        self._answers.clear()

    def reaches(self, position: Position, goal: int) -> bool | None:
        """Tell whether the side to move gets a margin of at least `goal`; None if that is not proved."""
        if position.outcome is not None:
            return final_proof(position).number >= goal
        key = position.state, goal
        if key not in self._answers:
            self._answers[key] = self._prove(position, goal)
            if len(self._answers) > _MOST_ANSWERS:
                self._answers.popitem(last=False)
        return self._answers[key]

    def distance(self, position: Position) -> int | None:
        """Return the plies to the end with best play of both, where positions with exact values have them."""
        if position.outcome is not None:
            return 0
        for solved in self._solved():
            exact = solved.probe(position)
            if exact is not None:
                return exact.distance
        return None

    def _prove(self, position: Position, goal: int) -> bool | None:
        for solved in self._solved():
            exact = solved.probe(position)
            if exact is not None:
                return exact.rank[0] >= goal
        try:
            if not self.analyses_all:
                return self._solver.ask(position, goal, self._nodes)
            analysis = self._analysed(position)
        except OptionError:  # too many positions, or games that last too long
            return None
        exact = None if analysis is None else analysis.probe(position)
        return None if exact is None else exact.rank[0] >= goal

    def _solved(self) -> list[SolvedPositions]:
        return self._analyses if self._table is None else [self._table, *self._analyses]

    def _analysed(self, position: Position) -> SolvedPositions | None:
        """Analyse what can be reached from a position; the last few analyses are kept."""
        if any(each.look_up(position.repetition_key) is not None for each in self._analyses):
            return None  # it is known there, and a counter may end the game before the win
        solver = RetrogradeSolver(self.game, _ANALYSIS_MEGABYTES)
        for _ in solver.run(position, Limit(nodes=self._listed)):
            pass
        if solver.analysis is not None:
            self._analyses = [solver.analysis, *self._analyses][:_MOST_ANALYSES]
        return solver.analysis
