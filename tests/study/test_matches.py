"""Pairs of games: both sides, the same opening, the same result each time."""

from __future__ import annotations

import pytest

from plyground.study.samples import Matches
from plyground.tournament.counts import Counts

from .asking import SMALL_BOARDS, start_of


def test_a_stronger_player_makes_more_points() -> None:
    matches = Matches(start_of("breakthrough", "5x4"), seed=1)
    pairs = [matches.points("greedy:comprehensive", "random", number) for number in range(6)]
    assert Counts.of(pairs).points > 6
    swapped = [matches.points("random", "greedy:comprehensive", number) for number in range(6)]
    assert Counts.of(swapped).points < 6


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
def test_a_pair_comes_out_the_same_whichever_is_played_before(name: str, size: str) -> None:
    start = start_of(name, size)
    one, other = Matches(start, seed=3, opening_plies=2), Matches(start, seed=3, opening_plies=2)
    found = [one.points("random", "first", number) for number in range(3)]
    assert [other.points("random", "first", number) for number in (2, 0)] == [found[2], found[0]]


def test_two_who_play_alike_share_the_points() -> None:
    matches = Matches(start_of("konane", "4x4"), seed=1)
    for number in range(3):
        assert sum(matches.points("first", "minimax:depth=1", number)) in (0, 1, 2)
        assert sum(matches.points("minimax:depth=2", "alphabeta:depth=2", number)) == 1
