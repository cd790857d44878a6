"""The engine at the side of a person: hints and analysis."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator

from plyground.core.position import Game, Position
from plyground.engine import Engine
from plyground.search.limit import Limit
from plyground.search.report import Report
from plyground.ui.playing.move_text import HINT
from plyground.ui.terminal.interrupts import Interrupts

ANALYSIS_SECONDS = 5.0
ANALYSIS_LINES = 3


class Assistant:
    """Searches for a person; Ctrl-C ends a search with what it has found so far."""

    def __init__(self, game: Game, interrupts: Interrupts) -> None:
        self._game = game
        self._interrupts = interrupts
        self._engine: Engine | None = None

    def hint(self, position: Position) -> Report:
        """Return what the engine finds in a moment."""
        # What it remembers of other positions would change what it finds in this one.
        self._ready_engine().clear()
        *_, last = self._search(position, HINT, 1)
        return last

    def analyse(self, position: Position, seconds: float) -> Iterator[Report]:
        """Yield what the engine finds, a few of the best moves at once."""
        yield from self._search(position, Limit(seconds=seconds), ANALYSIS_LINES)

    def _search(self, position: Position, limit: Limit, lines: int) -> Iterator[Report]:
        engine = self._ready_engine()
        for report in engine.search(position, limit, lines=lines):
            if self._interrupts.presses:
                engine.stop()
            yield report

    def _ready_engine(self) -> Engine:
        if self._engine is None:
            # Nobody wants to read in the middle of a picture that something is compiled.
            with contextlib.redirect_stderr(io.StringIO()):
                self._engine = Engine(self._game)
                self._engine.prepare()
        return self._engine
