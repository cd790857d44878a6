"""The engine of the house behind a server: its options, and what it tells while it thinks."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

from plyground.algorithms import ALGORITHMS, Settings, make_engine
from plyground.core.position import Game, Position
from plyground.engine import DEFAULT_MEGABYTES
from plyground.evaluation import find_evaluation, telling_failures
from plyground.protocol.offers import Offer
from plyground.protocol.server import Say
from plyground.protocol.ugi_text import write_info, write_progress
from plyground.search.constants import Constants
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

    `evaluate` is a text, empty for the best there is, `order` one that may be empty too. `without` are
    features that are switched off, joined by +, and `constants` what `Constants.read` reads.
    """

    evaluate: str = ""
    threads: int = 1
    megabytes: int = DEFAULT_MEGABYTES
    order: str = ""
    without: str = ""
    constants: str = ""
    algorithm: str = ENGINE


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
        settings = self._settings
        if name == "MultiPV":
            self._lines = int(value)
        elif name == "Hash":
            self._use(self._engine.game, replace(settings, megabytes=int(value)))
        elif name == "Threads":
            self._use(self._engine.game, replace(settings, threads=int(value)))
        elif name == "Order":
            self._use(self._engine.game, replace(settings, order=value))
        elif name == "Without":
            self._use(self._engine.game, replace(settings, without=value))
        elif name == "Algorithm":
            self._use(self._engine.game, replace(settings, algorithm=value))
        elif name == "Constants":
            self._use(self._engine.game, replace(settings, constants=value))
        else:
            self._use(self._engine.game, replace(settings, evaluate=value))

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
        without = tuple(filter(None, settings.without.split("+")))
        constants = Constants.read(settings.constants)
        chosen = Settings(evaluate, order, (), without, settings.threads, settings.megabytes, constants)
        self._engine = make_engine(game, settings.algorithm, chosen)
        self._settings, self._heuristics = settings, (evaluate, order)


def _tell(report: Report, say: Say) -> None:
    for rank in range(1, len(report.lines) + 1):
        say(write_info(report, rank))
