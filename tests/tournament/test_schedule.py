"""Who meets whom: the formats, as data."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable

import pytest

from plyground.tournament.schedule import FORMATS, History, Place, Stage, Winner, survivors

Judge = Callable[[Place, int], Winner]


def played(name: str, entrants: int, judge: Judge, pairs: int = 1, rounds: int = 3) -> History:
    """Play a whole contest; `judge` says who wins a game."""
    history = History(entrants, (), {})
    while (stage := FORMATS[name](history, pairs, rounds)) is not None:
        winners = {
            **history.winners,
            **{number: judge(stage.place(number), number) for number in stage.games},
        }
        history = History(entrants, (*history.stages, stage), winners)
        assert len(history.stages) < 100
    return history


def stronger_wins(place: Place, number: int) -> Winner:
    return 0 if place.sides[0] < place.sides[1] else 1


def first_side_wins(place: Place, number: int) -> Winner:
    return 0


def games(history: History) -> list[Place]:
    return [stage.place(number) for stage in history.stages for number in stage.games]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("entrants", range(2, 10))
def test_games_come_in_pairs_with_the_sides_swapped(name: str, entrants: int) -> None:
    history = played(name, entrants, stronger_wins, pairs=2)
    numbers = [number for stage in history.stages for number in stage.games]
    assert numbers == list(range(len(numbers)))
    places = games(history)
    for first, second in zip(places[::2], places[1::2], strict=True):
        assert first.opening == second.opening
        assert first.sides == second.sides[::-1]
    for _, meetings in itertools.groupby(sorted(places)):
        assert len(list(meetings)) == 1, "no game is played twice"


def test_a_round_robin_is_everybody_against_everybody() -> None:
    met = Counter(frozenset(place.sides) for place in games(played("round-robin", 4, stronger_wins, pairs=3)))
    assert met == {frozenset(each): 6 for each in itertools.combinations(range(4), 2)}


def test_a_gauntlet_is_one_against_all_others() -> None:
    met = Counter(frozenset(place.sides) for place in games(played("gauntlet", 4, stronger_wins, pairs=2)))
    assert met == {frozenset((0, other)): 4 for other in (1, 2, 3)}


@pytest.mark.parametrize("entrants", [4, 5, 8, 9])
def test_in_a_swiss_nobody_meets_twice_and_rest_is_shared(entrants: int) -> None:
    history = played("swiss", entrants, stronger_wins, rounds=3)
    met = Counter(frozenset(each) for stage in history.stages for each in stage.encounters)
    assert len(history.stages) == 3
    assert set(met.values()) == {1}
    busy = Counter(
        itertools.chain.from_iterable(each for stage in history.stages for each in stage.encounters)
    )
    assert all(busy[entrant] >= 3 - entrants % 2 for entrant in range(entrants))
    points = history.points()
    assert points.index(max(points)) == 0


def test_a_swiss_goes_on_when_everybody_has_met() -> None:
    assert len(played("swiss", 2, stronger_wins, rounds=3).stages) == 3


@pytest.mark.parametrize("entrants", range(2, 18))
@pytest.mark.parametrize("judge", [stronger_wins, first_side_wins, lambda place, number: None])
def test_a_knockout_leaves_one(entrants: int, judge: Judge) -> None:
    history = played("knockout", entrants, judge)
    assert survivors(history) == [0], "the strongest, or after ties the best seed"
    out = Counter(
        itertools.chain.from_iterable(each for stage in history.stages for each in stage.encounters)
    )
    assert set(out) == set(range(entrants))


def test_the_weaker_seed_can_win_a_knockout() -> None:
    last_wins: Judge = lambda place, number: 0 if place.sides[0] > place.sides[1] else 1  # noqa: E731
    assert survivors(played("knockout", 6, last_wins)) == [5]


def test_after_a_tie_an_extra_pair_decides() -> None:
    def tied_at_first(place: Place, number: int) -> Winner:
        return 0 if number < 2 else stronger_wins(Place(0, place.sides[::-1]), number)

    history = played("knockout", 2, tied_at_first)
    assert [stage.label for stage in history.stages] == ["final", "final, extra pair"]
    assert survivors(history) == [1]


def test_points_are_added_up() -> None:
    stage = Stage("all", ((0, 1), (0, 2)), pairs=1)
    history = History(3, (stage,), {0: 0, 1: 0, 2: None, 3: 1})
    assert history.points() == [2.5, 1.0, 0.5]
