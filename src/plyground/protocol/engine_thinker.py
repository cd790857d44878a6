"""This engine behind a server: its options, and what it reports while it thinks."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from plyground.algorithms import ALGORITHMS, Settings, make_engine
from plyground.core.position import Game, Position
from plyground.engine import DEFAULT_MEGABYTES
from plyground.evaluation import find_evaluation, telling_failures
from plyground.protocol.offers import Offer
from plyground.protocol.server import Say
from plyground.protocol.ugi_text import write_info, write_progress
from plyground.search.features import ENGINE
from plyground.search.limit import Limit
from plyground.search.parallel import MOST_THREADS
from plyground.search.report import Report
from plyground.version import __version__

MOST_MEGABYTES = 1 << 20
MOST_LINES = 500


@dataclass(frozen=True)
class EngineSettings:
    """What the engine is made from.

    `evaluate` is a text, empty for the best there is, `order` one that may be empty too. `added` and
    `without` are features that are switched on and off, joined by +; the algorithm reads `constants`.
    """

    evaluate: str = ""
    threads: int = 1
    megabytes: int = DEFAULT_MEGABYTES
    order: str = ""
    without: str = ""
    constants: str = ""
    algorithm: str = ENGINE
    added: str = ""


_TEXT_OPTIONS = {
    "Evaluate": "evaluate",
    "Order": "order",
    "With": "added",
    "Without": "without",
    "Constants": "constants",
    "Algorithm": "algorithm",
}
_NUMBER_OPTIONS = {"Hash": "megabytes", "Threads": "threads"}
"""The settings that options stand for."""


class EngineThinker:
    """Finds moves by searching, on whatever board of the game it is asked about."""

    name = f"Plyground {__version__}"
    author = "The Plyground developers"
    patience = 60.0  # it may just be compiling

    def __init__(self, game: Game, settings: EngineSettings) -> None:
        self._lines = 1
        self._use(game, settings)

    def offers(self) -> Sequence[Offer]:
        """Return the options of the search."""
        settings = self._settings
        return (
            Offer("Hash", "spin", str(settings.megabytes), 0, MOST_MEGABYTES),
            Offer("Threads", "spin", str(settings.threads), 0, MOST_THREADS),
            Offer("Evaluate", "string", settings.evaluate),
            Offer("Order", "string", settings.order),
            Offer("With", "string", settings.added),
            Offer("Without", "string", settings.without),
            Offer("Constants", "string", settings.constants),
            Offer("Algorithm", "combo", settings.algorithm, choices=ALGORITHMS),
            Offer("MultiPV", "spin", str(self._lines), 1, MOST_LINES),
        )

    def set_option(self, name: str, value: str) -> None:
        """Search with another setting from now on.

        Raises:
            PlygroundError: nothing can be searched like that; all stays as it was.
        """
        if name == "MultiPV":
            self._lines = int(value)
            return
        field = _NUMBER_OPTIONS.get(name)
        changes: dict[str, Any] = {_TEXT_OPTIONS[name]: value} if field is None else {field: int(value)}
        self._use(self._engine.game, replace(self._settings, **changes))

    def begin(self) -> None:
        """Forget what earlier searches found."""
        self._engine.clear()

    def prepare(self, position: Position) -> None:
        """Compile the search for this board, or load it from the cache."""
        if self._engine.game != position.game:
            self._use(position.game, self._settings)
        with telling_failures(*self._heuristics):
            self._engine.prepare()

    def think(self, position: Position, limit: Limit, stopped: threading.Event, say: Say) -> str:
        """Search, tell every finished depth, and return the best move."""
        with telling_failures(*self._heuristics):
            for report in self._engine.search(position, limit, lines=self._lines):
                if stopped.is_set():  # perhaps before the search had begun, when nothing could stop
                    self._engine.stop()
                if report.is_complete:
                    _tell(report, say)
                else:
                    say(write_progress(report))
        if not report.is_complete:
            _tell(report, say)
        return str(report.move)

    def stop(self) -> None:
        """End the search under way."""
        self._engine.stop()

    def _use(self, game: Game, settings: EngineSettings) -> None:
        texts = (settings.evaluate, settings.order)
        evaluate, order = (find_evaluation(game, text) if text else None for text in texts)
        on, off = (tuple(filter(None, each.split("+"))) for each in (settings.added, settings.without))
        chosen = Settings(evaluate, order, on, off, settings.threads, settings.megabytes, settings.constants)
        self._engine = make_engine(game, settings.algorithm, chosen)
        self._settings, self._heuristics = settings, (evaluate, order)


def _tell(report: Report, say: Say) -> None:
    for rank in range(1, len(report.lines) + 1):
        say(write_info(report, rank))
