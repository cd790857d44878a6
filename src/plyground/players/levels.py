"""Ten levels of strength, from a beginner to all that the engine can do.

A level thinks about so many positions a move, whatever the machine, and now and then plays a
move at random instead. Both were chosen so that each level beats the one below it clearly but
not always: `python -m benchmarks.levels GAME` measures that.
"""

from __future__ import annotations

import random
from typing import Any

from plyground.core.position import Game, Position
from plyground.core.rules import Level
from plyground.errors import OptionError
from plyground.evaluation import default_heuristic, known_heuristics
from plyground.players.player import Choice, Player, Watcher
from plyground.players.searching import SearchPlayer
from plyground.search.features import preset
from plyground.search.limit import Limit

LEVELS = (
    Level(30, 0.8),
    Level(30, 0.45),
    Level(60, 0.3),
    Level(100, 0.2),
    Level(250, 0.085),
    Level(650, 0.03),
    Level(2_000),
    Level(10_000),
    Level(60_000),
    Level(None),
)


def levels_of(game: Game) -> tuple[Level, ...]:
    """Return the levels of a game, the weakest first."""
    return game.rules.levels or LEVELS


def _settings(game: Game, level: Level) -> dict[str, Any]:
    """Return how the engine plays at a level: with all it has at the highest.

    The others are as strong as their positions make them: with a table all of them would be perfect.
    """
    if level.nodes is None:
        return {"features": preset("engine", game.rules)}
    known = known_heuristics(game.name)
    evaluate = known.get("handmade") or default_heuristic(game.name)
    return {"features": preset("engine").without("tablebases"), "evaluate": evaluate}


class LevelPlayer(Player):
    """Plays as strongly as one of the levels."""

    def __init__(self, game: Game, strength: int) -> None:
        levels = levels_of(game)
        if not 1 <= strength <= len(levels):
            raise OptionError(f"there is no level {strength}; allowed: 1 to {len(levels)}")
        self._level = levels[strength - 1]
        self._chance = random.Random(0)
        self._searcher = SearchPlayer(game, Limit(nodes=self._level.nodes), **_settings(game, self._level))

    def begin(self, start: Position, seed: int) -> None:
        """Start the row of careless moves that belongs to the seed."""
        self._chance = random.Random(seed)
        self._searcher.begin(start, seed)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Return a move that is good enough for the level."""
        if self._chance.random() < self._level.carelessness:
            return Choice(self._chance.choice(position.moves()))
        return self._searcher.choose(position, limit)

    def watch(self, watcher: Watcher | None) -> None:
        """Tell somebody every report of the searches to come."""
        self._searcher.watch(watcher)

    def stop(self) -> None:
        """End the search under way."""
        self._searcher.stop()
