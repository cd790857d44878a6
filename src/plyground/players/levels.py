"""Ten levels of strength, from a beginner to all that the engine can do.

A level searches a fixed number of positions per move, whatever the machine. The lower levels err as
people do: they consider the moves that look best to them, overlook some of those, and misjudge the others
by some noise. `python -m benchmarks.levels GAME` measures how much stronger each level is than the one below
it, and `python -m benchmarks.mistakes GAME` how bad its mistakes are.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from typing import Any

from plyground.core.position import Game, Position
from plyground.core.rules import Level
from plyground.errors import OptionError
from plyground.players.player import Choice
from plyground.players.searching import SearchPlayer, choice_of
from plyground.search.features import preset
from plyground.search.limit import Limit
from plyground.search.report import Line, Report

LEVELS = (
    Level(600, noise=2.5, overlooked=0.7, depth=2),
    Level(1_000, noise=0.8, overlooked=0.32, depth=2),
    Level(1_000, noise=0.5, overlooked=0.18, depth=2),
    Level(1_000, noise=0.3, overlooked=0.1, depth=2),
    Level(1_000, noise=0.25, overlooked=0.08, depth=3),
    Level(1_500, noise=0.05, overlooked=0.01, depth=3),
    Level(700),
    Level(1_500),
    Level(4_500),
    Level(None),
)


def levels_of(game: Game) -> tuple[Level, ...]:
    """Return the levels of a game, the weakest first."""
    return game.rules.levels or LEVELS


class LevelPlayer(SearchPlayer):
    """Plays as strongly as a level."""

    def __init__(self, game: Game, strength: int) -> None:
        levels = levels_of(game)
        if not 1 <= strength <= len(levels):
            raise OptionError(f"there is no level {strength}; allowed: 1 to {len(levels)}")
        level = levels[strength - 1]
        super().__init__(game, Limit(nodes=level.nodes, depth=level.depth), **_settings(game, level))
        self._level = level
        self._chance = random.Random(0)

    def begin(self, start: Position, seed: int) -> None:
        """Start the errors that belong to the seed."""
        super().begin(start, seed)
        self._chance = random.Random(seed)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Return a move that is good enough for the level."""
        if self._level.carelessness and self._chance.random() < self._level.carelessness:
            return Choice(self._chance.choice(position.moves()))
        if not self._level.errs:
            return super().choose(position, limit)
        report = self._considered(position, limit)
        return choice_of(report, chosen_line(report.lines, self._level, self._chance))

    def _considered(self, position: Position, limit: Limit) -> Report:
        """Return the better half of the moves, all searched to the same depth where there is time for it."""
        count = min(max(len(position.moves()) // 2, 2), self._level.considered)
        compared: Report | None = None
        for report in self.reports(position, limit, lines=count):
            if report.is_complete:
                compared = report
        return compared or report


def chosen_line(lines: Sequence[Line], level: Level, chance: random.Random) -> Line:
    """Return the line that looks best to a level, of those that it does not overlook.

    Wins and losses within the horizon are certain, so noise leaves them where they are.
    """
    seen = [line for line in lines if chance.random() >= level.overlooked or line.plies_to_end == 1]
    open_scores = [line.exact_score for line in lines if line.plies_to_end is None]
    noise = level.noise * _mean_deviation(open_scores)
    judged = [
        (line.exact_score + chance.gauss(0.0, noise) * (line.plies_to_end is None), line)
        for line in seen or lines[:1]
    ]
    return max(judged, key=lambda each: each[0])[1]


def _mean_deviation(scores: Sequence[int]) -> float:
    """Return how far scores lie from the middle one on average."""
    if not scores:
        return 0.0
    middle = statistics.median(scores)
    return statistics.fmean(abs(score - middle) for score in scores)


def _settings(game: Game, level: Level) -> dict[str, Any]:
    """Return how the engine plays at a level: with all it has at the highest.

    The others are as strong as their positions make them: exact values would make all of them perfect.
    """
    features = preset("engine", game.rules)
    return {"features": features if level.nodes is None else features.without("tablebases", "solver")}
