"""The example of a learning agent learns: it misses fewer proved wins after some games."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import plyground as ply

FOLDER = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def example() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FOLDER)
        yield importlib.import_module("train_agent")


def test_games_make_it_miss_fewer_wins(example: ModuleType) -> None:
    game, chance = ply.game("breakthrough", size="5x4"), np.random.default_rng(1)
    exam = example.Exam.of(game, 40, chance)
    for row, wins in enumerate(exam.winning):
        moves = {move.code: exam.positions[row].play(move) for move in exam.positions[row].moves()}
        assert all((ply.solve(after).value == "loss") == (code in wins) for code, after in moves.items())
    network = example.Network(example.planes(ply.Batch.start(game, 1)).shape[1] - 1, chance)
    before = exam.mistakes(network)
    for _ in range(5):
        example.learn_from_games(network, game, chance)
    assert exam.mistakes(network) < before


def test_its_score_is_that_of_the_games(example: ModuleType) -> None:
    game = ply.game("breakthrough", size="4x4")
    network = example.Network(example.planes(ply.Batch.start(game, 1)).shape[1] - 1, np.random.default_rng(1))
    assert example.score(network, game, "random", 10) >= 0.5
    assert example.score(network, game, "alphabeta:depth=6", 10) <= 0.5
