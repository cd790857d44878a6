"""The engine finds what the textbook finds, compiled or not."""

from __future__ import annotations

import pytest

from plyground.core.position import game
from plyground.search import textbook
from plyground.search.engine import SearchEngine
from plyground.search.features import EXACT, PRESETS, Features
from plyground.search.limit import Limit
from plyground.search.quiescence import as_score
from plyground.search.score import as_points
from tests.search.agreeing import scorer
from tests.search.positions import random_positions

BOARDS = [
    ("breakthrough", "5x4", "piece"),
    ("breakthrough", "5x4", "2*piece - 0.5*mobility"),
    ("duel", "3", "pieces"),
    ("konane", "4x5", "mobility"),
    ("othello", "4", "squares"),
]


@pytest.mark.parametrize(("name", "size", "heuristic"), BOARDS)
@pytest.mark.parametrize("features", [EXACT, PRESETS["minimax"]], ids=["exact", "minimax"])
def test_it_agrees_with_the_textbook(name: str, size: str, heuristic: str, features: Features) -> None:
    on = game(name, size=size)
    engine = SearchEngine(on, heuristic, features=features, megabytes=1)
    for position in random_positions(on, 5, seed=1):
        *_, last = engine.search(position, Limit(depth=2))
        value = textbook.minimax(position, 2, scorer(on, heuristic)).score
        assert last.score == as_points(value), position.text


@pytest.mark.parametrize(
    ("points", "score"),
    [(2.0, 2000), (-3.0, -3000), (0.0004, 0), (0.0005, 1), (-0.0005, 0), (0.0016, 2), (-0.0016, -2)],
)
def test_points_are_rounded_to_thousandths(points: float, score: int) -> None:
    assert as_score(points) == score
