"""Boards that chance lays out: games are played on several layouts, and fitted on the board of each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import plyground as ply
from plyground.core.pointers import address_of
from plyground.core.position import Game
from plyground.evaluation import usable_evaluation
from plyground.evaluation.learned import LearnedEvaluation, Model, make_evaluation, make_weights
from plyground.learning import examples, layouts
from plyground.learning.dataset import HELD_OUT, make_dataset
from plyground.learning.layouts import LAYOUTS, evaluation_on, layout_of, learning_layouts, model_on
from plyground.learning.plans import Plan
from plyground.learning.positions import Positions
from plyground.learning.tasks import SelfPlayTask, run_task
from plyground.solving.stored_states import load_state

DUEL = ply.game("duel", size=6, seed=3)
PITTED = Game.of(replace(DUEL.rules, name="pitted", planes=None), DUEL.options)
"""The duel as if it did not name its planes: its patterns see the pits."""

PLAN = Plan(nodes=20, opening_low=2, opening_high=4, late=4)


def extracted(model: Model, state: Any) -> tuple[int, ...]:
    """Return the phase of a state and its weights, by the model's own kernel."""
    out, block = np.zeros(model.instance_count, np.int32), model.block()
    phase = model.extractor()(model.game.board, state, address_of(block), out)
    return int(phase), *map(int, out)


def test_held_out_games_are_on_all_layouts() -> None:
    held_out = [number for number in range(1000) if number % HELD_OUT == HELD_OUT - 1]
    assert {layout_of(DUEL, number) for number in held_out} == set(learning_layouts(DUEL))


def test_weights_are_for_all_layouts_of_a_size() -> None:
    model = Model.for_game(PITTED)
    chance = np.random.default_rng(1)
    tables = chance.normal(size=(model.phase_count, model.weight_count))
    evaluation = make_evaluation("learned", model, make_weights(model, tables))
    other = learning_layouts(PITTED)[1]
    on_other = evaluation_on(other, evaluation)
    phase, *row = extracted(model_on(other, model), other.start().state)
    expected = tables[phase, row].sum()
    assert isinstance(on_other, LearnedEvaluation)
    assert abs(on_other.function(other.board, other.start().state) - expected) < 0.05
    on_own = evaluation.function(PITTED.board, PITTED.start().state)
    assert abs(on_own - expected) > 0.1, "other pits, other patterns"
    assert evaluation_on(PITTED, evaluation) is evaluation


@pytest.fixture
def _two_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile less."""
    monkeypatch.setattr(layouts, "LAYOUTS", 2)


@pytest.mark.usefixtures("_two_layouts")
def test_games_are_played_and_fitted_on_the_layout_of_their_number() -> None:
    task = SelfPlayTask(DUEL, "pieces", PLAN, 1, 0, 4)
    positions = run_task(task)
    assert isinstance(positions, Positions)
    for number, layout in enumerate(2 * learning_layouts(DUEL)):
        alone = SelfPlayTask(layout, "pieces", PLAN, 1, number, 1).make_player(layout).play(number)
        assert alone is not None
        rows = positions.games == number
        assert np.array_equal(alone.words, positions.words[rows])
        assert np.array_equal(alone.scores, positions.scores[rows])

    model = Model.for_game(PITTED)
    data = make_dataset(model, [positions])
    found = {
        (int(phase), *map(int, row))
        for phase, row in zip(data.training.phases, data.training.indices, strict=True)
    }
    expected, state = set(), DUEL.start().state
    for row, number in enumerate(positions.games):
        layout = layout_of(PITTED, int(number))
        state = load_state(layout.start().state, positions.words, row)
        expected.add(extracted(model_on(layout, model), state))
    assert found <= expected
    assert len(found) > len(positions) // 2
    first = {extracted(model, load_state(state, positions.words, row)) for row in range(len(positions))}
    assert not found <= first, "the pits of the first layout are not those of the others"


def test_a_start_by_name_is_the_heuristic_of_each_layout() -> None:
    assert evaluation_on(learning_layouts(DUEL)[1], "handmade") == "handmade"
    assert usable_evaluation(learning_layouts(DUEL)[1], "handmade") is not None


def test_tuning_sees_each_position_on_its_own_layout() -> None:
    words = np.zeros((2 * LAYOUTS, 1), np.uint64)
    seen = []

    def find(layout: Game, rows: Any) -> Any:
        seen.append(layout)
        return np.full(len(rows), learning_layouts(DUEL).index(layout))

    found = examples._on_layouts(DUEL, np.arange(2 * LAYOUTS), words, find)
    assert found.tolist() == 2 * list(range(LAYOUTS))
    assert tuple(seen) == learning_layouts(DUEL)
