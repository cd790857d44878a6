"""Files of weights: what is written is read, and nothing else is."""

from __future__ import annotations

import hashlib
import pickle
import zlib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import plyground as ply
from plyground.core.position import Game
from plyground.errors import WeightsError
from plyground.evaluation.learned import (
    Model,
    Weights,
    load_weights,
    make_evaluation,
    make_weights,
    model_of,
    save_weights,
)
from plyground.evaluation.learned.finding import SHIPPED
from plyground.evaluation.learned.weights import MAGIC


@pytest.fixture(scope="module")
def game() -> Game:
    return ply.game("breakthrough", size="5x4")


@pytest.fixture(scope="module")
def weights(game: Game) -> Weights:
    model = Model.for_game(game, dense=[ply.find_evaluation(game, "piece")])
    generator = np.random.default_rng(1)
    tables = generator.normal(0, 3, (model.phase_count, model.weight_count))
    dense = generator.normal(0, 1, (model.phase_count, 1))
    return make_weights(model, tables, dense, {"games": 1000, "seed": 1})


def evaluated(game: Game, weights: Weights) -> list[float]:
    dense = tuple(ply.find_evaluation(game, name) for name in weights.header.dense)
    evaluation = make_evaluation("learned", model_of(game, weights.header, dense), weights)
    position, points = game.start(), []
    for _ in range(8):
        points.append(evaluation.function(game.board, position.state))
        position = position.play(position.moves()[0])
    return points


def test_a_file_is_read_as_it_was_written(tmp_path: Path, game: Game, weights: Weights) -> None:
    save_weights(tmp_path / "some.weights", weights)
    again = load_weights(tmp_path / "some.weights")
    assert again.header == weights.header
    assert np.array_equal(again.tables, weights.tables)
    assert np.array_equal(again.dense, weights.dense)
    assert again.digest == weights.digest
    assert evaluated(game, again) == evaluated(game, weights)
    assert [each.name for each in tmp_path.iterdir()] == ["some.weights"]


@pytest.mark.parametrize("size", [1, 3000])
def test_weights_are_rounded_to_units_in_which_all_of_them_fit(game: Game, size: float) -> None:
    model = Model.for_game(game)
    tables = np.random.default_rng(2).normal(0, size, (model.phase_count, model.weight_count))
    rounded = make_weights(model, tables)
    unit = rounded.header.unit
    assert np.abs(rounded.tables * unit - tables).max() <= unit / 2
    assert unit == 2.0**-6 or np.abs(tables).max() / (unit / 2) > 2**15 - 1


def test_an_evaluation_travels_to_other_processes(game: Game, weights: Weights) -> None:
    dense = tuple(ply.find_evaluation(game, name) for name in weights.header.dense)
    evaluation = make_evaluation("learned", model_of(game, weights.header, dense), weights)
    again = pickle.loads(pickle.dumps(evaluation))  # noqa: S301  # its own
    state = game.start().state
    assert again.function(game.board, state) == evaluation.function(game.board, state)


def test_every_flipped_byte_is_noticed(tmp_path: Path, weights: Weights) -> None:
    path = tmp_path / "some.weights"
    save_weights(path, weights)
    content = path.read_bytes()
    for place in np.linspace(0, len(content) - 1, 60).astype(int):
        damaged = bytearray(content)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        with pytest.raises(WeightsError, match=r"^\S*some\.weights is "):
            load_weights(path)


@pytest.mark.parametrize("length", [0, 5, 30, 2000])
def test_a_cut_file_is_noticed(tmp_path: Path, weights: Weights, length: int) -> None:
    path = tmp_path / "some.weights"
    save_weights(path, weights)
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(WeightsError):
        load_weights(path)


def forged(header: dict[str, Any], payload: bytes) -> bytes:
    text = msgspec.json.encode(header)
    body = MAGIC + len(text).to_bytes(4, "little") + text + zlib.compress(payload)
    return body + hashlib.sha256(body).digest()


@pytest.mark.parametrize(
    "change",
    [
        {"weights": 2**26},
        {"weights": -1},
        {"unit": 0.0},
        {"patterns": []},
        {"patterns": [[300]]},
        {"phases": [70]},
        {"rows": 10**9},
        {"unknown": 1},
        {"game": None},
    ],
)
def test_bounds_are_checked_before_anything_is_made(
    tmp_path: Path, weights: Weights, change: dict[str, Any]
) -> None:
    header = {**msgspec.to_builtins(weights.header), **change}
    path = tmp_path / "some.weights"
    path.write_bytes(forged(header, bytes(100)))
    with pytest.raises(WeightsError, match="no valid file of weights"):
        load_weights(path)


def test_a_payload_that_unpacks_to_more_is_not_unpacked(tmp_path: Path, weights: Weights) -> None:
    path = tmp_path / "some.weights"
    path.write_bytes(forged(msgspec.to_builtins(weights.header), bytes(200_000_000)))
    with pytest.raises(WeightsError, match="size does not fit"):
        load_weights(path)


def test_weights_of_another_board_are_refused(weights: Weights) -> None:
    with pytest.raises(WeightsError, match="for breakthrough 5x4, not for breakthrough 6x6"):
        model_of(ply.game("breakthrough", size=6), weights.header, ())
    with pytest.raises(WeightsError, match="for breakthrough 5x4, not for konane 5x4"):
        model_of(ply.game("konane", size="5x4"), weights.header, ())


@pytest.mark.parametrize(
    "change", [{"patterns": ((0, 0),)}, {"phases": (0,)}, {"weights": 7}, {"patterns": ((0, 200),)}]
)
def test_weights_that_do_not_fit_the_rules_are_refused(
    game: Game, weights: Weights, change: dict[str, Any]
) -> None:
    header = msgspec.structs.replace(weights.header, **change)
    with pytest.raises(WeightsError, match="do not fit the rules"):
        model_of(game, header, ())


def test_a_file_that_cannot_be_written_leaves_what_was_there(tmp_path: Path, weights: Weights) -> None:
    path = tmp_path / "some.weights"
    path.write_bytes(b"before")
    with pytest.raises(WeightsError, match="cannot be written"):
        save_weights(tmp_path / "some.weights" / "below", weights)
    assert path.read_bytes() == b"before"


def test_a_front_is_stored_by_name(tmp_path: Path) -> None:
    game = ply.game("breakthrough", size="4x3")
    model = Model.for_game(game, asks_first=False, front=ply.find_evaluation(game, "piece"))
    weights = make_weights(model, np.ones((model.phase_count, model.weight_count)))
    save_weights(tmp_path / "a.weights", weights)
    assert load_weights(tmp_path / "a.weights").header.front == "piece"
    found = ply.find_evaluation(game, str(tmp_path / "a.weights"))
    ahead = game.position("bbb/1w1/3/w2 black")
    assert ply.evaluate(ahead, found) == 1
    assert ply.evaluate(ahead, pickle.loads(pickle.dumps(found))) == 1  # noqa: S301
    assert ply.evaluate(game.start(), found) == model.instance_count


def test_a_header_without_a_front_is_as_it_was_before_there_were_any() -> None:
    shipped = load_weights(SHIPPED / "othello-8x8.weights")
    assert "front" not in msgspec.json.decode(msgspec.json.encode(shipped.header))
