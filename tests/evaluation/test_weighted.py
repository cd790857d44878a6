"""Sums with weights: what they add up to, in all games, and that nothing else is answered."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

import plyground as ply
from plyground.core.discovery import known_games
from plyground.core.heuristics import Heuristic
from plyground.evaluation import as_heuristic, find_evaluation, known_heuristics
from plyground.evaluation._sums import WeightedSum
from plyground.jit import Kernel, plain_python
from plyground.jit.fingerprint import content_of
from tests.search.positions import random_positions

WEIGHTS = (2.0, -0.5, 1.0, 0.125, -3.0, 1e-2, 7.0)
POSITIONS = 40


def weighted_sum(parts: list[tuple[float, Heuristic]], position: ply.Position) -> float:
    board, state = position.game.board, position.state
    return float(sum(weight * part.function(board, state) for weight, part in parts))


@pytest.mark.parametrize("game", ["breakthrough", "duel", "konane", "othello"])
def test_a_sum_is_the_sum_of_its_weighted_parts(game: str) -> None:
    assert game in known_games()
    on = ply.game(game)
    known = [as_heuristic(on, each) for each in known_heuristics(game).values()]
    parts = list(zip(itertools.cycle(WEIGHTS), random.Random(5).sample(known, k=len(known)), strict=False))
    text = "+".join(f"{weight}*{part.name}" for weight, part in parts)
    from_text = find_evaluation(on, text)
    from_python = ply.weighted({part.name: weight for weight, part in parts}, game=on)
    for position in random_positions(on, POSITIONS, seed=6):
        expected = pytest.approx(weighted_sum(parts, position), abs=1e-9)
        board, state = position.game.board, position.state
        assert from_text.function(board, state) == expected, position.text
        assert from_python.function(board, state) == expected
        with plain_python():
            assert from_text.function(board, state) == expected


def test_it_is_one_kernel_with_a_name_that_can_be_read() -> None:
    found = ply.weighted({"defensive": 2, "reckless": 0.5, "piece": 1}, game="breakthrough")
    assert isinstance(found, Heuristic)
    assert isinstance(found.kernel, Kernel)
    assert (found.name, found.game) == ("2*defensive + 0.5*reckless + piece", "breakthrough")
    assert find_evaluation("breakthrough", found.name).name == found.name


def digest_of(text: str) -> str:
    found = find_evaluation("breakthrough", text)
    assert isinstance(found, WeightedSum)
    assert isinstance(found.kernel, Kernel)
    return content_of(found.kernel).digest


def test_the_cache_tells_parts_apart_and_not_weights() -> None:
    texts = [
        "2*piece+mobility",
        "2*mobility+piece",
        "2*piece",
        "2*piece+mobility+piece",
        "-position+mobility",
    ]
    digests = [digest_of(text) for text in texts]
    assert len(set(digests)) == len(texts)
    others = [
        "-piece+3*mobility",
        "0.5*mobility+piece",
        "7*piece",
        "piece-mobility-piece",
        "position+mobility",
    ]
    assert [digest_of(text) for text in others] == digests


def test_two_sums_at_the_same_time_do_not_mix() -> None:
    start = ply.game("breakthrough").position("bbbbbb/bbbbb1/6/6/wwwwww/wwww2 black")
    answers = {
        text: find_evaluation("breakthrough", text).function(start.game.board, start.state)
        for text in ("2*piece", "3*piece", "-piece", "piece+piece", "piece-piece", "piece*0.5+1*piece")
    }
    assert list(answers.values()) == [2, 3, -1, 2, 0, 1.5]


def lead(board: Any, state: Any) -> int:
    """Always ten."""
    return 10


def test_heuristics_and_functions_as_keys() -> None:
    start = ply.game("breakthrough").start()
    reckless = known_heuristics("breakthrough")["reckless"]
    inner = ply.weighted({reckless: 2, lead: 0.5}, game="breakthrough")
    outer = ply.weighted({inner: -1, "2*defensive": 1})
    assert inner.name == "2*reckless + 0.5*lead"
    assert outer.name == "-2*reckless - 0.5*lead + 2*defensive"
    assert outer.function(start.game.board, start.state) == -2 - 5 + 8


def test_the_game_is_known_from_what_is_decorated() -> None:
    decorated = ply.heuristic("duel")(lead)
    assert ply.weighted({decorated: 2, "pieces": 1}).game == "duel"
    assert ply.weighted({"pieces": 2}, game="wumpus").game == "duel"
    assert ply.weighted({"pieces": 2}, game=ply.game("duel", size=9)).game == "duel"
    for weights in ({"pieces": 2}, {lead: 1}, {decorated: 1, known_heuristics("othello")["squares"]: 1}):
        with pytest.raises(ply.HeuristicError, match="say of which game they are"):
            ply.weighted(weights)


@pytest.mark.parametrize(
    ("weights", "problem"),
    [
        ({}, "a weighted sum needs at least one heuristic"),
        ({"piece": "much"}, "the weight 'much' is not a number"),
        ({"piece": None}, "the weight 'None' is not a number"),
        ({"piece": float("nan")}, "the weight 'nan' is not a number"),
        ({"piece": float("inf")}, "the weight 'inf' is not a number"),
        ({"pice": 1}, "there is no heuristic 'pice' for breakthrough; did you mean 'piece'?"),
        ({"2*": 1}, "the name of a heuristic, or FILE.py:NAME, is missing"),
        (
            {known_heuristics("othello")["squares"]: 1},
            "squares is a heuristic of othello, not of breakthrough",
        ),
    ],
    ids=str,
)
def test_what_cannot_be_added_up(weights: dict[Any, Any], problem: str) -> None:
    with pytest.raises(ply.PlygroundError) as caught:
        ply.weighted(weights, game="breakthrough")
    assert str(caught.value).startswith(problem)


def test_weights_of_any_kind_of_number() -> None:
    weights: dict[str, Any] = {"piece": np.float32(0.5), "mobility": np.int64(-2), "position": True}
    assert ply.weighted(weights, game="breakthrough").name == "0.5*piece - 2*mobility + position"
