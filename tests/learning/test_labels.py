"""Labels: what is proved is exact, scores are calibrated, and half of the rest is the result."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import plyground as ply
from plyground.core.hashing import leaves
from plyground.core.pointers import address_of
from plyground.evaluation import usable_evaluation
from plyground.evaluation.learned import Model
from plyground.learning.dataset import HELD_OUT, error_of, make_dataset, make_labels, predictions_of
from plyground.learning.plans import Plan
from plyground.learning.positions import EXACT, GAME, LEAF, NO_RESULT, Positions
from plyground.learning.selfplay import SelfPlay
from plyground.search.score import UNIT, WIN
from plyground.solving.stored_states import load_state


def made_up(scores: Any, results: Any, kinds: Any = GAME, plies: Any = 0) -> Positions:
    scores = np.asarray(scores, np.int32)
    count = len(scores)

    def column(values: Any, kind: type) -> Any:
        return np.ascontiguousarray(np.broadcast_to(np.asarray(values, kind), count))

    return Positions(
        np.zeros((count, 3), np.uint64),
        scores,
        column(results, np.int16),
        column(kinds, np.uint8),
        np.arange(count, dtype=np.int64),
        column(plies, np.int16),
    )


def chances_of(points: Any, slope: float, seed: int = 1) -> Any:
    return np.where(
        np.random.default_rng(seed).uniform(size=len(points)) < 1 / (1 + np.exp(-slope * points)), 1, -1
    )


def test_scores_are_worth_what_results_say() -> None:
    points = np.random.default_rng(2).normal(size=40_000) * 3
    labels = make_labels(made_up(points * UNIT, chances_of(points, 0.7)), 1)
    largest = np.quantile(np.abs(points), 0.98)
    inside = np.abs(points) < largest
    found = 2 * labels.values - np.where(chances_of(points, 0.7) > 0, 1.0, 0.0)
    log_odds = np.log(found[inside] / (1 - found[inside]))
    assert labels.is_known.all()
    assert (log_odds / points[inside]).mean() == pytest.approx(0.7, abs=0.03)


def test_margins_are_half_the_result_and_half_the_score() -> None:
    points = np.random.default_rng(2).normal(size=20_000) * 3
    results = np.rint(2 * points).astype(int)
    positions = made_up(points * UNIT, results)
    labels = make_labels(positions, 64)
    inside = np.abs(points) < np.quantile(np.abs(points), 0.98)
    expected = 0.5 * results + 0.5 * 2 * positions.scores / UNIT
    assert np.abs(labels.values - expected)[inside].max() < 0.25


def test_what_a_point_is_worth_changes_in_the_course_of_games() -> None:
    points = np.random.default_rng(2).normal(size=16_000)
    plies = np.arange(len(points)) * 20 // len(points)
    slopes = np.where(plies < 10, 1, 5)
    labels = make_labels(made_up(points * UNIT, np.rint(slopes * points), plies=plies), 64)
    inside = (np.abs(points) < 2) & (np.abs(points) > 0.5)
    ratio = labels.values / points
    assert ratio[inside & (plies < 8)].mean() == pytest.approx(1, abs=0.2)
    assert ratio[inside & (plies > 12)].mean() == pytest.approx(5, abs=0.3)


@pytest.mark.parametrize("result", [1, 0, -1])
def test_what_is_exact_is_the_whole_label(result: int) -> None:
    rest = np.random.default_rng(2).normal(size=2000) * UNIT
    scores = np.append(rest, result * (WIN - 3 * UNIT))
    results = np.append(np.where(rest > 0, 1, -1), result)
    kinds = np.append(np.zeros(2000), GAME | EXACT)
    labels = make_labels(made_up(scores, results, kinds), 1)
    assert labels.values[-1] == 0.5 + 0.5 * result
    margins = make_labels(made_up(np.append(rest, 7 * UNIT), np.append(results[:-1], 7), kinds), 64)
    assert margins.values[-1] == 7


def test_without_a_result_the_score_is_the_label_and_without_both_there_is_none() -> None:
    points = np.random.default_rng(2).normal(size=3000)
    results = chances_of(points, 1.0)
    results[-1] = NO_RESULT
    kinds = np.zeros(3000)
    kinds[-1] = LEAF
    scores = np.append(points[:-1], 1.0) * UNIT
    labels = make_labels(made_up(scores, results, kinds), 1)
    assert labels.is_known.all()
    assert labels.values[-1] == pytest.approx(1 / (1 + np.exp(-1.0)), abs=0.03)
    nothing = make_labels(made_up(np.zeros(3000), results, kinds), 1)
    assert nothing.is_known.tolist() == [True] * 2999 + [False]


def test_scores_that_contradict_results_are_left_out() -> None:
    points = np.random.default_rng(2).normal(size=3000)
    labels = make_labels(made_up(points * UNIT, np.where(points > 0, -1, 1)), 1)
    assert set(labels.values.tolist()) == {0.0, 1.0}


@pytest.mark.parametrize(("name", "size"), [("othello", 4), ("breakthrough", "5x4")])
def test_a_data_set_has_the_weights_of_each_position(name: str, size: object) -> None:
    game = ply.game(name, size=size)
    model = Model.for_game(game)
    player = SelfPlay(game, usable_evaluation(game, "handmade"), Plan.for_game(game, nodes=30), seed=1)
    positions = Positions.joined([each for each in map(player.play, range(40)) if each is not None])
    data = make_dataset(model, [positions], threads=2)
    kept = len(data.training) + len(data.held_out)
    assert 0 < len(data.held_out) < len(data.training)
    assert kept <= len(positions)

    # The same weights as the model's own extractor finds, row by row.
    is_held_out = positions.games % HELD_OUT == HELD_OUT - 1
    rows = set[tuple[int, ...]]()
    out, block, extract = np.zeros(model.instance_count, np.int32), model.block(), model.extractor()
    for row in np.flatnonzero(is_held_out):
        state = load_state(game.start().state, positions.words, int(row))
        assert list(map(int, leaves(state))) == positions.words[row].tolist()
        phase = extract(game.board, state, address_of(block), out)
        rows.add((int(phase), *map(int, out)))
    found = {
        (int(phase), *map(int, indices))
        for phase, indices in zip(data.held_out.phases, data.held_out.indices, strict=True)
    }
    assert found <= rows
    assert (np.diff(data.training.phases) >= 0).all()


def test_the_error_is_that_of_the_predictions() -> None:
    game = ply.game("othello", size=4)
    model = Model.for_game(game)
    player = SelfPlay(game, usable_evaluation(game, "handmade"), Plan.for_game(game, nodes=30), seed=1)
    positions = Positions.joined([each for each in map(player.play, range(20)) if each is not None])
    problem = make_dataset(model, [positions]).training
    weights = np.random.default_rng(1).normal(size=(model.phase_count, model.weight_count))
    dense = np.zeros((model.phase_count, 0))
    expected = [
        sum(weights[phase, index] for index in indices)
        for phase, indices in zip(problem.phases, problem.indices, strict=True)
    ]
    assert predictions_of(problem, weights, dense) == pytest.approx(expected)
    squares = [(value - label) ** 2 for value, label in zip(expected, problem.labels, strict=True)]
    assert error_of(problem, weights, dense) == pytest.approx((sum(squares) / len(squares)) ** 0.5)


def test_nothing_is_fitted_to_positions_that_the_front_answers() -> None:
    game = ply.game("breakthrough", size="5x4")
    model = Model.for_game(game, asks_first=False, front=ply.find_evaluation(game, "piece"))
    played = SelfPlay(game, usable_evaluation(game, "piece"), Plan(nodes=5), seed=1)
    positions = Positions.joined([found for number in range(40) if (found := played.play(number))])
    data = make_dataset(model, [positions])
    form = game.start().state
    states = [load_state(form, positions.words, row) for row in range(len(positions))]
    piece = ply.find_evaluation(game, "piece").function
    even = sum(piece(game.board, state) == 0 for state in states)
    assert 0 < even < len(states)
    assert len(data.training) + len(data.held_out) == even
