"""Ratings of many players."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from plyground.errors import OptionError
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import (
    DEVIATIONS,
    Estimate,
    elo_difference,
    likelihood_of_superiority,
    nelo,
    score_of_elo,
)
from plyground.tournament.ratings import ELO_PER_UNIT, Crosstable, Rating, rate_players
from plyground.tournament.sprt import Sprt, SprtVerdict

from .paired import chances_of_pairs, paired

ALMOST_NO_PRIOR = 1e-9

# Which journal cited which, the example of R's package BradleyTerry2. Being cited is winning.
CITATIONS = {
    ("Biometrika", "Comm Statist"): Counts(730, 0, 33),
    ("Biometrika", "JASA"): Counts(498, 0, 320),
    ("Biometrika", "JRSS-B"): Counts(221, 0, 284),
    ("Comm Statist", "JASA"): Counts(68, 0, 813),
    ("Comm Statist", "JRSS-B"): Counts(17, 0, 276),
    ("JASA", "JRSS-B"): Counts(142, 0, 325),
}
JOURNALS = ["Biometrika", "Comm Statist", "JASA", "JRSS-B"]

# BradleyTerry2, tests/BTabilities.Rout.save: abilities and standard errors, against a journal or their mean.
ABILITIES = {
    "Biometrika": [(0.0, 0.0), (-2.9490725, 0.10254534), (-0.4795698, 0.06058873), (0.2689541, 0.07082997)],
    "JASA": [(0.4795698, 0.06058873), (-2.4695027, 0.09817049), (0.0, 0.0), (0.7485238, 0.07294356)],
    None: [
        (0.7899221, 0.04333047),
        (-2.1591504, 0.07257974),
        (0.3103523, 0.04164102),
        (1.0588761, 0.05304699),
    ],
}


def by_name(ratings: list[Rating]) -> dict[str, Estimate]:
    return {rating.name: rating.elo for rating in ratings}


@pytest.mark.parametrize("anchor", ABILITIES)
def test_published_abilities_and_errors(anchor: str | None) -> None:
    ratings = by_name(rate_players(JOURNALS, CITATIONS, anchor=anchor, prior_draws=ALMOST_NO_PRIOR))
    for journal, (ability, deviation) in zip(JOURNALS, ABILITIES[anchor], strict=True):
        assert ratings[journal].value == pytest.approx(ELO_PER_UNIT * ability, rel=5e-7, abs=1e-5)
        assert ratings[journal].error == pytest.approx(
            DEVIATIONS * ELO_PER_UNIT * deviation, rel=5e-7, abs=1e-5
        )


def test_scores_that_fit_together_give_the_ratings_one_expects() -> None:
    # K. Laskos' example, talkchess 2012: 75 % is 191 Elo, and 90 % is twice as much.
    results = {
        ("Houdini", "Komodo"): Counts(24, 6, 0),
        ("Houdini", "Strelka"): Counts(18, 9, 3),
        ("Strelka", "Komodo"): Counts(18, 9, 3),
    }
    ratings = rate_players(["Komodo", "Houdini", "Strelka"], results, prior_draws=ALMOST_NO_PRIOR)
    assert [rating.name for rating in ratings] == ["Houdini", "Strelka", "Komodo"]
    assert [rating.elo.value for rating in ratings] == pytest.approx([190.848502, 0, -190.848502], abs=1e-6)
    assert [rating.counts for rating in ratings] == [Counts(42, 15, 3), Counts(21, 18, 21), Counts(3, 15, 42)]


def slow_strengths(number: int, results: dict[tuple[int, int], Counts]) -> list[float]:
    """Zermelo's way of 1929: strength = points / sum of games / (own + opponent's strength), repeated."""
    strengths = [1.0] * number
    for _ in range(5000):
        divisors = [0.0] * number
        points = [0.0] * number
        for (first, second), counts in results.items():
            share = counts.games / (strengths[first] + strengths[second])
            divisors[first] += share
            divisors[second] += share
            points[first] += counts.points
            points[second] += counts.swapped.points
        strengths = [made / divisor for made, divisor in zip(points, divisors, strict=True)]
        mean = math.prod(strengths) ** (1 / number)
        strengths = [strength / mean for strength in strengths]
    return [400 * math.log10(strength) for strength in strengths]


@pytest.mark.parametrize("seed", range(5))
def test_the_slow_way_finds_the_same(seed: int) -> None:
    generator = np.random.default_rng(seed)
    number = int(generator.integers(2, 7))
    results = {
        pairing: Counts(*generator.integers(1, 20, size=3).tolist())
        for pairing in itertools.combinations(range(number), 2)
        if pairing[1] == pairing[0] + 1 or generator.random() < 0.5
    }
    names = [f"player {place}" for place in range(number)]
    named = {(names[first], names[second]): counts for (first, second), counts in results.items()}
    ratings = by_name(rate_players(names, named, prior_draws=ALMOST_NO_PRIOR))
    assert [ratings[name].value for name in names] == pytest.approx(slow_strengths(number, results), abs=1e-5)


def test_two_players_are_as_far_apart_as_their_match_says() -> None:
    counts = paired(34, 54, 63, 64, 75)
    match = elo_difference(counts)
    ratings = by_name(rate_players(["A", "B"], {("A", "B"): counts}, anchor="B"))
    assert ratings["A"].value == pytest.approx(match.value, rel=0.01)
    assert ratings["A"].error == pytest.approx(match.error, rel=0.02)
    assert ratings["B"] == Estimate(0, 0, 0)


def test_who_wins_or_loses_every_game_has_a_rating() -> None:
    results = {
        ("best", "middle"): Counts(wins=10),
        ("best", "worst"): Counts(wins=10),
        ("middle", "worst"): Counts(wins=10),
    }
    ratings = rate_players(["worst", "middle", "best"], results)
    assert [rating.name for rating in ratings] == ["best", "middle", "worst"]
    best, middle, worst = (rating.elo for rating in ratings)
    assert best.value == pytest.approx(-worst.value)
    assert middle.value == pytest.approx(0, abs=1e-6)
    assert 200 < best.value < 2000
    assert all(0 < each.error < 2000 for each in (best, middle, worst))
    more = rate_players(
        ["worst", "middle", "best"], {key: counts + counts for key, counts in results.items()}
    )
    assert more[0].elo.value > best.value


def test_the_made_up_draw_is_one_for_each_player() -> None:
    only = rate_players(["A", "B"], {("A", "B"): Counts(wins=10)}, anchor="B")
    assert only[0].elo.value == pytest.approx(400 * math.log10(10.5 / 0.5))


def test_a_chain_of_players_is_rated_through_its_links() -> None:
    names = [f"level {level}" for level in range(10)]
    results = {(upper, lower): Counts(150, 0, 50) for lower, upper in itertools.pairwise(names)}
    ratings = by_name(rate_players(names, results, anchor="level 0", anchor_elo=1000))
    for level, name in enumerate(names):
        assert ratings[name].value == pytest.approx(1000 + level * 400 * math.log10(3), rel=0.01)
    errors = [ratings[name].error for name in names]
    assert errors == sorted(errors)
    assert errors[0] == 0


def test_huge_differences_in_uneven_matches_are_rated() -> None:
    # Newton's method with full steps never finds these.
    results = {
        ("A", "B"): Counts(99_999, 0, 1),
        ("B", "C"): Counts(99_999, 0, 1),
        ("A", "D"): Counts(1000, 0, 0),
        ("C", "D"): Counts(5, 0, 5),
    }
    ratings = rate_players(list("ABCD"), results, prior_draws=0.01)
    elos = {rating.name: rating.elo.value for rating in ratings}
    for rating in ratings:
        expected = sum(
            counts.games * score_of_elo(elos[rating.name] - elos[second if rating.name == first else first])
            for (first, second), counts in results.items()
            if rating.name in (first, second)
        )
        assert expected == pytest.approx(rating.counts.points, abs=0.02)


def test_either_player_may_come_first_and_matches_may_be_parted() -> None:
    parted: Crosstable = {
        ("A", "B"): Counts(5, 1, 2),
        ("B", "A"): Counts(3, 0, 4),
        ("C", "A"): Counts(1, 2, 3),
        ("C", "B"): Counts(2, 2, 2),
    }
    joined: Crosstable = {
        ("B", "A"): Counts(5, 1, 9),
        ("A", "C"): Counts(3, 2, 1),
        ("B", "C"): Counts(2, 2, 2),
    }
    first, second = (by_name(rate_players(["A", "B", "C"], table)) for table in (parted, joined))
    for name in "ABC":
        assert first[name].value == pytest.approx(second[name].value, abs=1e-9)


def test_players_who_never_met_are_in_different_groups() -> None:
    results = {("A", "B"): Counts(7, 0, 3), ("C", "D"): Counts(9, 0, 1)}
    ratings = {rating.name: rating for rating in rate_players(["A", "C", "B", "D", "E"], results)}
    assert [ratings[name].group for name in "ABCDE"] == [0, 0, 1, 1, 2]
    for better, worse in (("A", "B"), ("C", "D")):
        assert ratings[better].elo.value == pytest.approx(-ratings[worse].elo.value)
        assert ratings[better].elo.value > 50
    assert ratings["E"].elo == Estimate(0, -math.inf, math.inf)
    assert ratings["E"].counts == Counts()


def test_only_the_group_of_the_anchor_moves() -> None:
    results = {("A", "B"): Counts(7, 0, 3), ("C", "D"): Counts(9, 0, 1)}
    free = by_name(rate_players(["A", "B", "C", "D", "E"], results))
    anchored = by_name(rate_players(["A", "B", "C", "D", "E"], results, anchor="B", anchor_elo=1500))
    assert anchored["B"] == Estimate(1500, 1500, 1500)
    assert anchored["A"].value - 1500 == pytest.approx(free["A"].value - free["B"].value)
    assert (anchored["C"], anchored["D"], anchored["E"]) == (free["C"], free["D"], free["E"])
    alone = by_name(rate_players(["A", "B", "E"], {("A", "B"): Counts(1)}, anchor="E", anchor_elo=7))
    assert alone["E"] == Estimate(7, 7, 7)


def test_nobody_and_nothing() -> None:
    assert rate_players([], {}) == []
    assert by_name(rate_players(["A"], {})) == {"A": Estimate(0, -math.inf, math.inf)}
    assert by_name(rate_players(["A", "B"], {("A", "B"): Counts()})).keys() == {"A", "B"}


def test_mistakes_are_told() -> None:
    with pytest.raises(OptionError, match="no player is called 'engin'; did you mean 'engine'"):
        rate_players(["engine", "random"], {}, anchor="engin")
    with pytest.raises(ValueError, match="same name"):
        rate_players(["A", "A"], {})
    with pytest.raises(ValueError, match="itself"):
        rate_players(["A"], {("A", "A"): Counts(1)})
    with pytest.raises(ValueError, match="prior"):
        rate_players(["A"], {}, prior_draws=0)


def test_openings_that_decide_pairs_and_draws_make_the_bars_narrow() -> None:
    names = ["A", "B", "C"]

    def error(counts: Counts) -> float:
        results = dict.fromkeys(itertools.combinations(names, 2), counts)
        return rate_players(names, results)[0].elo.error

    shared = paired(5, 0, 60, 0, 10)
    as_games = Counts(shared.wins, shared.draws, shared.losses)
    assert error(shared) < 0.7 * error(as_games)
    assert error(Counts(30, 100, 20)) < 0.7 * error(Counts(80, 0, 70))


def test_a_few_equal_pairs_do_not_make_the_bars_vanish() -> None:
    names = ["A", "B", "C"]
    for counts in (paired(0, 0, 1, 0, 0), paired(0, 0, 3, 0, 0), Counts(draws=2)):
        results = dict.fromkeys(itertools.combinations(names, 2), counts)
        assert all(rating.elo.error > 40 for rating in rate_players(names, results))


@pytest.mark.parametrize(("bias", "draws"), [(0, 0), (0.2, 0), (0.05, 0.2)])
def test_the_bars_hold_the_truth_in_95_of_100_tournaments(bias: float, draws: float) -> None:
    truths = {"A": 120.0, "B": 30.0, "C": -40.0, "D": -110.0}
    generator = np.random.default_rng(11)
    held = total = 0
    for _ in range(400):
        results = {
            (first, second): paired(
                *generator.multinomial(
                    40, chances_of_pairs(score_of_elo(truths[first] - truths[second]), bias=bias, draws=draws)
                ).tolist()
            )
            for first, second in itertools.combinations(truths, 2)
        }
        for rating in rate_players(list(truths), results):
            held += rating.elo.low <= truths[rating.name] <= rating.elo.high
            total += 1
    assert 0.93 < held / total < 0.97


def test_the_page_on_ratings_shows_these_numbers() -> None:
    # docs/explanation/ratings.md
    match = Counts.of([(1, 1)] * 16 + [(1, 0)] * 30 + [(0, 0)] * 4)
    assert match == Counts(wins=62, losses=38, pairs=(4, 0, 30, 0, 16))
    assert (match.score, match.pairs_ratio) == (0.62, 4)
    assert str(elo_difference(match)) == "+85.0 ± 60.5"
    assert str(elo_difference(Counts(wins=62, losses=38))) == "+85.0 ± 71.3"
    assert str(nelo(match)) == "+100.8 ± 68.1"
    assert round(likelihood_of_superiority(match), 4) == 0.9981
    assert str(elo_difference(paired(0, 0, 0, 0, 10))) == "at least +182.7"
    assert str(elo_difference(paired(0, 0, 10, 0, 0))) == "+0.0 ± 92.0"
    assert [round(score_of_elo(elo), 2) for elo in (100, 191, 382)] == [0.64, 0.75, 0.9]
    assert str(Sprt.read("0,20").status(match)) == "1.56 (-2.94, 2.94), continue"
    assert Sprt.read("0,60").status(match).verdict is SprtVerdict.ACCEPT_H1
    assert round(Sprt.read("0,20").status(paired(0, 0, 0, 0, 60)).llr, 2) == 3.35
    table = {("A", "B"): match, ("B", "C"): match, ("A", "C"): paired(0, 0, 0, 0, 10)}
    assert [str(rating.elo) for rating in rate_players(["A", "B", "C"], table)] == [
        "+115.5 ± 40.9",
        "+0.0 ± 29.0",
        "-115.5 ± 40.9",
    ]
    for wins, apart in ((10, 529), (100, 921)):
        best, worst = rate_players(["A", "B"], {("A", "B"): Counts(wins)})
        assert round(best.elo.value - worst.elo.value) == apart
