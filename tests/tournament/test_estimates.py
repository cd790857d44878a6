"""Elo, normalised Elo and the likelihood of superiority of one player against another."""

from __future__ import annotations

import doctest
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import plyground.tournament.estimates
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import (
    NORMALISED_ELO_PER_DEVIATION,
    Estimate,
    elo_difference,
    elo_of_score,
    likelihood_of_superiority,
    nelo,
    score_of_elo,
)

from .paired import chances_of_pairs, paired

# Counts; Elo, its error, normalised Elo, its error and the likelihood of superiority in percent, as
# they were published; the same to nine digits, calculated once from the published formulas with
# fifty digits. Cutechess calculates the likelihood of superiority in another way.
PUBLISHED = {
    "fastchess, elo_test.cpp, EloWDL 1": (
        Counts(76, 123, 89),
        ("", "", "-20.76", "40.13", "15.53"),
        (-15.6935207, 30.4580007, -20.7564498, 40.1260256, 0.155326435),
    ),
    "fastchess, elo_test.cpp, EloWDL 2": (
        Counts(136, 111, 96),
        ("40.70", "30.43", "49.77", "36.77", "99.60"),
        (40.7024582, 30.4272179, 49.7684154, 36.7684506, 0.996010236),
    ),
    "fastchess, elo_test.cpp, EloWDL 3": (
        Counts(34, 0, 356),
        ("", "", "-508.44", "34.48", ""),
        (-407.988432, 63.1645147, -508.435325, 34.4818125, 0),
    ),
    "fastchess, elo_test.cpp, EloPentanomial 1": (
        paired(34, 54, 31 + 32, 64, 75),
        ("55.58", "27.65", "57.94", "28.28", "100.00"),
        (55.5797804, 27.6534295, 57.9355999, 28.2753762, 0.999970393),
    ),
    "fastchess, elo_test.cpp, EloPentanomial 2": (
        paired(332, 433, 457 + 41, 333, 334),
        ("-8.64", "10.33", "-9.17", "10.96", "5.05"),
        (-8.64266727, 10.3341944, -9.17291427, 10.9604589, 0.050470067),
    ),
    "fastchess, elo_test.cpp, EloPentanomial 3": (
        paired(7895, 8757, 5485 + 200, 568, 9999),
        ("-21.04", "2.95", "-19.01", "2.65", ""),
        (-21.0435206, 2.94528087, -19.0128343, 2.65450192, 0),
    ),
    "fastchess, issue 807": (
        paired(30, 6, 18, 0, 6),
        ("-168.40", "73.37", "-170.08", "62.16", "0.00"),
        (-168.402125, 73.3745623, -170.082041, 62.1629715, 4.1e-08),
    ),
    "fastchess, pull request 515": (
        paired(0, 1, 4, 0, 0),
        ("-34.86", "62.20", "-122.84", "215.34", "13.18"),
        (-34.8600703, 62.1982123, -122.837029, 215.33885, 0.131776239),
    ),
    "Lynx, pull request 1899": (
        paired(235, 1384, 2521, 1341, 239),
        ("-1.06", "4.05", "-1.67", "6.37", "30.33"),
        (-1.06296184, 4.04648549, -1.67252035, 6.36662657, 0.30331674),
    ),
    "princhess, pull request 343": (
        paired(1, 22, 52, 21, 4),
        ("8.69", "27.04", "15.51", "48.15", "73.60"),
        (8.68769988, 27.0425854, 15.5068091, 48.1512307, 0.736043289),
    ),
    "cinder, pull request 727": (
        paired(50, 287, 610, 387, 73),
        ("18.04", "8.23", "28.19", "12.84", "100.00"),
        (18.0423543, 8.23304045, 28.1874468, 12.8369055, 0.999991602),
    ),
    "montytest, statistics of test 69d3c8dc7c5b3724e29d2712": (
        paired(13, 37, 50, 25, 3),
        ("-43.6578", "", "-63.97", "", ""),
        (-43.6577878, 29.4271645, -63.9680763, 42.5600772, 0.00161040115),
    ),
    "MidnightChessEngine, changelog.md, history heuristic (cutechess)": (
        Counts(449, 275, 276),
        ("60.7", "18.5", "", "", "100.0"),
        (60.717001, 18.5260047, 72.0951113, 21.533885, 1),
    ),
    "MidnightChessEngine, changelog.md, tighter bounds (cutechess)": (
        Counts(382, 298, 320),
        ("21.6", "18.1", "", "", ""),
        (21.5686713, 18.0787132, 25.7804059, 21.533885, 0.990523965),
    ),
}


def as_published(counts: Counts) -> tuple[float, ...]:
    elo, normalised = elo_difference(counts), nelo(counts)
    return elo.value, elo.error, normalised.value, normalised.error, likelihood_of_superiority(counts)


@pytest.mark.parametrize("source", PUBLISHED)
def test_published_numbers(source: str) -> None:
    counts, published, _ = PUBLISHED[source]
    *numbers, superiority = as_published(counts)
    for number, text in zip([*numbers, 100 * superiority], published, strict=True):
        if text:
            digits = len(text.partition(".")[2])
            assert f"{number:.{digits}f}" == text


@pytest.mark.parametrize("source", PUBLISHED)
def test_the_published_formulas_to_six_digits_and_more(source: str) -> None:
    counts, _, calculated = PUBLISHED[source]
    assert as_published(counts) == pytest.approx(calculated, rel=1e-8, abs=1e-9)


def test_intervals_of_pairs() -> None:
    # The tests of another pentanomial calculator give the bounds themselves.
    for pairs, elo, normalised in [
        ((485, 1923, 2942, 1937, 594), (1.21, 5.11, 9.02), (1.68, 7.10, 12.53)),
        ((261, 739, 2683, 737, 253), (-5.00, -0.67, 3.66), (-8.13, -1.09, 5.96)),
        ((63, 252, 385, 250, 74), (-7.38, 3.39, 14.17), (-10.31, 4.74, 19.79)),
        ((527, 1007, 1932, 933, 511), (-9.16, -3.75, 1.66), (-11.63, -4.76, 2.11)),
        ((175, 305, 694, 291, 157), (-14.57, -5.36, 3.85), (-18.91, -6.96, 5.00)),
    ]:
        for estimate, wanted in (
            (elo_difference(paired(*pairs)), elo),
            (nelo(paired(*pairs)), normalised),
        ):
            assert (estimate.low, estimate.value, estimate.high) == pytest.approx(wanted, abs=0.0051)


counts_of_matches = st.builds(
    lambda pairs, lone: paired(*pairs) + Counts(*lone),
    st.tuples(*[st.integers(0, 40)] * 5),
    st.tuples(*[st.integers(0, 5)] * 3),
)


@given(counts_of_matches)
def test_whatever_happened_the_numbers_are_sane(counts: Counts) -> None:
    for estimate in (elo_difference(counts), nelo(counts)):
        assert estimate.low <= estimate.value <= estimate.high
        assert not math.isnan(estimate.error)
        assert "nan" not in str(estimate)
        assert "inf" not in str(estimate)
    assert 0 <= likelihood_of_superiority(counts) <= 1


@given(counts_of_matches)
def test_the_other_player_is_as_much_worse(counts: Counts) -> None:
    for measure in (elo_difference, nelo):
        mine, yours = measure(counts), measure(counts.swapped)
        assert (mine.value, mine.low, mine.high) == pytest.approx(
            (-yours.value, -yours.high, -yours.low), rel=1e-6, abs=1e-6
        )
    assert likelihood_of_superiority(counts) == pytest.approx(
        1 - likelihood_of_superiority(counts.swapped), abs=1e-9
    )


@given(counts_of_matches.filter(lambda counts: any(counts.pairs)), st.integers(2, 5))
def test_more_of_the_same_narrows_the_bars(counts: Counts, times: int) -> None:
    more = sum([counts] * times, start=Counts())
    for measure in (elo_difference, nelo):
        before, after = measure(counts), measure(more)
        assert after.value == pytest.approx(before.value, abs=1e-9)
        assert before.low <= after.low
        assert after.high <= before.high
        if math.isfinite(before.error):
            assert after.error < before.error


def test_without_games_nothing_is_known() -> None:
    assert elo_difference(Counts()) == nelo(Counts()) == Estimate(0, -math.inf, math.inf)
    assert str(elo_difference(Counts())) == "unknown"
    assert likelihood_of_superiority(Counts()) == 0.5


@pytest.mark.parametrize("number", [1, 2, 10, 1000])
def test_all_won_gives_a_bound_that_would_be_broken_in_five_of_a_hundred_cases(number: int) -> None:
    for counts in (Counts(wins=number), paired(0, 0, 0, 0, number)):
        estimate = elo_difference(counts)
        assert estimate.value == estimate.high == math.inf
        assert score_of_elo(estimate.low) ** number == pytest.approx(0.05)
        assert nelo(counts).value == nelo(counts).high == math.inf
        assert math.isfinite(nelo(counts).low)
        assert likelihood_of_superiority(counts) == pytest.approx(
            (1 + math.erf(math.sqrt(number / 2))) / 2, abs=1e-12
        )
        assert str(estimate).startswith("at least ")
        assert str(elo_difference(counts.swapped)).startswith("at most ")


@pytest.mark.parametrize("number", [1, 10, 100])
def test_all_drawn_is_no_proof_of_equality(number: int) -> None:
    for counts in (Counts(draws=number), paired(0, 0, number, 0, 0)):
        for estimate in (elo_difference(counts), nelo(counts)):
            assert estimate.value == 0
            assert estimate.low == pytest.approx(-estimate.high)
            assert 0 < estimate.high < math.inf
        assert likelihood_of_superiority(counts) == 0.5


def test_the_worst_that_can_be_behind_all_wins_has_the_normalised_elo_of_the_bound() -> None:
    often = 0.05 ** (1 / 10)
    deviation = math.sqrt(often * (1 - often))
    assert nelo(Counts(wins=10)).low == pytest.approx(
        NORMALISED_ELO_PER_DEVIATION * (often - 0.5) / deviation
    )


def test_a_score_whose_bound_is_beyond_all_points_has_one_bound() -> None:
    assert str(elo_difference(Counts(wins=9, losses=1))) == "+381.7, at least +159.0"
    assert str(elo_difference(Counts(wins=1, losses=9))) == "-381.7, at most -159.0"
    assert str(elo_difference(Counts(wins=1, losses=1))) == "unknown"


def test_elo_and_score_are_two_ways_to_say_the_same() -> None:
    for elo in (-1000, -200, 0, 1.5, 400):
        assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo)
    assert score_of_elo(400) == pytest.approx(10 / 11)
    assert (elo_of_score(0), elo_of_score(1)) == (-math.inf, math.inf)


@pytest.mark.parametrize("elo", [0, 100])
@pytest.mark.parametrize(("bias", "draws"), [(0, 0), (0.3, 0), (0.1, 0.4)])
def test_the_bars_hold_the_truth_in_95_of_100_matches(elo: float, bias: float, draws: float) -> None:
    chances = chances_of_pairs(score_of_elo(elo), bias=bias, draws=draws)
    estimates = [elo_difference(paired(*pairs)) for pairs in made_up_matches(chances)]
    assert 0.94 < share_that_holds(elo, estimates) < 0.96


@pytest.mark.parametrize(("elo", "least"), [(0, 0.94), (20, 0.94), (100, 0.91)])
def test_the_bars_of_normalised_elo_are_a_little_narrow_for_unequal_players(elo: float, least: float) -> None:
    chances = chances_of_pairs(score_of_elo(elo), bias=0.1, draws=0.4)
    scores = np.linspace(0, 1, 5)
    mean = float(chances @ scores)
    deviation_per_game = math.sqrt(2 * (chances @ (scores - mean) ** 2))
    truth = NORMALISED_ELO_PER_DEVIATION * (mean - 0.5) / deviation_per_game
    estimates = [nelo(paired(*pairs)) for pairs in made_up_matches(chances)]
    assert least < share_that_holds(truth, estimates) < 0.96


def made_up_matches(chances: NDArray[np.float64]) -> list[list[int]]:
    matches: list[list[int]] = np.random.default_rng(2024).multinomial(150, chances, size=10_000).tolist()
    return matches


def share_that_holds(truth: float, estimates: list[Estimate]) -> float:
    return sum(estimate.low <= truth <= estimate.high for estimate in estimates) / len(estimates)


def test_games_of_pairs_are_not_independent() -> None:
    # Openings that decide the game: taken one by one, the games seem to vary much more than they do.
    counts = paired(5, 0, 60, 0, 10)
    as_games = Counts(counts.wins, counts.draws, counts.losses)
    assert elo_difference(counts).value == pytest.approx(elo_difference(as_games).value)
    assert elo_difference(counts).error < 0.7 * elo_difference(as_games).error


def test_the_examples_of_the_module_are_right() -> None:
    assert doctest.testmod(plyground.tournament.estimates).failed == 0
