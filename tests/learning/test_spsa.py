"""SPSA finds the middle of a made-up hill from noisy results, and is the same each time."""

from __future__ import annotations

import random

import pytest

from plyground.errors import OptionError
from plyground.learning.constant_tuning import Spsa
from plyground.search.constants import DEFAULT, Constants
from plyground.tournament.estimates import score_of_elo

BEST = [3.0, -2.0]
GAMES = 16


def elo(places: list[float]) -> float:
    """Return how strong a made-up engine is: best in the middle of a hill."""
    return -sum(12.0 * (place - best) ** 2 for place, best in zip(places, BEST, strict=True))


def climbed(seed: int, iterations: int = 600) -> list[float]:
    spsa = Spsa([0.0, 0.0], iterations, iterations * GAMES, seed)
    chance = random.Random(seed)
    for _ in range(iterations):
        ahead, behind = spsa.sides()
        score = score_of_elo(elo(ahead) - elo(behind))
        wins = sum(chance.random() < score for _ in range(GAMES))
        spsa.learn(2 * wins - GAMES, [-10, -10], [10, 10])
    return spsa.places


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_top_of_the_hill_is_found(seed: int) -> None:
    places = climbed(seed)
    assert places == pytest.approx(BEST, abs=1.0)
    assert places == climbed(seed)


def test_places_stay_within_their_bounds() -> None:
    spsa = Spsa([0.0], 10, 160, 1)
    for _ in range(10):
        ahead, behind = spsa.sides()
        spsa.learn(1000 if ahead > behind else -1000, [-1], [2])
    assert spsa.places == [2]


def test_the_two_sides_lie_around_the_middle() -> None:
    spsa = Spsa([1.0, 5.0, -3.0], 100, 1600, 7)
    ahead, behind = spsa.sides()
    assert [(one + other) / 2 for one, other in zip(ahead, behind, strict=True)] == pytest.approx(spsa.places)
    assert all(abs(one - other) >= 2 for one, other in zip(ahead, behind, strict=True))


def test_constants_are_written_as_they_are_read() -> None:
    assert DEFAULT.write() == ""
    given = Constants.read("aspiration_window:0.25+widening:4")
    assert given == Constants(aspiration_window=0.25, widening=4.0)
    assert Constants.read(given.write()) == given
    assert Constants.read("") == DEFAULT


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("window:1", "there is no constant 'window'"),
        ("widening:wide", "constant widening: 'wide' is not a number"),
        ("widening", "constant widening: '' is not a number"),
        ("widening:1000", "widening 1000 is not possible; allowed: 1.25 to 64"),
        ("widening:nan", "widening nan is not possible"),
    ],
)
def test_wrong_constants_are_told(text: str, problem: str) -> None:
    with pytest.raises(OptionError) as caught:
        Constants.read(text)
    assert problem in str(caught.value)


@pytest.mark.parametrize("name", list(Constants.ranges()))
def test_places_and_values_belong_together(name: str) -> None:
    bounds, value = Constants.ranges()[name], getattr(DEFAULT, name)
    assert bounds.value_at(bounds.position_of(value)) == pytest.approx(value)
    assert bounds.value_at(1e6) == bounds.high
    assert bounds.value_at(-1e6) == bounds.low
