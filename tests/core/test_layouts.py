"""Boards that chance lays out."""

from __future__ import annotations

import pytest

import plyground as ply
from plyground.core.layouts import layouts_of

DUEL = ply.game("duel", size=6, seed=3)


@pytest.mark.parametrize("count", [1, 2, 8])
def test_layouts_differ_and_the_own_one_is_first(count: int) -> None:
    found = layouts_of(DUEL, count)
    assert found[0] == DUEL
    assert len(found) == len({each.board for each in found}) == count
    assert {(each.rows, each.columns, each.options["quiet"]) for each in found} == {(6, 6, 50)}


def test_only_an_option_named_seed_gives_layouts() -> None:
    assert layouts_of(ply.game("othello", size=6), 5) == (ply.game("othello", size=6),)
    assert len(layouts_of(ply.game("duel", size=3), 5)) == 1, "this board has no pits"


def test_the_largest_seed_has_layouts_too() -> None:
    last = ply.game("duel", size=6, seed=2**31 - 1)
    assert len(layouts_of(last, 5)) == 5
