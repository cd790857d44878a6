"""Numbers in words: signs, digits, units."""

from __future__ import annotations

import math

import pytest

from plyground.report.formats import duration, likelihood, number, percent, plural, points, signed


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [
        (-12.34, 1, "−12.3"),
        (-0.01, 1, "0.0"),
        (1234567.0, 0, "1,234,567"),
        (math.inf, 1, "∞"),
        (-math.inf, 1, "−∞"),
    ],
)
def test_numbers(value: float, digits: int, written: str) -> None:
    assert number(value, digits) == written


def test_differences_have_a_sign() -> None:
    assert [signed(value) for value in (3.0, -3.0, 0.0, -0.01)] == ["+3.0", "−3.0", "+0.0", "0.0"]


def test_no_likelihood_is_certain() -> None:
    written = [likelihood(share).replace("\u202f", " ") for share in (0, 0.0001, 0.5, 0.999, 0.9999, 1)]
    assert written == ["< 0.1 %", "< 0.1 %", "50.0 %", "99.9 %", "> 99.9 %", "> 99.9 %"]
    assert percent(1).replace("\u202f", " ") == "100.0 %"


def test_points_are_whole_or_half() -> None:
    assert [points(value) for value in (0, 0.5, 1, 10.5, 4056)] == ["0", "½", "1", "10½", "4,056"]


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (0.0, "0 s"),
        (1e-7, "0.100 µs"),
        (0.000999, "999 µs"),
        (0.0009996, "1.00 ms"),
        (0.9999, "1.00 s"),
        (12.345, "12.3 s"),
        (59.94, "59.9 s"),
        (59.97, "1 min 0 s"),
        (3599.7, "1 h 0 min"),
    ],
)
def test_times_have_the_unit_that_suits_them(seconds: float, written: str) -> None:
    assert duration(seconds) == written


def test_one_is_singular() -> None:
    assert (plural(1, "ply", "plies"), plural(0, "ply", "plies")) == ("1 ply", "0 plies")
