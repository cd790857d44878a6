"""Placements and enclosed discs of Othello in vectors: the same sets as by the rules, compiled and plain."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

import plyground as ply
from plyground.core.bits import Word, bit
from plyground.games.othello import rules
from plyground.games.othello.vectors import enclosed_on_rays, make_enclosed, make_placements, make_rays
from plyground.jit import plain_python

SIZES = [4, 6, 8]


def random_discs(squares: int, count: int) -> Iterator[tuple[int, Word, Word]]:
    """Yield an empty square with discs on the others, of which most belong to the opponent."""
    chance = random.Random(squares)
    for _ in range(count):
        empty = chance.randrange(squares)
        letters = chance.choices("bw.", (2, 6, 1), k=squares)
        letters[empty] = "."
        own, opponent = (sum(1 << n for n, each in enumerate(letters) if each == side) for side in "bw")
        yield empty, np.uint64(own), np.uint64(opponent)


@pytest.mark.parametrize("size", SIZES)
def test_the_same_sets_as_by_the_rules(size: int) -> None:
    board = ply.game("othello", size=size).board
    placements, enclosed = make_placements(board), make_enclosed(board)
    turned = 0
    for square, own, opponent in random_discs(size * size, 2000):
        assert placements(own, opponent) == rules.placements(board, own, opponent)
        found = enclosed(square, own, opponent)
        assert found == rules.enclosed(board, bit(square), own, opponent), (square, own, opponent)
        turned += found != 0
    assert turned > 500


@pytest.mark.parametrize("size", SIZES)
def test_the_same_sets_in_plain_python(size: int) -> None:
    board = ply.game("othello", size=size).board
    rays, placements, enclosed = make_rays(board), make_placements(board), make_enclosed(board)
    for square, own, opponent in random_discs(size * size, 60):
        compiled = placements(own, opponent), enclosed(square, own, opponent)
        with plain_python():
            assert placements(own, opponent) == compiled[0]
            assert enclosed_on_rays(rays, square, own, opponent) == compiled[1]
