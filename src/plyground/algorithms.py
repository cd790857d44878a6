"""Every way to search, by its name: one factory for the command line, players, UGI and studies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plyground.core.position import Game
from plyground.engine import DEFAULT_MEGABYTES, Engine
from plyground.errors import OptionError, nearest
from plyground.evaluation import Evaluation
from plyground.search.constants import Constants, ConstantSet
from plyground.search.features import ALIASES, ENGINE, PRESETS, preset
from plyground.search.mcts import MctsConstants, MctsEngine, mcts_preset
from plyground.search.searcher import Searcher
from plyground.solving.proof_engine import ProofEngine

MCTS = ("mcts", "uct")
PNS = "pns"


@dataclass(frozen=True)
class Settings:
    """What an algorithm is made from, beside the game; settings that it does not take keep their defaults.

    `added` and `removed` are features that are switched on and off. `constants` are those of the algorithm,
    or a text that it reads, such as ``beam_width:4``.
    """

    evaluate: Evaluation | None = None
    order: Evaluation | None = None
    added: Sequence[str] = ()
    removed: Sequence[str] = ()
    threads: int = 1
    megabytes: int = DEFAULT_MEGABYTES
    constants: str | ConstantSet = ""


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
    if algorithm not in _MAKERS:
        known = ", ".join(ALGORITHMS)
        raise OptionError(
            f"there is no algorithm {algorithm!r}{nearest(algorithm, ALGORITHMS)} (there are: {known})"
        )
    return _MAKERS[algorithm](game, algorithm, settings or Settings())


def _make_alphabeta(game: Game, algorithm: str, settings: Settings) -> Searcher:
    return Engine(
        game,
        settings.evaluate,
        features=preset(algorithm, game.rules).having(*settings.added).without(*settings.removed),
        order=settings.order,
        constants=Constants.of(settings.constants),
        threads=settings.threads,
        megabytes=settings.megabytes,
    )


def _make_mcts(game: Game, algorithm: str, settings: Settings) -> Searcher:
    _refuse(algorithm, order=settings.order)
    return MctsEngine(
        game,
        settings.evaluate,
        features=mcts_preset(algorithm).having(*settings.added).without(*settings.removed),
        constants=MctsConstants.of(settings.constants),
        threads=settings.threads,
        megabytes=settings.megabytes,
    )


def _make_proof(game: Game, algorithm: str, settings: Settings) -> Searcher:
    _refuse(
        algorithm,
        evaluate=settings.evaluate,
        order=settings.order,
        constants=settings.constants,
        features=(*settings.added, *settings.removed),
    )
    return ProofEngine(game, threads=settings.threads, megabytes=settings.megabytes)


def _refuse(algorithm: str, **given: object) -> None:
    """Refuse settings that an algorithm does not take."""
    for name, value in given.items():
        if value:
            raise OptionError(f"{algorithm} does not take {name}")


_MAKERS: dict[str, Callable[[Game, str, Settings], Searcher]] = {
    **dict.fromkeys((*PRESETS, *ALIASES), _make_alphabeta),
    **dict.fromkeys(MCTS, _make_mcts),
    PNS: _make_proof,
}

ALGORITHMS = tuple(_MAKERS)
"""The names of all algorithms."""
