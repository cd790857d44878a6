"""Matches between evaluations: as a plain twin plays them, and what decides about a new one."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import plyground as ply
from plyground.evaluation import usable_evaluation
from plyground.learning.gating import PAIRS_AT_ONCE, Gate, Gating, measure, play_gate
from plyground.learning.matching import Match, MatchPlan
from plyground.learning.pools import Results, TaskThreads
from plyground.learning.tasks import Task
from plyground.tournament.counts import Counts
from plyground.tournament.sprt import Sprt, SprtVerdict
from tests.learning.twin import MatchTwin

PLAN = MatchPlan(nodes=40, opening_low=1, opening_high=4, balance=0.5)
BOARDS = {
    "othello": (ply.game("othello", size=4), "squares", "handmade"),
    "konane": (ply.game("konane", size="4x5"), "handmade", "mobility"),
    "breakthrough": (ply.game("breakthrough", size="5x4"), "piece", "handmade"),
    "duel": (ply.game("duel", size=3, quiet=6), "pieces", "handmade"),
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_pair_is_what_the_plain_twin_plays(name: str) -> None:
    game, *wanted = BOARDS[name]
    first, second = (usable_evaluation(game, each) for each in wanted)
    match = Match(game, (first, second), PLAN, seed=5)
    twin = MatchTwin(game, (first, second), PLAN)
    numbers = range(8)
    assert [match.play(number) for number in numbers] == [twin.play(5, number) for number in numbers]


def test_equal_evaluations_share_the_points_of_a_pair() -> None:
    game = ply.game("breakthrough", size="5x4")
    evaluator = usable_evaluation(game, "handmade")
    match = Match(game, (evaluator, evaluator), PLAN, seed=2)
    pairs = [match.play(number) for number in range(20)]
    assert all(pair is not None and sum(pair) == 1 for pair in pairs)
    assert len(set(pairs)) == 2, "openings are balanced: neither side wins all of them"


def test_a_stopped_match_returns_nothing() -> None:
    game = ply.game("breakthrough", size="5x4")
    evaluator = usable_evaluation(game, "handmade")
    match = Match(game, (evaluator, evaluator), PLAN, seed=2)
    match.stop()
    assert match.play(0) is None


class Scripted:
    """A pool whose pairs all end alike."""

    threads = 1
    is_stopped = False

    def __init__(self, *pairs: tuple[float, float], tasks: int = 10_000) -> None:
        self._pairs, self._tasks = pairs, tasks

    def stop(self) -> None: ...

    def run(self, tasks: Iterable[Task]) -> Results:
        for number, task in enumerate(tasks):
            if number == self._tasks:
                return
            yield task, [self._pairs[index % len(self._pairs)] for index in range(task.count)]


def gated(pool: Scripted, gate: Gate | None = None, *, is_late: bool = False) -> Gating | None:
    game = ply.game("breakthrough", size="5x4")
    return play_gate(pool, game, "piece", "piece", PLAN, gate or Gate(), seed=1, is_late=lambda: is_late)


def test_what_wins_is_accepted_and_what_loses_is_rejected() -> None:
    won, lost = gated(Scripted((1.0, 1.0), (1.0, 0.0))), gated(Scripted((0.0, 0.0), (1.0, 0.0)))
    assert won is not None
    assert lost is not None
    assert (won.is_accepted, lost.is_accepted) == (True, False)
    assert won.counts.games < 400


def test_the_likelier_claim_decides_when_the_pairs_are_used_up() -> None:
    gate = Gate(Sprt(0.0, 1.0), most_pairs=24)
    better, worse = (
        gated(Scripted((1.0, 0.5), (0.5, 0.5)), gate),
        gated(Scripted((0.5, 0.0), (0.5, 0.5)), gate),
    )
    assert better is not None
    assert worse is not None
    assert better.status.verdict is worse.status.verdict is SprtVerdict.CONTINUE
    assert (better.counts.games, better.is_accepted, worse.is_accepted) == (48, True, False)


def test_where_nothing_tells_two_apart_the_new_one_is_taken() -> None:
    even = gated(Scripted((1.0, 0.0)), Gate(most_pairs=16))
    assert even is not None
    assert even.is_accepted


def test_a_late_match_is_short() -> None:
    gate = Gate(Sprt(0.0, 0.1), fewest_pairs=2 * PAIRS_AT_ONCE)
    late = gated(Scripted((1.0, 0.5), (0.5, 0.5)), gate, is_late=True)
    assert late is not None
    assert late.counts.games == 4 * PAIRS_AT_ONCE


def test_a_stopped_pool_decides_nothing() -> None:
    assert gated(Scripted((0.5, 0.5), tasks=2)) is None
    game = ply.game("breakthrough", size="5x4")
    assert measure(Scripted((1, 1), tasks=2), game, "piece", "piece", PLAN, pairs=100, seed=1) is None


def test_the_number_of_threads_changes_nothing() -> None:
    game = ply.game("breakthrough", size="5x4")
    found = set[Counts]()
    for threads in (1, 3):
        pool = TaskThreads(threads)
        gate = Gate(Sprt(0.0, 20.0), most_pairs=40)
        gating = play_gate(pool, game, "handmade", "piece", PLAN, gate, seed=3)
        assert gating is not None
        found.add(gating.counts)
    assert len(found) == 1
