"""Axes: round values that cover what is shown and do not crowd."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from plyground.report.scales import Scale, log_bounds, round_bounds, round_step, thinned

values = st.floats(-1e6, 1e6)


@given(values, values, st.integers(2, 12), st.booleans())
def test_ticks_are_round_and_inside_and_not_too_many(
    low: float, high: float, most: int, is_whole: bool
) -> None:
    assume(high - low > 1e-3)
    ticks = Scale(low, high, 0, 100).ticks(most, is_whole=is_whole)
    assert len(ticks) <= most
    places = [value for value, _ in ticks]
    margin = 1e-6 * (high - low)
    assert all(low - margin <= value <= high + margin for value in places)
    if len(places) > 1:
        steps = {
            round((after - before) / (places[1] - places[0]), 6)
            for before, after in itertools.pairwise(places)
        }
        assert steps == {1.0}
    assert len({text for _, text in ticks}) == len(ticks)
    for value, text in ticks:
        assert float(text.replace("−", "-").replace(",", "")) == pytest.approx(value, abs=margin)


def test_ticks_stand_at_ones_twos_and_fives() -> None:
    assert [text for _, text in Scale(-0.3, 0.9, 0, 1).ticks(6)] == [
        "−0.2",
        "0.0",
        "0.2",
        "0.4",
        "0.6",
        "0.8",
    ]
    assert [text for _, text in Scale(0, 3, 0, 1).ticks(10, is_whole=True)] == ["0", "1", "2", "3"]


@given(st.lists(values, min_size=1))
def test_round_bounds_hold_everything(content: list[float]) -> None:
    low, high = round_bounds(content)
    margin = 1e-8 * max(map(abs, content), default=0)
    assert low < high
    assert low - margin <= min(content) <= max(content) <= high + margin


@pytest.mark.parametrize("content", [[], [math.inf], [math.inf, -math.inf]])
def test_nothing_to_show_still_has_an_axis(content: list[float]) -> None:
    assert round_bounds(content) == (0, 1)


def test_a_single_value_lies_between_its_bounds() -> None:
    low, high = round_bounds([7.0])
    assert low < 7 < high


@given(st.lists(st.floats(1e-9, 1e9), min_size=1))
def test_log_bounds_hold_everything(content: list[float]) -> None:
    low, high = log_bounds(content)
    assert 0 < low < high
    assert low <= min(content) * (1 + 1e-9)
    assert max(content) <= high * (1 + 1e-9)


def test_an_axis_of_factors() -> None:
    scale = Scale(0.01, 100, 0, 400, is_log=True)
    assert [round(scale(value)) for value in (0.01, 0.1, 1, 10, 100)] == [0, 100, 200, 300, 400]
    assert [text for _, text in scale.ticks(6)] == ["0.01", "0.1", "1", "10", "100"]
    assert [text for _, text in Scale(1e-5, 1e7, 0, 1, is_log=True).ticks(5)] == [
        "0.00001",
        "0.01",
        "10",
        "10,000",
        "10,000,000",
    ]
    assert scale(0) < 0  # outside, and not an error
    assert [text for _, text in Scale(1, 10, 0, 1, is_log=True).ticks(6)] == ["1", "2", "5", "10"]


def test_what_is_infinite_is_outside_but_not_far() -> None:
    scale = Scale(0, 10, 0, 100)
    assert (scale(math.inf), scale(-math.inf), scale(10), scale(0)) == (200, -100, 100, 0)


@given(values, values, st.integers(1, 9))
def test_fitting_ticks_have_their_room(low: float, high: float, most: int) -> None:
    assume(high - low > 1e-3)
    scale = Scale(low, high, 0, 300)
    ticks = scale.fitting_ticks(lambda text: 8.0 * len(text), most)
    needed = max((8.0 * len(text) for _, text in ticks), default=0)
    for before, after in itertools.pairwise(scale(value) for value, _ in ticks):
        assert after - before >= needed - 1e-6


def test_steps() -> None:
    assert [round_step(rough) for rough in (0.1, 0.11, 1, 1.5, 2.5, 6, 10)] == [0.1, 0.2, 1, 2, 5, 10, 10]


@given(st.lists(values, min_size=1, max_size=300), st.integers(4, 60))
def test_a_thinned_curve_keeps_its_ends_and_its_extremes(heights: list[float], most: int) -> None:
    points = list(enumerate(heights))
    kept = thinned(points, most, lambda point: point[1])
    assert len(kept) <= most
    assert kept == sorted(kept)
    assert (kept[0], kept[-1]) == (points[0], points[-1])
    assert {min(heights), max(heights)} <= {height for _, height in kept}
