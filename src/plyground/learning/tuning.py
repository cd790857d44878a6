"""Weights of a sum of heuristics from games: self-play, quiet positions, a logistic fit, a match."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from plyground.core.position import Game
from plyground.errors import LearningError, expect
from plyground.evaluation import usable_evaluation, write_terms
from plyground.learning.examples import make_examples
from plyground.learning.matching import MatchPlan
from plyground.learning.plans import Plan
from plyground.learning.pools import Pool, ThreadPool, stopping
from plyground.learning.positions import Positions
from plyground.learning.tasks import MatchTask, SelfPlayTask
from plyground.learning.texel import Curve, Weighing, error_of, fit_curve, fit_weights, losses_without
from plyground.learning.tune_settings import (
    DEFAULT_GAMES,
    DEFAULT_MATCH_GAMES,
    DEFAULT_NODES,
    TuneSettings,
)
from plyground.tournament.contest_running import RunningTest
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import Estimate, elo_difference, likelihood_of_superiority
from plyground.tournament.game_pools import usual_processes
from plyground.tournament.sprt import Sprt, SprtVerdict

HELD_OUT = 8
"""One game of so many is not fitted to: its positions tell how well the weights predict."""

GAMES_AT_ONCE = 50
PAIRS_AT_ONCE = 32
SELF_PLAY_SHARE = 0.6
"""The part of a limit of time that is spent on self-play; the rest is for the match."""

BALANCED = 0.5
"""An opening of the match is balanced if its score changes the log-odds to win by no more than this."""

_MATCH = 0x6D61746368  # the match has random numbers of its own

Pair = tuple[float, float]


class Keeper(Protocol):
    """Where games are kept until a tuning is over."""

    def positions(self) -> Mapping[int, Positions]:
        """Return the positions that are kept already, by the number of their first game."""
        ...

    def keep_positions(self, first: int, positions: Positions) -> None:
        """Keep the positions of some games for good."""
        ...

    def pairs(self) -> Mapping[int, Sequence[Pair]]:
        """Return the results of the match that are kept already, by the number of the first pair."""
        ...

    def keep_pairs(self, first: int, pairs: Sequence[Pair]) -> None:
        """Keep the results of some pairs for good."""
        ...


class NotKept:
    """Stands where a store would be: nothing is kept."""

    def positions(self) -> Mapping[int, Positions]:
        """Return nothing."""
        return {}

    def keep_positions(self, first: int, positions: Positions) -> None:
        """Forget positions."""

    def pairs(self) -> Mapping[int, Sequence[Pair]]:
        """Return nothing."""
        return {}

    def keep_pairs(self, first: int, pairs: Sequence[Pair]) -> None:
        """Forget results."""


@dataclass(frozen=True)
class Progress:
    """How far a tuning has come: games of self-play or of the match, and about how long these will take."""

    stage: str
    done: int
    total: int
    seconds_left: float | None


@dataclass(frozen=True)
class Tuning:
    """What a tuning found.

    `evaluate` is the new sum. `losses` say how much of what the sum explains is lost without each heuristic.
    `errors` on held-out games are those of the old and the new weights, and of a prediction that knows the
    side to move only. `counts` are the results of the new weights against the old ones, and `test` is
    what they say; `decided_after` is the number of games after which they did.
    """

    settings: TuneSettings
    evaluate: str
    weighing: Weighing
    losses: tuple[float, ...]
    games: int
    positions: int
    errors: tuple[float, float, float]
    counts: Counts
    test: RunningTest

    @property
    def elo(self) -> Estimate:
        """By how much the new weights are better."""
        return elo_difference(self.counts)

    @property
    def decided_after(self) -> int | None:
        """After how many games the test was decided; None if it was not."""
        return None if self.test.decided_after is None else 2 * self.test.decided_after

    @property
    def is_better(self) -> bool:
        """Whether the test accepts that the new weights are better."""
        return self.test.status.verdict is SprtVerdict.ACCEPT_H1

    @property
    def recommended(self) -> str:
        """The sum to use: the new one, unless the match speaks for the old one."""
        return self.evaluate if speaks_for_new(self.counts, self.test) else self.settings.evaluate

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        settings = self.settings
        names = [write_terms([term._replace(weight=1.0)]) for term in settings.terms]
        columns = zip(
            names, settings.weights, self.weighing.weights, self.weighing.deviations, self.losses, strict=True
        )
        return {
            "game": settings.game,
            "options": settings.options,
            "seed": settings.seed,
            "nodes": settings.nodes,
            "games": self.games,
            "positions": self.positions,
            "before": settings.evaluate,
            "after": self.evaluate,
            "recommended": self.recommended,
            "weights": [
                {
                    "heuristic": name,
                    "before": before,
                    "after": after,
                    "deviation": deviation,
                    "lost_without": _finite(loss),
                }
                for name, before, after, deviation, loss in columns
            ],
            "error": dict(zip(("before", "after", "constant"), map(_finite, self.errors), strict=True)),
            "match": match_json(self.counts),
            "sprt": sprt_json(settings.sprt, self.test),
        }


def speaks_for_new(counts: Counts, test: RunningTest) -> bool:
    """Tell whether a match speaks for what is new; where the test is undecided, more points do."""
    verdict = test.status.verdict
    return verdict is SprtVerdict.ACCEPT_H1 or (
        verdict is SprtVerdict.CONTINUE and counts.wins > counts.losses
    )


def match_json(counts: Counts) -> dict[str, Any]:
    """Return the result of a match as JSON has it."""
    elo = elo_difference(counts)
    return {
        "games": counts.games,
        "wins": counts.wins,
        "draws": counts.draws,
        "losses": counts.losses,
        "pairs": list(counts.pairs),
        "elo": {each: _finite(getattr(elo, each)) for each in ("value", "low", "high")},
        "superiority": likelihood_of_superiority(counts) if counts.games else None,
    }


def sprt_json(text: str, test: RunningTest) -> dict[str, Any]:
    """Return how a test stands as JSON has it, and after how many games it was decided."""
    status, decided = test.status, test.decided_after
    return {
        "test": text,
        "ratio": status.ratio,
        "lower": status.lower,
        "upper": status.upper,
        "verdict": str(status.verdict),
        "games": None if decided is None else 2 * decided,
    }


def tune(
    game: Game,
    evaluate: str,
    *,
    games: int = DEFAULT_GAMES,
    minutes: float | None = None,
    nodes: int = DEFAULT_NODES,
    match_games: int = DEFAULT_MATCH_GAMES,
    seed: int = 0,
    processes: int | None = None,
) -> Tuning:
    """Find the weights of a sum of heuristics from games, and measure what they are worth.

    >>> import plyground as ply
    >>> board = ply.game("breakthrough", size="5x4")
    >>> found = tune(board, "piece - 2*reckless", games=200, nodes=100, match_games=100)
    >>> found.counts.wins > found.counts.losses
    True

    Args:
        game: the game, on a board of some size.
        evaluate: a sum such as ``2*defensive+0.5*reckless+piece``; its weights are where the search begins.
        games: how many games the engine plays against itself with that sum.
        minutes: how long all of it may take; ends self-play and match early.
        nodes: the budget of each move.
        match_games: how many games the new weights play against the old ones.
        seed: decides about everything that is left to chance.
        processes: how many games are played at once, one on every core by default; the weights do not
            depend on it.

    Raises:
        PlygroundError: there is nothing to tune, or too few games.
    """
    expect(game, Game, "game has to be a Game such as ply.game('breakthrough')")
    expect(evaluate, str, "evaluate has to be a text such as '2*defensive+0.5*reckless+piece'")
    more = {"games": games, "minutes": minutes, "nodes": nodes, "match_games": match_games, "seed": seed}
    settings = TuneSettings.of(game, evaluate, **more)
    settings.check()
    return run_tuning(settings, NotKept(), usual_processes() if processes is None else max(processes, 1))


def run_tuning(
    settings: TuneSettings,
    keeper: Keeper,
    threads: int,
    watch: Callable[[Progress], None] = lambda progress: None,
) -> Tuning:
    """Play, fit and play the match; what is kept already is not played again.

    Raises:
        LearningError: the positions are too few, or say nothing.
    """
    game = settings.played_game
    plan = Plan.for_game(game, nodes=settings.nodes)
    positions, games = _play_self(settings, plan, keeper, ThreadPool(threads), watch)
    total = usable_evaluation(game, settings.evaluate)
    training, held_out = make_examples(game, settings.heuristics, total, positions).split(HELD_OUT)
    if not len(held_out):
        raise LearningError(f"{games} games are too few: none is left to check the weights with")
    before = np.asarray(settings.weights)
    curve = fit_curve(training.values @ before, training.chances)
    weighing = fit_weights(training, settings.weights)
    evaluate = settings.with_weights(weighing.weights)
    blank = Curve(fit_curve(np.zeros(len(training)), training.chances).tempo, 0.0)
    errors = (
        error_of(held_out, settings.weights, curve),
        error_of(held_out, weighing.weights, weighing.curve),
        error_of(held_out, settings.weights, blank),
    )
    match_plan = MatchPlan.of(plan, _balance(weighing.curve))
    pairs = _play_match(settings, evaluate, match_plan, keeper, ThreadPool(threads), watch)
    test = RunningTest(Sprt.read(settings.sprt))
    test.look(pairs)
    return Tuning(
        settings,
        evaluate,
        weighing,
        losses_without(training, held_out),
        games,
        len(training) + len(held_out),
        errors,
        Counts.of(pairs),
        test,
    )


def _play_self(
    settings: TuneSettings,
    plan: Plan,
    keeper: Keeper,
    pool: Pool,
    watch: Callable[[Progress], None],
) -> tuple[Positions, int]:
    """Play the games of self-play that are missing; return all positions and how many games there are."""
    game, seed = settings.played_game, settings.seed
    parts = dict(keeper.positions())
    clock = _Clock("self-play", settings.games, len(parts) * GAMES_AT_ONCE, watch)

    def tasks() -> Iterator[SelfPlayTask]:
        for first in range(0, settings.games, GAMES_AT_ONCE):
            if first not in parts:
                count = min(GAMES_AT_ONCE, settings.games - first)
                yield SelfPlayTask(game, settings.evaluate, plan, seed, first, count)

    with stopping(pool, _seconds(settings.minutes, SELF_PLAY_SHARE)):
        for task, positions in pool.run(tasks()):
            assert isinstance(task, SelfPlayTask)  # noqa: S101  # for the type checker
            keeper.keep_positions(task.first, positions)
            parts[task.first] = positions
            clock.tick(task.count)
    if not parts:
        raise LearningError("the time is over before the first games are; give more minutes or fewer nodes")
    played = sum(min(GAMES_AT_ONCE, settings.games - first) for first in parts)
    return Positions.joined([parts[first] for first in sorted(parts)]), played


def _play_match(
    settings: TuneSettings,
    evaluate: str,
    plan: MatchPlan,
    keeper: Keeper,
    pool: Pool,
    watch: Callable[[Progress], None],
) -> list[Pair]:
    """Play the pairs of the match that are missing; return all results, those of the new weights."""
    game, seed = settings.played_game, settings.seed ^ _MATCH
    parts = dict(keeper.pairs())
    most = -(-settings.match_games // 2)
    clock = _Clock("match", 2 * most, 2 * sum(map(len, parts.values())), watch)

    def tasks() -> Iterator[MatchTask]:
        for first in range(0, most, PAIRS_AT_ONCE):
            if first not in parts:
                count = min(PAIRS_AT_ONCE, most - first)
                yield MatchTask(game, (evaluate, settings.evaluate), plan, seed, first, count)

    with stopping(pool, _seconds(settings.minutes, 1 - SELF_PLAY_SHARE)):
        for task, pairs in pool.run(tasks()):
            assert isinstance(task, MatchTask)  # noqa: S101  # for the type checker
            keeper.keep_pairs(task.first, pairs)
            parts[task.first] = pairs
            clock.tick(2 * task.count)
    return [pair for first in sorted(parts) for pair in parts[first]]


class _Clock:
    """Tells how far a stage is, and about how long the rest takes."""

    def __init__(self, stage: str, total: int, kept: int, watch: Callable[[Progress], None]) -> None:
        self._stage, self._total, self._watch = stage, total, watch
        self._kept = self._done = min(kept, total)
        self._began = time.monotonic()
        watch(Progress(stage, self._done, total, None))

    def tick(self, games: int) -> None:
        """Count games."""
        self._done += games
        spent = time.monotonic() - self._began
        left = spent / (self._done - self._kept) * (self._total - self._done)
        self._watch(Progress(self._stage, self._done, self._total, left))


def _seconds(minutes: float | None, share: float) -> float | None:
    return None if minutes is None else 60 * minutes * share


def _balance(curve: Curve) -> float:
    """Return the largest score of a balanced opening, in points."""
    return (abs(curve.tempo) + BALANCED) / curve.slope if curve.slope > 0 else math.inf


def _finite(value: float) -> float | None:
    """Return a number that JSON has, None for any other."""
    return value if math.isfinite(value) else None
