"""Players that search: minimax, alpha-beta, the full engine and Monte Carlo tree search."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from plyground.core.position import Game, Position
from plyground.engine import Engine
from plyground.evaluation import as_heuristic, telling_failures
from plyground.players.player import Choice, Player, Watcher
from plyground.search.limit import Limit
from plyground.search.report import Line, Report
from plyground.search.searcher import Searcher

DEFAULT_LIMIT = Limit(seconds=1.0)
"""How long a player thinks when neither its options nor the rules of the match say so."""


class SearchPlayer(Player):
    """Plays the best move that a search finds.

    `settings` are what its engine takes beside the game.
    """

    def __init__(
        self, game: Game, limit: Limit, *, engine: Callable[..., Searcher] = Engine, **settings: Any
    ) -> None:
        self._limit = limit
        self._make_engine = functools.partial(engine, **settings)
        given = [settings.get(name) for name in ("evaluate", "order")]
        self._heuristics = [None if each is None else as_heuristic(game, each) for each in given]
        self._engine = self._make_engine(game)
        self._watcher: Watcher | None = None

    def begin(self, start: Position, seed: int) -> None:
        """Compile what is not compiled yet, forget the last game, and seed what is left to chance."""
        with telling_failures(*self._heuristics):
            engine = self._engine_for(start.game)
            engine.clear()
            engine.seed(seed)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Search, and return the best move."""
        report = self.think(position, limit)
        return choice_of(report, report.lines[0])

    def think(self, position: Position, limit: Limit) -> Report:
        """Search, and return the last report."""
        *_, last = self.reports(position, limit)
        return last

    def reports(self, position: Position, limit: Limit, *, lines: int = 1) -> Iterator[Report]:
        """Search for the best moves, and yield every report of it."""
        allowed = tighter(self._limit, limit)
        with telling_failures(*self._heuristics):
            engine = self._engine_for(position.game)
            for report in engine.search(
                position, allowed if allowed != Limit() else DEFAULT_LIMIT, lines=lines
            ):
                if self._watcher is not None:
                    self._watcher(report)
                yield report

    def watch(self, watcher: Watcher | None) -> None:
        """Tell somebody every report of the searches to come."""
        self._watcher = watcher

    def stop(self) -> None:
        """End the search under way."""
        self._engine.stop()

    def _engine_for(self, game: Game) -> Searcher:
        """Return the engine for a game: positions of the same match may be on different boards."""
        if self._engine.game != game:
            self._engine = self._make_engine(game)
        self._engine.prepare()
        return self._engine


def choice_of(report: Report, line: Line) -> Choice:
    """Return the first move of one of a report's lines, and what the search found about it."""
    assert line.move is not None  # noqa: S101  # nobody is asked once a game is over
    proved = None if line.proof is None else line.proof.number
    return Choice(line.move, line.score, report.depth, report.nodes, proved)


def tighter(one: Limit, other: Limit) -> Limit:
    """Return the limit that ends where the first of two limits does."""

    def smaller(first: Any, second: Any) -> Any:
        return min((each for each in (first, second) if each is not None), default=None)

    return replace(
        one,
        seconds=smaller(one.seconds, other.seconds),
        depth=smaller(one.depth, other.depth),
        nodes=smaller(one.nodes, other.nodes),
        clock=one.clock or other.clock,
    )
