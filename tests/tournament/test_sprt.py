"""The sequential probability ratio test."""

from __future__ import annotations

import doctest
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

import plyground.tournament.sprt
from plyground.errors import OptionError
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import NORMALISED_ELO_PER_DEVIATION, elo_of_score, score_of_elo
from plyground.tournament.sprt import Scale, Sprt, SprtVerdict

from .paired import chances_of_pairs, paired

# Test, counts, the log-likelihood ratio as published, and to nine digits: calculated once, with fifty
# digits (logistic) and by solving Lagrange's equations for the distribution itself (normalised).
PUBLISHED = {
    "fastchess, sprt_test.cpp, normalized trinomial 1": (
        "0,2,normalised",
        Counts(36433, 68692, 36027),
        "0.92",
        0.923293451,
    ),
    "fastchess, sprt_test.cpp, normalized trinomial 2": (
        "-1.75,0.25,normalised",
        Counts(10871, 20431, 10650),
        "2.30",
        2.297500407,
    ),
    "fastchess, sprt_test.cpp, logistic trinomial 1": (
        "0.5,2.5",
        Counts(21404, 40708, 21184),
        "-1.57",
        -1.571888793,
    ),
    "fastchess, sprt_test.cpp, logistic trinomial 2": (
        "0,2",
        Counts(57433, 106593, 57030),
        "-2.59",
        -2.593024164,
    ),
    "fastchess, sprt_test.cpp, normalized pentanomial 1": (
        "0,2,normalised",
        paired(365, 16618, 36029 + 200, 16974, 390),
        "2.25",
        2.250367704,
    ),
    "fastchess, sprt_test.cpp, normalized pentanomial 2": (
        "-1.75,0.25,normalised",
        paired(127, 4883, 10311 + 401, 5150, 104),
        "3.01",
        3.010154197,
    ),
    "fastchess, sprt_test.cpp, logistic pentanomial 1": (
        "0.5,2.5",
        paired(223, 9863, 20279 + 1000, 10037, 246),
        "-3.07",
        -3.074126440,
    ),
    "fastchess, sprt_test.cpp, logistic pentanomial 2": (
        "0,2",
        paired(871, 26175, 55003 + 980, 26678, 821),
        "-4.98",
        -4.978672863,
    ),
    "Lynx, pull request 1899": (
        "-5,0,0.05,0.1",
        paired(235, 1384, 2521, 1341, 239),
        "1.69",
        1.685678148,
    ),
    "princhess, pull request 343": (
        "-5,0,0.05,0.1,normalised",
        paired(1, 22, 52, 21, 4),
        "0.15",
        0.149961342,
    ),
    "cinder, pull request 727": (
        "0,5,normalised",
        paired(50, 287, 610, 387, 73),
        "2.97",
        2.965941903,
    ),
    "montytest, statistics of test 69d3c8dc7c5b3724e29d2712": (
        "0,4,normalised",
        paired(13, 37, 50, 25, 3),
        "-0.54912",
        -0.549124587,
    ),
}


@pytest.mark.parametrize("source", PUBLISHED)
def test_published_ratios(source: str) -> None:
    text, counts, published, calculated = PUBLISHED[source]
    ratio = Sprt.read(text).status(counts).llr
    digits = len(published.partition(".")[2])
    assert f"{ratio:.{digits}f}" == published
    assert ratio == pytest.approx(calculated, rel=1e-8)


def test_the_logistic_ratio_of_normalised_bounds() -> None:
    # The same page of montytest: H1 is 4 normalised Elo, 2.716 logistic Elo and a score of 0.50391.
    counts = paired(13, 37, 50, 25, 3)
    deviation_per_game = math.sqrt(2 * counts.sample.variance)
    elo1 = elo_of_score(0.5 + 4 / NORMALISED_ELO_PER_DEVIATION * deviation_per_game)
    assert (deviation_per_game, elo1) == pytest.approx((0.33946, 2.716), rel=1e-4)
    ratio = Sprt(0, elo1).status(counts).llr
    assert ratio == pytest.approx(-0.53772, abs=5.1e-6)
    assert ratio == pytest.approx(-0.537716009, rel=1e-8)


@pytest.mark.parametrize(
    ("alpha", "beta", "lower", "upper"),
    [(0.05, 0.05, -2.944439, 2.944439), (0.05, 0.1, -2.251292, 2.890372), (0.01, 0.01, -4.59512, 4.59512)],
)
def test_bounds(alpha: float, beta: float, lower: float, upper: float) -> None:
    test = Sprt(0, 5, alpha, beta)
    assert (test.lower, test.upper) == pytest.approx((lower, upper), abs=1e-6)


@pytest.mark.parametrize("scale", ["logistic", "normalised"])
def test_a_test_continues_until_a_bound_is_reached(scale: Scale) -> None:
    test = Sprt(0, 20, scale=scale)
    assert test.status(Counts()).llr == 0
    assert test.status(Counts()).verdict is SprtVerdict.CONTINUE
    for pair, wanted in (((1, 1), SprtVerdict.ACCEPT_H1), ((0, 0), SprtVerdict.ACCEPT_H0)):
        verdicts = [test.status(Counts.of([pair] * number)).verdict for number in range(1, 100)]
        first = verdicts.index(wanted)
        assert first > 20
        assert verdicts == [SprtVerdict.CONTINUE] * first + [wanted] * (len(verdicts) - first)


def test_all_won_and_all_lost_to_nine_digits() -> None:
    test = Sprt.read("0,20")
    assert test.status(paired(0, 0, 0, 0, 60)).llr == pytest.approx(3.354630401, rel=1e-8)
    assert test.status(paired(60, 0, 0, 0, 0)).llr == pytest.approx(-3.553355120, rel=1e-8)
    assert test.status(paired(0, 0, 60, 0, 0)).llr == pytest.approx(-3.544670340, rel=1e-8)
    # If every result is a win, the claim that wins are as frequent as possible is likelier by this:
    assert test.status(paired(0, 0, 0, 0, 60)).llr == pytest.approx(
        60 * math.log(score_of_elo(20) / score_of_elo(0)), rel=1e-3
    )
    # fastchess, sprt_test.cpp, normalized pentanomial 3, which it calculates to three digits.
    assert Sprt.read("0,5,normalised").status(paired(0, 0, 0, 0, 5550)).llr == pytest.approx(111.82, rel=1e-3)


scales = st.sampled_from(["logistic", "normalised"])
all_pairs = st.tuples(*[st.one_of(st.just(0), st.integers(0, 3), st.integers(0, 500))] * 5)


@given(all_pairs, scales, st.sampled_from([(-10, 0), (0, 2), (0, 20), (-200, 200), (-20, -5), (100, 150)]))
def test_whatever_happened_the_ratio_is_finite_and_the_other_player_sees_its_opposite(
    pairs: tuple[int, int, int, int, int], scale: Scale, elos: tuple[float, float]
) -> None:
    counts = paired(*pairs)
    ratio = Sprt(*elos, scale=scale).status(counts).llr
    assert math.isfinite(ratio)
    other = Sprt(-elos[1], -elos[0], scale=scale).status(counts.swapped).llr
    assert ratio == pytest.approx(-other, rel=1e-6, abs=1e-6)


@given(st.tuples(*[st.integers(1, 50)] * 5), scales, st.floats(-150, 150))
def test_no_distribution_near_by_is_likelier(
    pairs: tuple[int, int, int, int, int], scale: Scale, elo: float
) -> None:
    # What the ratio compares with: the observed distribution fits the observed mean at no cost,
    # so testing against it gives the cost of a claim. No distribution that agrees with the claim and
    # is found by chance may cost less.
    times = np.array(pairs, dtype=float)
    scores = np.linspace(0, 1, 5)
    observed = times / times.sum()
    mean = observed @ scores
    deviations = (mean - 0.5) / math.sqrt(2 * (observed @ (scores - mean) ** 2))
    own = elo_of_score(mean) if scale == "logistic" else NORMALISED_ELO_PER_DEVIATION * deviations
    assume(-200 < own < 200 and not math.isclose(own, elo, abs_tol=1e-3))
    low, high = sorted((own, elo))
    ratio = float(Sprt(low, high, scale=scale).log_likelihood_ratios(times))
    cost = ratio if own == high else -ratio
    assert cost >= -1e-9
    generator = np.random.default_rng(7)
    for _ in range(20):
        guess = agreeing(generator.dirichlet(times), scores, elo, scale)
        if guess is not None:
            assert float(times @ np.log(observed / guess)) >= cost - 1e-6


def agreeing(
    distribution: NDArray[np.float64], scores: NDArray[np.float64], elo: float, scale: Scale
) -> NDArray[np.float64] | None:
    """Mix a distribution with all wins or all losses until it agrees with a claim."""

    def too_high(mixed: NDArray[np.float64]) -> bool:
        mean = mixed @ scores
        if scale == "logistic":
            return bool(mean > score_of_elo(elo))
        deviation_per_game = math.sqrt(2 * (mixed @ (scores - mean) ** 2))
        return bool(mean - 0.5 > elo / NORMALISED_ELO_PER_DEVIATION * deviation_per_game)

    extreme = np.eye(5)[0 if too_high(distribution) else 4]
    begins_too_high = too_high(distribution)
    low, high = 0.0, 1 - 1e-9
    if too_high((1 - high) * distribution + high * extreme) == begins_too_high:
        return None
    for _ in range(60):
        middle = (low + high) / 2
        if too_high((1 - middle) * distribution + middle * extreme) == begins_too_high:
            low = middle
        else:
            high = middle
    mixed: NDArray[np.float64] = (1 - high) * distribution + high * extreme
    return mixed


def test_many_ratios_at_once_are_the_same_as_one_by_one() -> None:
    pairs = np.random.default_rng(5).integers(0, 30, size=(50, 5))
    pairs[0] = [0, 0, 0, 0, 9]
    for test in (Sprt(0, 20), Sprt(0, 20, scale="normalised")):
        together = test.log_likelihood_ratios(pairs.astype(float))
        alone = [test.status(paired(*row)).llr for row in pairs.tolist()]
        assert together.tolist() == pytest.approx(alone, rel=1e-9, abs=1e-9)


def wrong_accepts(test: Sprt, truth: float, bias: float, draws: float, seed: int) -> tuple[float, float]:
    """Run a test 1,000 times, pair by pair; return how often it accepted H0 and H1."""
    chances = chances_of_pairs(score_of_elo(truth), bias=bias, draws=draws)
    generator = np.random.default_rng(seed)
    running = np.zeros((1000, 5))
    accepted_h0 = accepted_h1 = 0
    while len(running):
        running += generator.multinomial(1, chances, size=len(running))
        ratios = test.log_likelihood_ratios(running)
        accepted_h0 += int((ratios <= test.lower).sum())
        accepted_h1 += int((ratios >= test.upper).sum())
        running = running[(test.lower < ratios) & (ratios < test.upper)]
    return accepted_h0 / 1000, accepted_h1 / 1000


@pytest.mark.parametrize(("bias", "draws"), [(0.2, 0), (0.1, 0.4)])
def test_wrong_accepts_stay_under_seven_percent(bias: float, draws: float) -> None:
    test = Sprt(0, 60)
    h0, h1 = wrong_accepts(test, 0, bias, draws, seed=1)
    assert h0 + h1 == 1
    assert 0.02 < h1 < 0.07
    h0, h1 = wrong_accepts(test, 60, bias, draws, seed=2)
    assert h0 + h1 == 1
    assert 0.02 < h0 < 0.07


@pytest.mark.long
@pytest.mark.parametrize(("bias", "draws"), [(0, 0), (0.2, 0), (0.1, 0.4)])
def test_wrong_accepts_stay_under_seven_percent_in_a_narrow_test(bias: float, draws: float) -> None:
    test = Sprt(0, 20)
    assert wrong_accepts(test, 0, bias, draws, seed=3)[1] < 0.07
    assert wrong_accepts(test, 20, bias, draws, seed=4)[0] < 0.07


@pytest.mark.long
def test_wrong_accepts_stay_under_seven_percent_in_a_normalised_test() -> None:
    test = Sprt(0, 30, scale="normalised")
    chances = chances_of_pairs(0.5, bias=0.1, draws=0.4)
    assert wrong_accepts(test, 0, 0.1, 0.4, seed=5)[1] < 0.07
    # The score at which these results are 30 normalised Elo above 0; their deviation hardly changes.
    deviation_per_game = math.sqrt(2 * (chances @ (np.linspace(0, 1, 5) - 0.5) ** 2))
    truth = elo_of_score(0.5 + 30 / NORMALISED_ELO_PER_DEVIATION * deviation_per_game)
    assert wrong_accepts(test, truth, 0.1, 0.4, seed=6)[0] < 0.07


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("0,20", Sprt(0, 20)),
        (" -5 , 0 ", Sprt(-5, 0)),
        ("+1.5,.5e", None),
        ("0,20,0.01,0.1", Sprt(0, 20, 0.01, 0.1)),
        ("0,5,normalised", Sprt(0, 5, scale="normalised")),
        ("0,5,logistic", Sprt(0, 5)),
        ("0,5,0.05,0.1,normalised", Sprt(0, 5, 0.05, 0.1, "normalised")),
        ("", None),
        ("20", None),
        ("0,20,0.05", None),
        ("0,20,0.05,0.05,0.05", None),
        ("normalised", None),
        ("0;20", None),
        ("0,nan", None),
        ("0,inf", None),
        ("0,1e2", None),
        ("0,1_0", None),
        ("0,٣", None),
        ("20,0", None),
        ("5,5", None),
        ("0,1001", None),
        ("-1001,0", None),
        ("0,201,normalised", None),
        ("0,20,0,0.05", None),
        ("0,20,0.05,-1", None),
        ("0,20,0.5,0.5", None),
        ("0,20,bayesian", None),
    ],
)
def test_texts_are_read_or_refused_in_one_line(text: str, test: Sprt | None) -> None:
    if test is None:
        with pytest.raises(OptionError) as caught:
            Sprt.read(text)
        assert "\n" not in str(caught.value)
    else:
        assert Sprt.read(text) == test
        assert Sprt.read(str(test)) == test


def test_a_test_that_makes_no_sense_cannot_be_made() -> None:
    for elos in ((0, math.nan), (math.nan, 0), (-math.inf, 0)):
        with pytest.raises(OptionError):
            Sprt(*elos)
    with pytest.raises(OptionError):
        Sprt(0, 1, alpha=math.nan)


def test_the_example_of_the_module_is_right() -> None:
    assert doctest.testmod(plyground.tournament.sprt).failed == 0
