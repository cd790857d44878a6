"""The engine's own constants from matches: SPSA, and then a match against the constants as they were."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from plyground.core.discovery import source_of
from plyground.core.position import Game
from plyground.errors import LearningError, OptionError
from plyground.evaluation import find_evaluation
from plyground.learning.tune_settings import TuneRunSettings, with_full_paths
from plyground.learning.tuning_runs import (
    SELF_PLAY_SHARE,
    Pair,
    StageClock,
    TuneKeeper,
    TuningResult,
    WatchTuning,
    tested,
)
from plyground.search.constants import DEFAULT, Constants
from plyground.tournament.contest import Contest, Entrant
from plyground.tournament.contest_running import UnkeptGames, run_contest
from plyground.tournament.counts import Counts
from plyground.tournament.game_pools import GamePool, HerePool, ProcessPool
from plyground.tournament.openings import RandomOpenings
from plyground.tournament.standings import encounter_pairs

ALPHA, GAMMA = 0.602, 0.101  # how gains and perturbations shrink; Spall's values
STABILITY = 0.1
"""The part of the iterations by which the first gains are held back."""

LAST_GAIN = 0.4
"""What is moved for a game won, at the end, times the root of the number of games: chance alone moves less
than half a step."""


@dataclass
class Spsa:
    """Where a tuning stands: `places` in steps, after this many iterations."""

    places: list[float]
    iterations: int
    games: int
    seed: int
    done: int = 0
    _signs: list[int] = field(default_factory=list)

    def sides(self) -> tuple[list[float], list[float]]:
        """Return the two sides of the next iteration."""
        chance = random.Random(f"{self.seed} {self.done}")
        self._signs = [chance.choice((-1, 1)) for _ in self.places]
        size = self._perturbation(self.done)
        moves = [size * sign for sign in self._signs]
        ahead = [place + move for place, move in zip(self.places, moves, strict=True)]
        behind = [place - move for place, move in zip(self.places, moves, strict=True)]
        return ahead, behind

    def learn(self, net: float, lowest: Sequence[float], highest: Sequence[float]) -> None:
        """Take in how many games more the first side won than the second; places stay within bounds."""
        move = self._gain(self.done) * self._perturbation(self.done) * net
        bounds = zip(self.places, self._signs, lowest, highest, strict=True)
        self.places = [min(max(place + move * sign, low), high) for place, sign, low, high in bounds]
        self.done += 1

    def _perturbation(self, iteration: int) -> float:
        """Return how far the sides are from the middle: 1 in the last iteration, more before."""
        return float((self.iterations / (iteration + 1)) ** GAMMA)

    def _gain(self, iteration: int) -> float:
        held = STABILITY * self.iterations
        first = ((held + self.iterations) / (held + iteration + 1)) ** ALPHA
        last = LAST_GAIN / float(self.games) ** 0.5
        return float(last * first / self._perturbation(iteration) ** 2)


PAIRS_A_ROUND = 8
OPENING_PLIES = 6
TABLE_MEGABYTES = 4
SPSA, MATCH = "SPSA", "match"  # the two stages
_MATCH_OPENINGS = 1_000_000_007  # added to the seed: the match has openings of its own


@dataclass(frozen=True, kw_only=True)
class ConstantSettings(TuneRunSettings):
    """What decides about a tuning of constants; `evaluate` is empty for the best there is."""

    constants: tuple[str, ...]

    @classmethod
    def of(cls, game: Game, constants: str, evaluate: str | None, **more: Any) -> ConstantSettings:
        """Describe a tuning; `constants` are names with commas between them, or ``all``."""
        names = Constants.names() if constants == "all" else tuple(constants.split(","))
        scored_by = with_full_paths(evaluate) if evaluate else ""
        options = game.option_texts
        return cls(game=source_of(game.rules), options=options, constants=names, evaluate=scored_by, **more)

    def check(self) -> None:
        """Make sure that all of it can be done.

        Raises:
            PlygroundError: it cannot; the message says why.
        """
        for name in self.constants:
            Constants.check_name(name)
        if len(set(self.constants)) < len(self.constants):
            raise OptionError("a constant is named twice")
        self.check_amounts()
        if self.evaluate:
            find_evaluation(self.played_game, self.evaluate)
        if "," in self.evaluate:
            raise OptionError(f"{self.evaluate} has a comma in it, which no player can have")

    @property
    def tuned(self) -> str:
        """What is tuned, for lists of runs."""
        return ", ".join(self.constants)

    @property
    def rounds(self) -> int:
        """How many iterations the tuner has."""
        return max(1, self.games // (2 * PAIRS_A_ROUND))

    def player(self, constants: Constants) -> str:
        """Write the engine with some constants as a player."""
        evaluate = f",evaluate={self.evaluate}" if self.evaluate else ""
        written = constants.write()
        more = f",constants={written}" if written else ""
        return f"engine:nodes={self.nodes},hash={TABLE_MEGABYTES}{evaluate}{more}"


@dataclass(frozen=True, kw_only=True)
class ConstantTuning(TuningResult):
    """What a tuning of constants found, and how it plays against the constants as they were."""

    settings: ConstantSettings
    constants: Constants

    @property
    def recommended(self) -> Constants:
        """The constants to use: the new ones, unless the match speaks for the old ones."""
        return self.constants if self.speaks_for_new else DEFAULT

    def found(self) -> dict[str, Any]:
        """Return the constants."""
        settings = self.settings
        return {
            "before": settings.player(DEFAULT),
            "after": settings.player(self.constants),
            "recommended": settings.player(self.recommended),
            "constants": [
                {"constant": name, "before": getattr(DEFAULT, name), "after": getattr(self.constants, name)}
                for name in settings.constants
            ],
        }


def run_constant_tuning(
    settings: ConstantSettings,
    keeper: TuneKeeper,
    processes: int,
    watch: WatchTuning = lambda progress: None,
) -> ConstantTuning:
    """Move the constants round by round, and play the match; what is kept already is not played again.

    Raises:
        LearningError: the time is over before the first round is.
    """
    with _pool(processes) as pool:
        run = _Run(settings, keeper, pool, watch)
        constants, games = run.find()
        pairs = run.match(constants)
    return ConstantTuning(
        settings=settings,
        constants=constants,
        games=games,
        counts=Counts.of(pairs),
        test=tested(settings, pairs),
    )


@contextlib.contextmanager
def _pool(processes: int) -> Iterator[GamePool]:
    if processes == 0:
        yield HerePool()
        return
    with ProcessPool(processes).started() as pool:
        yield pool


class _Run:
    """The two stages of a tuning."""

    def __init__(
        self,
        settings: ConstantSettings,
        keeper: TuneKeeper,
        pool: GamePool,
        watch: WatchTuning,
    ) -> None:
        self._settings, self._keeper, self._pool, self._watch = settings, keeper, pool, watch

    def find(self) -> tuple[Constants, int]:
        """Find constants; return them, and how many games it took."""
        settings, names = self._settings, self._settings.constants
        bounds = [Constants.ranges()[name] for name in names]
        first = [each.position_of(getattr(DEFAULT, name)) for each, name in zip(bounds, names, strict=True)]
        lowest = [each.position_of(each.low) for each in bounds]
        highest = [each.position_of(each.high) for each in bounds]
        spsa = Spsa(first, settings.rounds, 2 * PAIRS_A_ROUND * settings.rounds, settings.seed)

        def constants_at(places: Sequence[float]) -> Constants:
            values = {
                name: each.value_at(place) for name, each, place in zip(names, bounds, places, strict=True)
            }
            return replace(DEFAULT, **values)

        def sides() -> list[Constants]:
            return [constants_at(places) for places in spsa.sides()]

        games = 0
        for pairs in self._rounds(SPSA, settings.rounds, settings.seed, sides, SELF_PLAY_SHARE):
            spsa.learn(sum(2 * (one + other - 1) for one, other in pairs), lowest, highest)
            games += 2 * len(pairs)
        if not games:
            raise LearningError(
                "the time is over before the first games are; give more minutes or fewer nodes"
            )
        return constants_at(spsa.places), games

    def match(self, constants: Constants) -> list[Pair]:
        """Let constants play those that there were; return the results of the new ones."""
        settings = self._settings
        rounds = -(-settings.match_games // (2 * PAIRS_A_ROUND))
        seed = settings.seed + _MATCH_OPENINGS
        both = [constants, DEFAULT]
        found = self._rounds(MATCH, rounds, seed, lambda: both, 1 - SELF_PLAY_SHARE)
        return [pair for pairs in found for pair in pairs]

    def _rounds(
        self,
        stage: str,
        count: int,
        seed: int,
        sides: Callable[[], Sequence[Constants]],
        share: float,
    ) -> Iterator[Sequence[Pair]]:
        """Yield the results of one round after another, until they are over or the time is."""
        settings = self._settings
        kept = self._keeper.rounds(stage)
        openings = RandomOpenings(settings.played_game.start(), OPENING_PLIES, seed)
        seconds, games = settings.seconds_for(share), 2 * PAIRS_A_ROUND
        end = None if seconds is None else time.monotonic() + seconds
        clock = StageClock(stage, games * count, games * len(kept), self._watch)
        for number in range(count):
            if end is not None and time.monotonic() >= end:
                return
            one, other = sides()
            if number in kept:
                yield kept[number]
                continue
            pairs = self._play(one, other, openings, number)
            self._keeper.keep_round(stage, number, pairs)
            clock.tick(games)
            yield pairs

    def _play(self, one: Constants, other: Constants, openings: RandomOpenings, number: int) -> list[Pair]:
        settings = self._settings
        first = number * PAIRS_A_ROUND
        positions = tuple(openings.opening(first + each).text for each in range(PAIRS_A_ROUND))
        contest = Contest(
            settings.game,
            settings.options,
            (Entrant("one", settings.player(one)), Entrant("other", settings.player(other))),
            pairs=PAIRS_A_ROUND,
            positions=positions,
            seed=settings.seed + number,
        )
        progress = run_contest(contest, UnkeptGames(), self._pool, lambda progress: None)
        pairs = encounter_pairs(progress.stages[0], progress.results)[0, 1]
        return [(one, other) for one, other in pairs if one is not None and other is not None]
