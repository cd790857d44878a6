"""Weights of a sum of heuristics from games: self-play, quiet positions, a logistic fit, a match."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core.position import Game
from plyground.errors import LearningError, expect
from plyground.evaluation import usable_evaluation, write_terms
from plyground.learning.examples import make_examples
from plyground.learning.matching import MatchPlan
from plyground.learning.plans import Plan
from plyground.learning.pools import TaskPool, TaskThreads, stopping
from plyground.learning.positions import Positions
from plyground.learning.tasks import MatchTask, SelfPlayTask
from plyground.learning.texel import Curve, Weighing, error_of, fit_curve, fit_weights, losses_without
from plyground.learning.tune_settings import (
    DEFAULT_GAMES,
    DEFAULT_MATCH_GAMES,
    DEFAULT_NODES,
    TuneSettings,
)
from plyground.learning.tuning_runs import (
    SELF_PLAY_SHARE,
    NotKept,
    Pair,
    StageClock,
    TuneKeeper,
    TuningResult,
    WatchTuning,
    finite,
    tested,
)
from plyground.tournament.counts import Counts
from plyground.tournament.game_pools import usual_processes

HELD_OUT = 8
"""One game in this many is not fitted to: its positions tell how well the weights predict."""

GAMES_AT_ONCE = 50
PAIRS_AT_ONCE = 32
BALANCED = 0.5
"""An opening of the match is balanced if its score changes the log-odds to win by no more than this."""

_MATCH = 0x6D61746368  # the match has random numbers of its own

_PAIRS = "pairs"
"""The stage whose results are kept."""


@dataclass(frozen=True, kw_only=True)
class Tuning(TuningResult):
    """What a tuning of weights found.

    `evaluate` is the new sum. `losses` say how much of what the sum explains is lost without each heuristic.
    `errors` on held-out games are those of the old and the new weights, and of a prediction that knows the
    side to move only.
    """

    settings: TuneSettings
    evaluate: str
    weighing: Weighing
    losses: tuple[float, ...]
    positions: int
    errors: tuple[float, float, float]

    @property
    def recommended(self) -> str:
        """The sum to use: the new one, unless the match speaks for the old one."""
        return self.evaluate if self.speaks_for_new else self.settings.evaluate

    def found(self) -> dict[str, Any]:
        """Return the weights."""
        settings = self.settings
        names = [write_terms([term._replace(weight=1.0)]) for term in settings.terms]
        columns = zip(
            names, settings.weights, self.weighing.weights, self.weighing.deviations, self.losses, strict=True
        )
        return {
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
                    "lost_without": finite(loss),
                }
                for name, before, after, deviation, loss in columns
            ],
            "error": dict(zip(("before", "after", "constant"), map(finite, self.errors), strict=True)),
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
    keeper: TuneKeeper,
    threads: int,
    watch: WatchTuning = lambda progress: None,
) -> Tuning:
    """Play, fit and play the match; what is kept already is not played again.

    Raises:
        LearningError: the positions are too few, or say nothing.
    """
    game = settings.played_game
    plan = Plan.for_game(game, nodes=settings.nodes)
    positions, games = _play_self(settings, plan, keeper, TaskThreads(threads), watch)
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
    pairs = _play_match(settings, evaluate, match_plan, keeper, TaskThreads(threads), watch)
    return Tuning(
        settings=settings,
        evaluate=evaluate,
        weighing=weighing,
        losses=losses_without(training, held_out),
        games=games,
        positions=len(training) + len(held_out),
        errors=errors,
        counts=Counts.of(pairs),
        test=tested(settings, pairs),
    )


def _play_self(
    settings: TuneSettings,
    plan: Plan,
    keeper: TuneKeeper,
    pool: TaskPool,
    watch: WatchTuning,
) -> tuple[Positions, int]:
    """Play the games of self-play that are missing; return all positions and how many games there are."""
    game, seed = settings.played_game, settings.seed
    parts = dict(keeper.positions())
    clock = StageClock("self-play", settings.games, len(parts) * GAMES_AT_ONCE, watch)

    def tasks() -> Iterator[SelfPlayTask]:
        for first in range(0, settings.games, GAMES_AT_ONCE):
            if first not in parts:
                count = min(GAMES_AT_ONCE, settings.games - first)
                yield SelfPlayTask(game, settings.evaluate, plan, seed, first, count)

    with stopping(pool, settings.seconds_for(SELF_PLAY_SHARE)):
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
    keeper: TuneKeeper,
    pool: TaskPool,
    watch: WatchTuning,
) -> list[Pair]:
    """Play the pairs of the match that are missing; return all results, those of the new weights."""
    game, seed = settings.played_game, settings.seed ^ _MATCH
    parts = dict(keeper.rounds(_PAIRS))
    most = -(-settings.match_games // 2)
    clock = StageClock("match", 2 * most, 2 * sum(map(len, parts.values())), watch)

    def tasks() -> Iterator[MatchTask]:
        for first in range(0, most, PAIRS_AT_ONCE):
            if first not in parts:
                count = min(PAIRS_AT_ONCE, most - first)
                yield MatchTask(game, (evaluate, settings.evaluate), plan, seed, first, count)

    with stopping(pool, settings.seconds_for(1 - SELF_PLAY_SHARE)):
        for task, pairs in pool.run(tasks()):
            assert isinstance(task, MatchTask)  # noqa: S101  # for the type checker
            keeper.keep_round(_PAIRS, task.first, pairs)
            parts[task.first] = pairs
            clock.tick(2 * task.count)
    return [pair for first in sorted(parts) for pair in parts[first]]


def _balance(curve: Curve) -> float:
    """Return the largest score of a balanced opening, in points."""
    return (abs(curve.tempo) + BALANCED) / curve.slope if curve.slope > 0 else math.inf
