"""The rating of one player against opponents whose ratings are known."""

from __future__ import annotations

import math

import pytest

from plyground.tournament.counts import Counts
from plyground.tournament.estimates import UNKNOWN, elo_of_score
from plyground.tournament.ratings import rate_performance


@pytest.mark.parametrize(("wins", "draws", "losses"), [(5, 0, 5), (3, 4, 3), (0, 10, 0)])
def test_half_of_the_points_is_the_rating_of_the_opponent(wins: int, draws: int, losses: int) -> None:
    assert rate_performance([(1234, Counts(wins, draws, losses))]).value == pytest.approx(1234)


def test_a_score_is_worth_what_the_formula_of_elo_says() -> None:
    counts = Counts(wins=750, losses=250)
    found = rate_performance([(1000, counts)], prior_draws=1e-9)
    assert found.value == pytest.approx(1000 + elo_of_score(0.75), abs=0.01)
    # The deviation of a score of 1000 games, taken through the slope of the curve.
    slope = math.log(10) / 400 * 0.75 * 0.25
    assert found.error == pytest.approx(1.96 * math.sqrt(0.75 * 0.25 / 1000) / slope, rel=1e-3)


def test_two_opponents_balance() -> None:
    found = rate_performance([(1000, Counts(wins=6)), (1400, Counts(losses=6))])
    assert found.value == pytest.approx(1200)
    alone = rate_performance([(1000, Counts(wins=6))])
    assert alone.value > found.value > 1000
    assert alone.error > found.error


def test_more_games_say_more() -> None:
    few, many = (rate_performance([(1000, Counts(wins=2 * n, losses=n))]) for n in (2, 20))
    assert many.error < few.error
    assert few.low < many.value < few.high


def test_without_games_nothing_is_known() -> None:
    assert rate_performance([]) == UNKNOWN
    assert rate_performance([(1000, Counts())]) == UNKNOWN
