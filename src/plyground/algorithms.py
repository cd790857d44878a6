"""Every way to search, by its name: one factory for the command line, players, UGI and studies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plyground.core.position import Game
from plyground.engine import DEFAULT_MEGABYTES, Engine
from plyground.errors import OptionError, nearest
from plyground.evaluation import Evaluation
from plyground.search.constants import DEFAULT, Constants
from plyground.search.features import ALIASES, ENGINE, PRESETS, preset
from plyground.search.mcts import MctsEngine, mcts_preset
from plyground.search.searcher import Searcher
from plyground.solving.proof_engine import ProofEngine

MCTS = ("mcts", "uct")
PNS = "pns"
ALGORITHMS = (*PRESETS, *ALIASES, *MCTS, PNS)
"""The names of all algorithms."""


@dataclass(frozen=True)
class Settings:
    """What an algorithm is made from, beside the game; settings that it does not take keep their defaults.

    `added` and `removed` are features that are switched on and off.
    """

    evaluate: Evaluation | None = None
    order: Evaluation | None = None
    added: Sequence[str] = ()
    removed: Sequence[str] = ()
    threads: int = 1
    megabytes: int = DEFAULT_MEGABYTES
    constants: Constants = DEFAULT


def make_engine(game: Game, algorithm: str = ENGINE, settings: Settings | None = None) -> Searcher:
    """Make the engine of an algorithm.

    >>> import plyground as ply
    >>> engine = make_engine(ply.game("breakthrough", size=4), "mtdf")
    >>> *_, last = engine.search(engine.game.start(), ply.Limit(depth=4))
    >>> last.depth
    4

    Raises:
        OptionError: there is no such algorithm, or it cannot be set like that.
    """
    settings = settings or Settings()
    shared: dict[str, Any] = {"threads": settings.threads, "megabytes": settings.megabytes}
    if algorithm in ALGORITHMS[: -len(MCTS) - 1]:
        features = preset(algorithm, game.rules).having(*settings.added).without(*settings.removed)
        constants, order = settings.constants, settings.order
        return Engine(game, settings.evaluate, features=features, order=order, constants=constants, **shared)
    if algorithm in MCTS:
        _refuse(algorithm, order=settings.order, constants=settings.constants.write())
        chosen = mcts_preset(algorithm).having(*settings.added).without(*settings.removed)
        return MctsEngine(game, settings.evaluate, features=chosen, **shared)
    if algorithm == PNS:
        switched = (*settings.added, *settings.removed)
        constants_text = settings.constants.write()
        _refuse(
            algorithm,
            evaluate=settings.evaluate,
            order=settings.order,
            constants=constants_text,
            features=switched,
        )
        return ProofEngine(game, **shared)
    known = ", ".join(ALGORITHMS)
    raise OptionError(
        f"there is no algorithm {algorithm!r}{nearest(algorithm, ALGORITHMS)} (there are: {known})"
    )


def _refuse(algorithm: str, **given: object) -> None:
    """Refuse settings that an algorithm does not take."""
    for name, value in given.items():
        if value:
            raise OptionError(f"{algorithm} does not take {name}")
