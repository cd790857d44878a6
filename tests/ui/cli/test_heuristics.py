"""`plyground heuristics`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import plyground as ply
from plyground.evaluation.learned import Model, make_weights, save_weights

from .running import json_of, output_of, problem_of, run

NAMES = {
    "duel": [
        *("pieces", "moves", "advantage", "euclidean", "manhattan", "spacing", "material"),
        *("hunt1", "hunt2", "hunt3", "hunt4", "edge", "safety", "trades"),
    ],
    "othello": ["squares", "mobility", "frontier"],
    "konane": ["mobility"],
    "breakthrough": [
        *("piece", "mobility", "position", "reckless", "defensive"),
        *("cautious", "comprehensive", "complete"),
    ],
}


@pytest.mark.parametrize("game", NAMES)
def test_every_heuristic_of_the_sources_is_listed_and_the_best(game: str) -> None:
    lines = output_of("heuristics", game).splitlines()
    assert [line.split()[0] for line in lines] == [*NAMES[game], "handmade", "learned", "best"]
    assert all(line.endswith(".") for line in lines)


def test_the_same_for_a_program_under_any_name() -> None:
    assert json_of("heuristics", "wumpus")["heuristics"][0] == {
        "name": "pieces",
        "summary": "Pieces I have more than you.",
    }


def test_a_game_that_does_not_exist() -> None:
    assert "did you mean 'konane'?" in problem_of(run("heuristics", "konan"))


SUM = "2*defensive + 0.5*reckless + piece"


def weights_file(folder: Path) -> Path:
    """Write weights for breakthrough 5x4 that are drawn by lot, with one dense feature."""
    game = ply.game("breakthrough", size="5x4")
    model = Model.for_game(game, dense=[ply.find_evaluation(game, "piece")], asks_first=False)
    chance = np.random.default_rng(1)
    tables = chance.normal(0.2, 1, (model.phase_count, model.weight_count))
    path = folder / "drawn.weights"
    save_weights(path, make_weights(model, tables, np.full((model.phase_count, 1), 2.0)))
    return path


def test_the_terms_of_a_sum_are_shown_largest_first() -> None:
    lines = output_of("heuristics", "breakthrough", SUM, "--play", "b5-b4", "--explain").splitlines()
    assert lines == [
        "bbbbbb/b1bbbb/1b4/6/wwwwww/wwwwww white",
        f"{SUM} scores +6.5 for white",
        "defensive         +6  ++++++++++++++++++++  2 * 3",
        "reckless        +0.5  ++  0.5 * 1",
        "piece              0",
    ]


def test_a_single_heuristic_is_shown_with_the_others() -> None:
    found = json_of("heuristics", "breakthrough", "--evaluate", "defensive", "--explain")
    assert found["score"] == 4
    assert [each["name"] for each in found["contributions"]] == ["defensive"]
    assert found["others"].keys() == {*NAMES["breakthrough"], "handmade"} - {"defensive"}
    assert found["others"]["complete"] == 8.5
    assert found["squares"] is None
    told = output_of("heuristics", "breakthrough", "defensive", "--explain")
    assert "the other heuristics of the game:\n" in told


def test_patterns_are_shown_with_what_is_usual(tmp_path: Path) -> None:
    weights = str(weights_file(tmp_path))
    position = ply.game("breakthrough", size="5x4").start().play("a4-a3").play("b2-b3")
    words = ("heuristics", "breakthrough", weights, "--position", position.text)
    score = ply.evaluate(position, weights)
    found = json_of(*words, "--explain", "--top", "3")
    assert found["score"] == pytest.approx(score)
    assert len(found["contributions"]) == 3
    shown = sum(each["surplus"] for each in found["contributions"])
    assert found["usual"] + shown + found["rest"]["surplus"] == pytest.approx(score)
    patterns = [each for each in found["contributions"] if each["kind"] == "pattern"]
    assert patterns
    assert all(each["surplus"] == pytest.approx(each["points"] - each["usual"]) for each in patterns)
    assert set(patterns[0]["squares"]) <= set(found["squares"]) == set(position.game.grid.names)
    lines = output_of(*words, "--explain", "--top", "3").splitlines()
    assert lines[0] == position.text
    assert lines[2].split()[0] == found["contributions"][0]["name"]
    assert [line.split()[0] for line in lines[-2:]] == [str(found["rest"]["count"]), "usual"]


def test_any_position_is_scored() -> None:
    position = ply.game("breakthrough").start().play("b5-b4")
    told = output_of("heuristics", "breakthrough", "--evaluate", "defensive", "--play", "b5-b4")
    assert told.splitlines()[-1] == f"{position.text} scores 3"


def test_an_evaluation_is_given_once() -> None:
    assert "give one of them" in problem_of(run("heuristics", "konane", "mobility", "--evaluate", "mobility"))
