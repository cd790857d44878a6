"""The oracle itself, on games whose values can be worked out by hand."""

from __future__ import annotations

import pytest

from plyground.core.position import game
from plyground.solving.textbook import exact_margin
from tests.strangers import NIM

from .boards import FLIPS


@pytest.mark.parametrize("tokens", range(1, 13))
def test_nim_is_lost_with_a_multiple_of_what_may_be_taken_plus_one(tokens: int) -> None:
    position = game(str(NIM), size=(1, tokens), most=3).start()
    assert exact_margin(position) == (-1 if tokens % 4 == 0 else 1)


@pytest.mark.parametrize(("text", "margin"), [("b1 white", 2), ("b1w black", 3), ("1 black", 1)])
def test_the_last_stone_decides_a_row(text: str, margin: int) -> None:
    assert exact_margin(game(str(FLIPS)).position(text)) == margin


def test_a_finished_game_has_the_margin_of_its_result() -> None:
    assert exact_margin(game(str(FLIPS)).position("bbw white")) == -1


def test_four_by_four_othello_is_lost_by_eight() -> None:
    position = game("othello", size=4).position("4/1wb1/1bw1/4 black")
    for move in ("b1", "a1", "a2", "c1"):
        position = position.play(move)
    assert exact_margin(position) == -8
