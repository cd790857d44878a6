"""Pacing: budgets follow from clocks and histories, and a search heeds them. Nothing depends on real time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.core.position import game
from plyground.search import iterative_deepening as deepening_module
from plyground.search.features import PRESETS, Features, preset
from plyground.search.iterative_deepening import IterativeDeepening
from plyground.search.limit import Clock, Limit
from plyground.search.parallel import RootResult
from plyground.search.score import UNIT, WIN
from plyground.search.time_management import (
    Finding,
    lead_bound,
    paced_budget,
    plain_budget,
    steady_depths,
    usual_change,
)

WINDOW = UNIT // 2
CLOCK = Clock(60, 1)
PACED = PRESETS["engine"].having("time_management")
PLAIN = PRESETS["engine"].without("time_management")

clocks = st.builds(Clock, st.floats(0.001, 10_000), st.floats(0, 100))
scores = st.integers(-WIN, WIN)
histories = st.lists(st.builds(Finding, st.integers(0, 3), scores), min_size=1, max_size=40)


def found(moves: str, scores: Sequence[int] = ()) -> list[Finding]:
    """Return a history of moves, one letter each, with scores in windows; 0 without them."""
    return [
        Finding(ord(move), WINDOW * score)
        for move, score in zip(moves, scores or [0] * len(moves), strict=True)
    ]


def budget(moves: str, scores: Sequence[int] = (), *, is_alone: bool = False) -> float:
    return paced_budget(CLOCK, found(moves, scores), WINDOW, is_alone=is_alone)


def test_a_change_of_the_best_move_is_worth_time_and_less_so_later() -> None:
    assert budget("aaab") > budget("aabb") > budget("abbb") > budget("bbbb")


def test_several_changes_are_worth_more_than_one() -> None:
    assert budget("abab") > budget("aaab")


def test_a_score_that_drops_is_worth_time() -> None:
    level = budget("aaaa")
    small, large, larger = (budget("aaaa", [0, 0, 0, score]) for score in (-1, -2, -9))
    assert level < small < large == larger
    assert budget("aaaa", [0, 0, 0, 9]) == level


def test_scores_that_swing_from_odd_to_even_depths_have_not_dropped() -> None:
    assert budget("aaaa", [0, 5, 0, 5]) == budget("aaaa", [5, 0, 5, 0]) == budget("aaaa")


def test_a_drop_counts_by_what_is_usual() -> None:
    noisy, calm = [0, 0, 6, 6, 3, 3, 9, 9, 6], [0, 0, 0, 0, 0, 0, 0, 0, -3]
    assert budget("aaaaaaaaa", noisy) < budget("aaaaaaaaa", calm)
    assert usual_change(found("aaaa", [0, 0, 6, 6]), WINDOW) == 6 * WINDOW


def test_won_and_lost_games_say_nothing_of_what_is_usual() -> None:
    history = [*found("aaaa"), Finding(ord("a"), WIN - 9 * UNIT), Finding(ord("a"), 9 * UNIT - WIN)]
    assert usual_change(history, WINDOW) == WINDOW


def test_a_steady_move_needs_less_time_but_not_less_and_less() -> None:
    budgets = [budget("a" * depths) for depths in (4, 6, 8, 10, 20)]
    assert budgets[0] > budgets[1] > budgets[2] > budgets[3] == budgets[4]


def test_an_only_sensible_move_needs_least_time() -> None:
    assert budget("aaaaaaaaaa", is_alone=True) < budget("aaaaaaaaaa")


def test_depths_with_the_same_move_are_counted_from_the_last() -> None:
    assert [steady_depths(found(moves)) for moves in ("a", "ab", "abb", "babbb")] == [0, 0, 1, 2]


def test_a_lead_is_measured_by_what_is_usual() -> None:
    assert lead_bound(found("aaaa"), WINDOW) == -3 * WINDOW
    assert lead_bound(found("aaaa", [0, 0, 6, 6]), WINDOW) == 6 * WINDOW - 18 * WINDOW


def test_without_pacing_the_score_does_not_count() -> None:
    assert plain_budget(CLOCK, found("aab")) == plain_budget(CLOCK, found("aab", [9, 9, 0]))
    assert plain_budget(CLOCK, found("aaaa")) < plain_budget(CLOCK, found("baaa"))


@given(clocks, histories, st.booleans())
def test_the_soft_budget_never_exceeds_the_hard_one(
    clock: Clock, history: list[Finding], is_alone: bool
) -> None:
    soft = paced_budget(clock, history, WINDOW, is_alone=is_alone)
    assert 0 < soft <= clock.most < clock.seconds
    assert 0 < plain_budget(clock, history) <= clock.most


@given(clocks, st.lists(histories, min_size=20, max_size=20))
def test_soft_budgets_never_use_up_a_clock(clock: Clock, moves: list[list[Finding]]) -> None:
    left = clock.seconds
    for history in moves:
        left -= paced_budget(Clock(left, clock.increment), history, WINDOW)
        assert left > 0
        left += clock.increment


@given(clocks)
def test_moves_that_all_take_the_hard_budget_never_use_up_a_clock(clock: Clock) -> None:
    left = clock.seconds
    for _ in range(200):
        left -= Clock(left, clock.increment).most
        assert left > 0
        left += clock.increment


def test_a_clock_with_an_increment_lasts_for_ever() -> None:
    left = 3.0
    for _ in range(500):
        left += 0.03 - budget_in_doubt(Clock(left, 0.03))
        assert left > 0.03


def budget_in_doubt(clock: Clock) -> float:
    """Return the budget of a move that changed lately, as ordinary moves of a hard game do."""
    return paced_budget(clock, found("aaabb"), WINDOW)


class FakeSearch:
    """Stands for the pool and the root search: every depth takes a second and finds what it is told to."""

    nodes, table_fill, reached_horizon = 0, 0.0, True

    def __init__(self, moves: Sequence[int], scores: Sequence[int], others: int) -> None:
        self._moves, self._scores, self._others = moves, scores, others
        self.seconds = 0.0
        self.excluded: list[int] = []
        self.compared: list[int] = []  # at which depth

    def exclude(self, codes: list[int]) -> None:
        self.excluded = codes

    def __call__(self, depth: int, alpha: int, beta: int) -> RootResult:
        if self.excluded:
            self.compared.append(depth)
            return RootResult(self._others, ())
        self.seconds += 1
        return RootResult(self._scores[depth - 1], (self._moves[depth - 1],))


Searched = Callable[..., FakeSearch]


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> Searched:
    """Run a search in which seconds are counted in depths."""
    position = game("breakthrough", size=4).start()
    codes = [move.code for move in position.moves()]

    def run(
        features: Features, limit: Limit, numbers: str = "", scores: Sequence[int] = (), others: int = 0
    ) -> FakeSearch:
        moves = [codes[int(number)] for number in numbers] + [codes[0]] * 128
        fake = FakeSearch(moves, [*scores, *[0] * 128], others)
        with monkeypatch.context() as patch:
            patch.setattr(deepening_module, "time", SimpleNamespace(perf_counter=lambda: fake.seconds))
            search = IterativeDeepening(fake, fake, position, features.without("aspiration"), 1)  # type: ignore[arg-type]
            search.run(limit)
            list(search.reports())
        return fake

    return run


FIVE_MINUTES = Limit(clock=Clock(300))


def test_no_depth_is_begun_after_the_soft_budget(searched: Searched) -> None:
    fake = searched(PACED, FIVE_MINUTES)
    steady = found("a" * int(fake.seconds))
    assert fake.seconds - 1 <= paced_budget(Clock(300), steady[1:], WINDOW) < fake.seconds + 1
    assert fake.seconds < Clock(300).most


def test_a_search_in_doubt_takes_longer(searched: Searched) -> None:
    calm = searched(PACED, FIVE_MINUTES)
    assert searched(PACED, FIVE_MINUTES, "01" * 20).seconds > calm.seconds
    drops = [-1000 * depth * depth for depth in range(40)]
    assert searched(PACED, FIVE_MINUTES, scores=drops).seconds > calm.seconds
    plain = searched(PLAIN, FIVE_MINUTES)
    assert searched(PLAIN, FIVE_MINUTES, scores=drops).seconds == plain.seconds


def test_an_only_sensible_move_ends_a_search_earlier(searched: Searched) -> None:
    even, alone = (searched(PACED, FIVE_MINUTES, others=score) for score in (0, -100 * UNIT))
    assert alone.seconds < even.seconds
    assert even.compared == alone.compared  # once a move, and less deeply
    assert len(even.compared) == 1


def test_other_moves_are_compared_with_every_new_best_move(searched: Searched) -> None:
    fake = searched(PACED, Limit(clock=Clock(900)), "0" * 12 + "1" * 60)
    assert len(fake.compared) == 2


def test_without_pacing_or_a_clock_nothing_is_compared(searched: Searched) -> None:
    assert searched(PLAIN, FIVE_MINUTES).compared == []
    assert searched(PACED, Limit(depth=60)).compared == []


@pytest.mark.parametrize("limit", [Limit(depth=60), Limit(seconds=5, depth=60), Limit(nodes=5, depth=60)])
def test_pacing_leaves_other_limits_alone(searched: Searched, limit: Limit) -> None:
    assert searched(PACED, limit).seconds == searched(PLAIN, limit).seconds == 60


def test_breakthrough_alone_has_pacing() -> None:
    """Where a match has shown that it helps: see docs/explanation/search.md."""
    names = ("breakthrough", "duel", "konane", "othello")
    assert [name for name in names if preset("engine", game(name).rules).time_management] == ["breakthrough"]
