"""Counting games and pairs."""

from __future__ import annotations

import doctest
import math

import pytest

import plyground.tournament.counts
from plyground.tournament.counts import Counts, Sample


def test_the_example_of_the_module_is_right() -> None:
    assert doctest.testmod(plyground.tournament.counts).failed == 0


@pytest.mark.parametrize(
    ("pair", "counts"),
    [
        ((0, 0), Counts(0, 0, 2, (1, 0, 0, 0, 0))),
        ((0, 0.5), Counts(0, 1, 1, (0, 1, 0, 0, 0))),
        ((0.5, 0), Counts(0, 1, 1, (0, 1, 0, 0, 0))),
        ((0.5, 0.5), Counts(0, 2, 0, (0, 0, 1, 0, 0))),
        ((1, 0), Counts(1, 0, 1, (0, 0, 1, 0, 0))),
        ((0.5, 1), Counts(1, 1, 0, (0, 0, 0, 1, 0))),
        ((1, 1), Counts(2, 0, 0, (0, 0, 0, 0, 1))),
    ],
)
def test_a_pair_counts_as_two_games_and_as_a_pair(pair: tuple[float, float], counts: Counts) -> None:
    assert Counts.of([pair]) == counts


@pytest.mark.parametrize(
    ("pair", "counts"),
    [((1, None), Counts(1)), ((None, 0.5), Counts(0, 1)), ((0,), Counts(0, 0, 1)), ((None, None), Counts())],
)
def test_a_pair_that_is_not_complete_counts_as_games_only(
    pair: tuple[float | None, ...], counts: Counts
) -> None:
    assert Counts.of([pair]) == counts


@pytest.mark.parametrize("pair", [(1, 1, 1), (2, 0), (0.25, 1), (-1, 0), (math.nan, 1)])
def test_what_is_no_pair_is_refused(pair: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="pair"):
        Counts.of([pair])


def test_counts_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="less than 0"):
        Counts(-1)
    with pytest.raises(ValueError, match="more pairs than games"):
        Counts(1, 0, 0, (0, 0, 0, 0, 1))


def test_counts_add_up() -> None:
    pairs = [(1, 0), (0.5, 0.5), (1, 1), (0, 0.5), (1, None)]
    assert Counts.of(pairs) == sum((Counts.of([pair]) for pair in pairs), start=Counts())
    assert Counts.of(pairs) == Counts(4, 3, 2, (0, 1, 2, 0, 1))


def test_the_other_player_sees_the_opposite() -> None:
    pairs = [(1, 0), (0.5, 0.5), (1, 1), (0, 0.5), (1, None)]
    opposite = [[None if points is None else 1 - points for points in pair] for pair in pairs]
    counts = Counts.of(pairs)
    assert counts.swapped == Counts.of(opposite)
    assert counts.swapped.swapped == counts


def test_scores_and_ratios() -> None:
    counts = Counts.of([(1, 1), (1, 0.5), (1, 0), (0, 0.5), (0.5, None)])
    assert (counts.games, counts.points) == (9, 5.5)
    assert counts.score == pytest.approx(5.5 / 9)
    assert counts.draw_ratio == pytest.approx(3 / 9)
    assert counts.pairs_ratio == 2


@pytest.mark.parametrize(
    ("counts", "ratio"),
    [
        (Counts(), None),
        (Counts.of([(1, 0)]), None),
        (Counts.of([(1, 0.5)]), math.inf),
        (Counts.of([(0, 0.5)]), 0),
        (Counts.of([(0, 0), (0, 0.5), (1, 1)]), 0.5),
    ],
)
def test_the_ratio_of_pairs_without_lost_ones(counts: Counts, ratio: float | None) -> None:
    assert counts.pairs_ratio == ratio


def test_without_games_there_is_no_score() -> None:
    assert Counts().score is None
    assert Counts().draw_ratio is None


def test_the_sample_is_made_of_pairs_if_there_are_any() -> None:
    counts = Counts.of([(1, 1), (1, 0), (0, None)])
    assert counts.sample == Sample((0, 0.25, 0.5, 0.75, 1), (0, 0, 1, 0, 1), games_each=2)
    assert (counts.sample.size, counts.sample.mean, counts.sample.variance) == (2, 0.75, 0.0625)
    assert Counts(3, 2, 1).sample == Sample((0, 0.5, 1), (1, 2, 3), games_each=1)


def test_a_sample_of_one_kind_is_constant() -> None:
    assert Counts(3).sample.is_constant
    assert Counts.of([(1, 0), (0.5, 0.5)]).sample.is_constant
    assert not Counts(3, 1).sample.is_constant
