"""Sampled positions are the same in every run, and of games that are not over."""

from __future__ import annotations

import random

import pytest

from plyground.study.samples import random_game, sample_position

from .asking import SMALL_BOARDS, start_of

COUNT = 6


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
def test_positions_are_unfinished_and_come_again(name: str, size: str) -> None:
    start = start_of(name, size)
    found = [sample_position(start, number, COUNT, seed=1) for number in range(COUNT)]
    assert all(position.outcome is None for position in found)
    assert found[0] == start
    assert sample_position(start, 4, COUNT, seed=1) == found[4]
    assert [len(position.line()) for position in found] != [1] * COUNT
    others = [sample_position(start, number, COUNT, seed=2) for number in range(COUNT)]
    assert others != found


def test_positions_are_spread_over_the_game() -> None:
    start = start_of("othello", "6")
    plies = [len(sample_position(start, number, 8, seed=1).line()) - 1 for number in range(8)]
    assert plies == sorted(plies)
    assert plies[-1] > 20


def test_a_random_game_is_played_to_its_end() -> None:
    line = random_game(start_of("konane", "4x4"), random.Random(1))
    assert line[-1].outcome is not None
    assert all(position.outcome is None for position in line[:-1])
