"""From points to chances."""

from __future__ import annotations

import pytest

import plyground as ply
from plyground.review.chances import ChanceCurve, chance_of, curve_of, for_first
from plyground.search.score import UNIT, WIN

BOARDS = [
    ply.game("breakthrough", size=4),
    ply.game("othello", size=4),
    ply.game("konane", size=4),
    ply.game("duel", size=3),
]


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: str(game.name))
def test_a_unit_grows_with_the_evaluation(game: ply.Game) -> None:
    name = "pieces" if game.name == "duel" else "squares" if game.name == "othello" else "mobility"
    curve_of.cache_clear()
    curve = curve_of(game, name)
    assert curve.unit > 0
    assert curve_of(game, f"10*{name}").unit == pytest.approx(10 * curve.unit)
    curve_of.cache_clear()
    assert curve_of(game, name) == curve


def test_without_an_evaluation_the_best_one_counts() -> None:
    game = ply.game("breakthrough", size=4)
    assert curve_of(game, None) == curve_of(game, "best")


def test_an_evaluation_that_likes_all_positions_alike_has_a_unit_too() -> None:
    assert curve_of(ply.game("breakthrough", size=4), "0*piece") == ChanceCurve()


def test_chances_grow_with_the_score() -> None:
    scores = [-WIN + 3 * UNIT, -500 * UNIT, -2 * UNIT, 0, UNIT, 9 * UNIT, WIN - 4 * UNIT]
    chances = [chance_of(score, ChanceCurve(2.0)) for score in scores]
    assert chances == sorted(chances)
    assert (chances[0], chances[3], chances[-1]) == (0.0, 0.5, 1.0)


def test_an_even_larger_score_is_no_certain_win() -> None:
    assert chance_of(30 * UNIT, ChanceCurve()) < chance_of(WIN, ChanceCurve()) == 1.0


@pytest.mark.parametrize("score", [-3 * UNIT, 0, 700, WIN - UNIT])
def test_what_one_side_gains_the_other_loses(score: int) -> None:
    assert chance_of(score, ChanceCurve(3.0)) + chance_of(-score, ChanceCurve(3.0)) == pytest.approx(1)


def test_chances_are_told_for_the_player_who_begins() -> None:
    start = ply.game("othello", size=4).start()
    assert for_first(start, 0.7) == 0.7
    assert for_first(start.play(start.moves()[0]), 0.7) == pytest.approx(0.3)
