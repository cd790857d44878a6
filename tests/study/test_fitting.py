"""Fitted curves find what was planted."""

from __future__ import annotations

import random

import pytest

from plyground.study.known.growth import Exponential, Power


@pytest.mark.parametrize(("scale", "base"), [(1.0, 30.0), (7.5, 4.2), (1e6, 0.5)])
def test_growth_by_a_factor_is_found(scale: float, base: float) -> None:
    depths = [1, 2, 3, 4, 5]
    found = Exponential.through(depths, [scale * base**depth for depth in depths])
    assert (found.scale, found.base) == pytest.approx((scale, base))
    assert found(6) == pytest.approx(scale * base**6)


@pytest.mark.parametrize(("scale", "exponent"), [(0.4, 1.04), (3.0, 2.0), (5.0, -1.0)])
def test_growth_by_a_power_is_found(scale: float, exponent: float) -> None:
    squares = [9, 16, 25, 64]
    found = Power.through(squares, [scale * each**exponent for each in squares])
    assert (found.scale, found.exponent) == pytest.approx((scale, exponent))
    assert found(100) == pytest.approx(scale * 100**exponent)


def test_noise_is_averaged_out() -> None:
    rng = random.Random(1)
    depths = list(range(1, 40))
    found = Exponential.through(depths, [3 * 2**depth * rng.uniform(0.8, 1.25) for depth in depths])
    assert found.base == pytest.approx(2, rel=0.02)
    assert found.base != pytest.approx(2, rel=1e-6)


def test_one_point_is_no_curve() -> None:
    with pytest.raises(ValueError, match="two points"):
        Exponential.through([1], [5])
