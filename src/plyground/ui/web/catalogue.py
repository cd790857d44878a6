"""What there is: games with their options, evaluations, players, features of the search, bounds."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from plyground.algorithms import ALGORITHMS, MCTS, PNS
from plyground.core.discovery import AnyRules, known_games
from plyground.core.heuristics import Heuristic
from plyground.core.position import Game
from plyground.errors import HeuristicError
from plyground.evaluation import find_evaluation, known_heuristics
from plyground.jit import plain_python
from plyground.players.kinds import known_kinds
from plyground.players.levels import levels_of
from plyground.search.features import ALIASES, ENGINE, Features, preset
from plyground.search.mcts import MctsFeatures, mcts_preset
from plyground.search.switches import Switches
from plyground.ui.web.common.game_views import GameInfo
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.http import get


class Named(msgspec.Struct, frozen=True):
    """A name, and what it stands for in one line."""

    name: str
    summary: str


class PlayerInfo(msgspec.Struct, frozen=True):
    """A kind of player, with the names of its options."""

    name: str
    summary: str
    options: tuple[str, ...]


PLAYOUT_SUMMARIES = {
    "random": "a game of random moves to the end.",
    "greedy": "a game in which most moves are the best by the evaluation.",
    "evaluation": "no game: the evaluation itself.",
}


class CatalogueGame(msgspec.Struct, frozen=True):
    """A game with everything that can be chosen about it; `algorithms` have the features that suit it."""

    game: GameInfo
    choices: list[dict[str, Any]]
    evaluations: tuple[Named, ...]
    one_ply_players: tuple[str, ...]
    levels: int
    algorithms: dict[str, tuple[str, ...]]


class Catalogue(msgspec.Struct, frozen=True):
    """Everything that there is to choose from.

    `algorithms` have the features that are switched on, `families` those that they choose from: `features` by
    family. Of playouts one kind is chosen.
    """

    games: list[CatalogueGame]
    players: tuple[PlayerInfo, ...]
    algorithms: dict[str, tuple[str, ...]]
    features: dict[str, tuple[Named, ...]]
    families: dict[str, str]
    limits: Limits


def make_catalogue(limits: Limits) -> Catalogue:
    """Return everything that there is."""
    # A few start positions are found sooner in plain Python than anything is compiled, or loaded.
    with plain_python():
        games = [_described(rules, limits) for rules in known_games().values()]
    return Catalogue(
        games=games,
        players=tuple(
            PlayerInfo(kind.name, kind.summary, tuple(kind.options)) for kind in known_kinds().values()
        ),
        algorithms={name: switched_on(name) for name in ALGORITHMS if name not in ALIASES},
        features={
            ENGINE: _summaries(Features, Features.names()),
            MCTS[0]: _summaries(MctsFeatures, MctsFeatures.names()),
            "playouts": tuple(Named(*each) for each in PLAYOUT_SUMMARIES.items()),
            PNS: (),
        },
        families={name: _family(name) for name in ALGORITHMS if name not in ALIASES},
        limits=limits,
    )


def _described(rules: AnyRules, limits: Limits) -> CatalogueGame:
    game = Game.of(rules, {})
    evaluations = [*known_heuristics(rules.name).values(), *_allowed(rules.name, limits)]
    return CatalogueGame(
        game=GameInfo.of(game),
        choices=[option.describe() for option in rules.options],
        evaluations=tuple(Named(each.name, each.summary) for each in evaluations),
        one_ply_players=tuple(rules.named_players),
        levels=len(levels_of(game)),
        algorithms={name: switched_on(name, rules) for name in ALGORITHMS if name not in ALIASES},
    )


def _allowed(game: str, limits: Limits) -> Iterator[Heuristic]:
    """Return the heuristics in files that pages may use for a game."""
    for text in limits.evaluations:
        with contextlib.suppress(HeuristicError):  # it is one of another game
            yield find_evaluation(game, text)


def _family(algorithm: str) -> str:
    if algorithm == PNS:
        return PNS
    return MCTS[0] if algorithm in MCTS else ENGINE


def switched_on(algorithm: str, rules: AnyRules | None = None) -> tuple[str, ...]:
    """Return the features of an algorithm, and its kind of playouts if it has any."""
    if algorithm == PNS:
        return ()
    features = mcts_preset(algorithm) if algorithm in MCTS else preset(algorithm, rules)
    names = tuple(name for name in features.names() if getattr(features, name))
    return (*names, features.playouts) if isinstance(features, MctsFeatures) else names


def _summaries(kind: type[Switches], names: tuple[str, ...]) -> tuple[Named, ...]:
    """Read the features from the docstring that explains each in a line."""
    lines = [line.strip().partition(": ") for line in (kind.__doc__ or "").splitlines()]
    summaries = {name: summary for name, _, summary in lines}
    return tuple(Named(name, summaries[name]) for name in names)


class CatalogueService:
    """Has the catalogue made while the server starts; `on_asked` hears of everybody who looks at it."""

    def __init__(self, limits: Limits, on_asked: Callable[[list[GameInfo]], None]) -> None:
        self._limits = limits
        self._on_asked = on_asked
        self._making: asyncio.Task[Catalogue] | None = None

    def start(self) -> None:
        """Begin to make the catalogue."""
        self._making = asyncio.create_task(asyncio.to_thread(make_catalogue, self._limits))

    @get("/api/catalogue")
    async def show_catalogue(self) -> Catalogue:
        """Tell what there is: games, evaluations, players, features, bounds."""
        if self._making is None:
            raise RuntimeError("the server has not begun")
        catalogue = await asyncio.shield(self._making)
        self._on_asked([described.game for described in catalogue.games])
        return catalogue
