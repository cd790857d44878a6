"""`learned`, `best` and files of weights: which weights count on which board."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import plyground as ply
from plyground.core.position import Game
from plyground.errors import NotationError, UnknownHeuristicError, WeightsError, WeightsWarning
from plyground.evaluation import as_heuristic, default_heuristic, find_evaluation, known_heuristics
from plyground.evaluation.learned import LearnedEvaluation, Model, Weights, make_weights, save_weights
from plyground.evaluation.learned.finding import WEIGHTS


def constant_weights(game: Game, points: float) -> Weights:
    """Return weights that score every position alike."""
    model = Model.for_game(game, asks_first=False)
    tables = np.full((model.phase_count, model.weight_count), points / model.instance_count)
    return make_weights(model, tables)


@pytest.fixture
def own_weights(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Make a folder of the user's own, without weights."""
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(tmp_path / "data"))
    return WEIGHTS.folder


def keep(folder: Path, game: Game, points: float) -> Path:
    path = folder / WEIGHTS.name(game.name, game.board.rows, game.board.columns)
    save_weights(path, constant_weights(game, points))
    return path


def test_own_weights_are_learned_and_best(own_weights: Path) -> None:
    game = ply.game("breakthrough", size="4x3")
    assert as_heuristic(game, "best").function is as_heuristic(game, "handmade").function
    with pytest.raises((WeightsError, UnknownHeuristicError), match=r"breakthrough"):
        find_evaluation(game, "learned")
    keep(own_weights, game, 8)
    for name in ("learned", "best"):
        found = find_evaluation(game, name)
        assert isinstance(found, LearnedEvaluation)
        assert found.name == name
        assert ply.evaluate(game.start(), name) == 8
    assert ply.evaluate(game.start(), default_heuristic("breakthrough")) == 8
    assert ply.evaluate(game.start(), "2*learned - piece") == 16


def test_weights_of_one_board_say_nothing_about_another(own_weights: Path) -> None:
    keep(own_weights, ply.game("breakthrough", size="4x3"), 8)
    other = ply.game("breakthrough", size="4x2")
    assert as_heuristic(other, "best").function is as_heuristic(other, "handmade").function
    with pytest.raises(WeightsError, match="no weights for breakthrough 4x2; 'plyground learn breakthrough"):
        find_evaluation(other, "learned")


def test_new_weights_count_at_once(own_weights: Path) -> None:
    game = ply.game("breakthrough", size="4x3")
    keep(own_weights, game, 8)
    assert ply.evaluate(game.start(), "learned") == 8
    keep(own_weights, game, 16)
    assert ply.evaluate(game.start(), "learned") == 16


def test_damaged_weights_are_an_error_for_learned_and_a_warning_for_best(own_weights: Path) -> None:
    game = ply.game("breakthrough", size="4x3")
    path = keep(own_weights, game, 8)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(WeightsError, match="damaged"):
        ply.evaluate(game.start(), "learned")
    with pytest.warns(WeightsWarning, match="damaged; it is left out"):
        assert ply.evaluate(game.start(), "best") == ply.evaluate(game.start(), "handmade")


def test_a_file_of_weights_is_an_evaluation(own_weights: Path, tmp_path: Path) -> None:
    game = ply.game("breakthrough", size="4x3")
    path = tmp_path / "odd - name.weights"
    save_weights(path, constant_weights(game, 4))
    assert ply.evaluate(game.start(), f"3*'{path}'+piece") == 12
    plain = tmp_path / "plain.weights"
    save_weights(plain, constant_weights(game, 4))
    assert ply.evaluate(game.start(), str(plain)) == 4
    assert find_evaluation(game, f"'{path}'").name == f"'{path}'"
    with pytest.raises(WeightsError, match="not for breakthrough 6x6"):
        find_evaluation(ply.game("breakthrough"), str(plain))
    with pytest.raises(WeightsError, match="cannot be read"):
        find_evaluation(game, "nowhere.weights")
    with pytest.raises(NotationError):
        find_evaluation(game, f"{plain}:name")


def test_a_search_with_other_weights_is_the_same_machine_code(own_weights: Path) -> None:
    game = ply.game("breakthrough", size="6x3")
    keep(own_weights, game, 8)
    first = find_evaluation(game, "learned")
    keep(own_weights, game, -8)
    second = find_evaluation(game, "learned")
    assert isinstance(first, LearnedEvaluation)
    assert isinstance(second, LearnedEvaluation)
    assert first.kernel is second.kernel
    engines = [ply.Engine(game, evaluate, megabytes=1) for evaluate in (first, second)]
    scores = [list(engine.search(game.start(), ply.Limit(depth=1)))[-1].score for engine in engines]
    assert scores == [-8, 8]


def test_board_heuristics_travel_by_name(own_weights: Path) -> None:
    game = ply.game("breakthrough", size="4x3")
    keep(own_weights, game, 8)
    for heuristic in (known_heuristics("breakthrough")[name] for name in ("learned", "best")):
        again = pickle.loads(pickle.dumps(heuristic))  # noqa: S301  # its own
        assert ply.evaluate(game.start(), again) == 8
