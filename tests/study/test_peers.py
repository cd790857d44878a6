"""Programs of others are led to the same position, and find the same value there."""

from __future__ import annotations

import random

import pytest

from plyground.core.position import Position, game
from plyground.search import textbook
from plyground.search.score import as_points
from plyground.study.known import compare
from plyground.study.known.compare import PEERS, EasyAI, OpenSpiel, worths_of_squares
from plyground.study.samples import random_game
from plyground.study.timed_searching import chosen_evaluation
from tests.search.agreeing import scorer

from .asking import SMALL_BOARDS


def early(name: str, plies: int, size: str | None = None) -> Position:
    start = game(name, **({} if size is None else {"size": size})).start()
    return random_game(start, random.Random(plies))[plies]


@pytest.mark.parametrize("name", ["breakthrough", "othello"])
@pytest.mark.parametrize("plies", [0, 1, 6, 9])
def test_open_spiel_finds_the_value_of_the_textbook(name: str, plies: int) -> None:
    position = early(name, plies)
    chosen = chosen_evaluation(position.game).name
    plain = textbook.alphabeta(position, 3, scorer(position.game, chosen))
    assert OpenSpiel().why_not(position) is None
    found = OpenSpiel().search(position, 3, chosen)
    assert found.score == pytest.approx(as_points(plain.score))
    assert found.seconds > 0


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
def test_easyai_searches_the_tree_of_the_textbook(name: str, size: str) -> None:
    position = early(name, 2, size)
    chosen = chosen_evaluation(position.game).name
    plain = textbook.alphabeta(position, 3, scorer(position.game, chosen))
    found = EasyAI().search(position, 3, chosen)
    assert found.nodes == plain.nodes
    assert found.score == pytest.approx(as_points(plain.score), rel=0.01), (
        "quick wins count a little more there"
    )


def test_what_open_spiel_does_not_have() -> None:
    why_not = OpenSpiel().why_not
    assert why_not(game("konane").start()) == "does not have konane 8x8"
    assert why_not(game("othello", size=6).start()) == "does not have othello 6x6"
    assert why_not(game("breakthrough", size=5).start()) == "does not have breakthrough 5x5"
    given = game("othello").position(early("othello", 5).text)
    assert "led to a position from the start" in str(why_not(given))


def test_what_is_not_installed_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "_is_installed", lambda module: False)
    reasons = [peer.why_not(game("othello").start()) for peer in PEERS]
    assert reasons == [
        "is not installed (pip install open_spiel)",
        "is not installed (pip install easyAI)",
    ]


def test_squares_are_worth_what_the_evaluation_gives() -> None:
    start = game("othello").start()
    worths = worths_of_squares(start, "squares")
    assert worths[0] == worths[63] == max(worths)
    assert worths[9] == min(worths)
    assert worths_of_squares(game("breakthrough").start(), "piece") == [1.0] * 36
