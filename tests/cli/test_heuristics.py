"""`plyground heuristics`."""

from __future__ import annotations

import pytest

from .running import json_of, output_of, problem_of, run

NAMES = {
    "duel": ["pieces", "moves", "advantage", "euclidean", "manhattan", "spacing"],
    "othello": ["squares"],
    "konane": ["mobility"],
    "breakthrough": [
        *("piece", "mobility", "position", "reckless", "defensive"),
        *("cautious", "comprehensive", "complete"),
    ],
}


@pytest.mark.parametrize("game", NAMES)
def test_every_heuristic_of_the_sources_is_listed_and_the_best(game: str) -> None:
    lines = output_of("heuristics", game).splitlines()
    assert [line.split()[0] for line in lines] == [*NAMES[game], "handmade", "best"]
    assert all(line.endswith(".") for line in lines)


def test_the_same_for_a_program_under_any_name() -> None:
    assert json_of("heuristics", "wumpus")["heuristics"][0] == {
        "name": "pieces",
        "summary": "Pieces I have more than you.",
    }


def test_a_game_that_does_not_exist() -> None:
    assert "did you mean 'konane'?" in problem_of(run("heuristics", "konan"))
