"""Limits, clocks, and the margin that keeps them."""

from __future__ import annotations

import pytest

from plyground.errors import OptionError
from plyground.search.limit import Clock, Limit, Margin


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("60+1", Clock(60, 1)),
        ("60", Clock(60, 0)),
        (" 0.5+.25 ", Clock(0.5, 0.25)),
        ("5.+0", Clock(5, 0)),
    ],
)
def test_clocks_are_read(text: str, clock: Clock) -> None:
    assert Clock.read(text) == clock


@pytest.mark.parametrize("text", ["", "60+", "+1", "60+1+1", "-3", "60-1", "1e3", "nan", "0", "0+1", "٣"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        Clock.read(text)


@pytest.mark.parametrize("clock", [Clock(0.01), Clock(1), Clock(1, 10), Clock(60, 1), Clock(3600)])
def test_no_move_takes_all_of_a_clock(clock: Clock) -> None:
    assert 0 < clock.planned <= clock.most < clock.seconds


def test_a_clock_lasts_for_many_moves() -> None:
    left, increment = 60.0, 1.0
    for _ in range(300):
        left += increment - Clock(left, increment).planned
        assert left > 1


@pytest.mark.parametrize(
    "limit",
    [{"seconds": 0}, {"seconds": -1}, {"seconds": float("nan")}, {"depth": 0}, {"depth": 129}, {"nodes": 0}],
)
def test_limits_that_leave_nothing_to_search_are_refused(limit: dict[str, float]) -> None:
    with pytest.raises(OptionError):
        Limit(**limit)  # type: ignore[arg-type]


def test_the_deadline_is_the_first_of_all() -> None:
    assert Limit(depth=3).deadline is None
    assert Limit(seconds=2).deadline == 2
    assert Limit(seconds=2, clock=Clock(1)).deadline == Clock(1).most
    assert Limit(seconds=0.01, clock=Clock(1000)).deadline == 0.01


def test_the_margin_grows_at_once_and_shrinks_slowly() -> None:
    margin = Margin()
    margin.learn(0.05)
    assert margin.before(1) == pytest.approx(0.95)
    margin.learn(0)
    assert 0.95 < margin.before(1) < 0.96
    for _ in range(200):
        margin.learn(0)
    assert margin.before(1) == pytest.approx(1 - Margin.SMALLEST)


def test_the_margin_never_takes_most_of_the_time() -> None:
    margin = Margin()
    margin.learn(60)
    assert margin.before(10) == pytest.approx(10 - Margin.LARGEST)
    assert margin.before(0.01) == pytest.approx(0.0075)
