"""Whether a new evaluation is better than the one before: matches with a sequential test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from plyground.core.position import Game
from plyground.evaluation import Evaluation
from plyground.learning.matching import MatchPlan
from plyground.learning.pools import TaskPool
from plyground.learning.tasks import MatchTask, Task
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import Estimate, elo_difference
from plyground.tournament.sprt import Sprt, SprtStatus, SprtVerdict

PAIRS_AT_ONCE = 8


@dataclass(frozen=True)
class Gate:
    """What a new evaluation has to show: `test` says it is better, in at most this many pairs of games.

    A match that ran out of time ends after `fewest_pairs`.
    """

    test: Sprt = field(default_factory=lambda: Sprt(-5.0, 15.0))
    most_pairs: int = 1000
    fewest_pairs: int = 100


@dataclass(frozen=True)
class Gating:
    """How a match stands, as the new evaluation sees it."""

    counts: Counts
    status: SprtStatus

    @property
    def elo(self) -> Estimate:
        """By how much the new evaluation is better."""
        return elo_difference(self.counts)

    @property
    def is_accepted(self) -> bool:
        """Whether it is better; if the games were too few to tell, whether that is the likelier claim.

        Where no pair tells the two apart, as on boards that both play perfectly, the new one is taken: it is
        fitted to more games.
        """
        worst, low, even, high, best = self.counts.pairs
        if even > 0 and worst + low + high + best == 0:
            return True
        if self.status.verdict is SprtVerdict.CONTINUE:
            return self.status.llr > 0
        return self.status.verdict is SprtVerdict.ACCEPT_H1


def play_gate(
    pool: TaskPool,
    game: Game,
    new: Evaluation,
    old: Evaluation,
    plan: MatchPlan,
    gate: Gate,
    *,
    seed: int,
    watch: Callable[[Gating], None] = lambda gating: None,
    is_late: Callable[[], bool] = lambda: False,
) -> Gating | None:
    """Play until the test ends, the pairs are used up, or it `is_late`; None if somebody stopped the pool.

    Pairs count in the order of their numbers: how many there are does not depend on who is quicker.
    """
    counts = Counts()
    tasks = _tasks(game, (new, old), plan, gate.most_pairs, seed)
    played = 0
    for _, pairs in pool.run(tasks):
        for pair in pairs:
            counts += Counts.of([pair])
        played += len(pairs)
        gating = Gating(counts, gate.test.status(counts))
        watch(gating)
        is_enough = played >= gate.most_pairs or (played >= gate.fewest_pairs and is_late())
        if gating.status.verdict is not SprtVerdict.CONTINUE or is_enough:
            return gating
    return None


def measure(
    pool: TaskPool, game: Game, new: Evaluation, old: Evaluation, plan: MatchPlan, *, pairs: int, seed: int
) -> Counts | None:
    """Play a number of pairs, and return how many games were won; None if somebody stopped the pool."""
    counts, played = Counts(), 0
    for _, results in pool.run(_tasks(game, (new, old), plan, pairs, seed)):
        counts += Counts.of(results)
        played += len(results)
    return counts if played == pairs else None


def _tasks(
    game: Game, evaluations: tuple[Any, Any], plan: MatchPlan, pairs: int, seed: int
) -> Iterator[Task]:
    for first in range(0, pairs, PAIRS_AT_ONCE):
        count = min(PAIRS_AT_ONCE, pairs - first)
        yield MatchTask(game, evaluations, plan, seed, first, count)
