"""What decides about a tuning, as values that can be kept."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground.core.discovery import source_of
from plyground.core.heuristics import Heuristic
from plyground.core.position import Game
from plyground.core.position import game as find_game
from plyground.errors import OptionError
from plyground.evaluation import Term, find_evaluation, read_terms, usable_evaluation, write_terms
from plyground.tournament.sprt import Sprt

DEFAULT_GAMES = 4000
DEFAULT_NODES = 1000
DEFAULT_MATCH_GAMES = 1000
DEFAULT_TEST = "0,20"


@dataclass(frozen=True, kw_only=True)
class TuneRunSettings:
    """What decides about any tuning.

    `game` is a name or a file. There are as many games to learn from as `games` says, and as many of the
    match as `match_games`, unless `minutes` end both. `sprt` is the test that the match makes. `evaluate`
    scores positions.
    """

    game: str
    options: dict[str, str]
    evaluate: str
    games: int = DEFAULT_GAMES
    minutes: float | None = None
    nodes: int = DEFAULT_NODES
    match_games: int = DEFAULT_MATCH_GAMES
    sprt: str = DEFAULT_TEST
    seed: int = 0

    @cached_property
    def played_game(self) -> Game:
        """The game on its board."""
        return find_game(self.game, **self.options)

    def check_amounts(self) -> None:
        """Make sure that some games are to be played.

        Raises:
            OptionError: none are; the message says what is too few.
        """
        for name, least in {"games": 1, "nodes": 1, "match_games": 2}.items():
            value = getattr(self, name)
            if value < least:
                raise OptionError(f"{name.replace('_', ' ')} {value} is too few; give {least} or more")
        if self.minutes is not None and not 0 < self.minutes < math.inf:
            raise OptionError(f"{self.minutes:g} minutes cannot be played; give a positive number")
        Sprt.read(self.sprt)

    def seconds_for(self, share: float) -> float | None:
        """Return how long a part of it may take; None without a limit."""
        return None if self.minutes is None else 60 * self.minutes * share


@dataclass(frozen=True, kw_only=True)
class TuneSettings(TuneRunSettings):
    """What decides about a tuning of weights: `evaluate` is the sum that has them."""

    @classmethod
    def of(cls, game: Game, evaluate: str, **more: Any) -> TuneSettings:
        """Describe a tuning; files of the sum get full paths, so that it can be resumed from anywhere."""
        options = game.option_texts
        return cls(game=source_of(game.rules), options=options, evaluate=with_full_paths(evaluate), **more)

    def check(self) -> None:
        """Make sure that there is something to tune, before anything takes long.

        Raises:
            PlygroundError: there is not; the message says why.
        """
        if len(self.terms) < 2:
            raise OptionError(f"{self.evaluate} has no weights to tune; give a sum, such as 2*piece+mobility")
        names = [(term.file, term.name) for term in self.terms]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise OptionError(f"{twice[1]} stands in the sum twice; give each heuristic one weight")
        self.check_amounts()
        usable_evaluation(self.played_game, self.evaluate)

    @cached_property
    def terms(self) -> list[Term]:
        """The parts of the sum."""
        return read_terms(self.evaluate)

    @cached_property
    def heuristics(self) -> list[Heuristic]:
        """The heuristics of the sum, without their weights."""
        return [
            find_evaluation(self.played_game, write_terms([each._replace(weight=1.0)])) for each in self.terms
        ]

    @property
    def tuned(self) -> str:
        """What is tuned, for lists of runs."""
        return self.evaluate

    @property
    def weights(self) -> list[float]:
        """The weights as they were given."""
        return [term.weight for term in self.terms]

    def with_weights(self, weights: Sequence[float]) -> str:
        """Write the sum with other weights; one of 0 stays, so that nothing is compiled again."""
        terms = [term._replace(weight=weight) for term, weight in zip(self.terms, weights, strict=True)]
        return write_terms(terms)


def with_full_paths(evaluate: str) -> str:
    """Give files in a sum their full paths, so that a tuning can be resumed from anywhere."""
    terms = read_terms(evaluate)
    return write_terms([each._replace(file=each.file and str(Path(each.file).resolve())) for each in terms])
