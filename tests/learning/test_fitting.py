"""The fit is the minimum that a dense solver finds, and the same with any number of threads."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from plyground.learning.weight_fit import FitProblem, FitSettings, fit

EXACTLY = FitSettings(
    ridge=3.0, coupling=2.0, share=0.3, newton_steps=30, most_iterations=400, tolerance=1e-9
)


def made_up(rows: int = 300, *, is_logistic: bool, seed: int = 1) -> FitProblem:
    chance = np.random.default_rng(seed)
    phases = np.sort(chance.integers(0, 3, rows)).astype(np.int32)
    indices = chance.integers(0, 12, (rows, 4)).astype(np.int32)  # 12 and 13 are never seen
    dense = chance.normal(size=(rows, 2)) * [1.0, 20.0]
    labels = chance.uniform(size=rows) if is_logistic else chance.normal(size=rows) * 5
    return FitProblem(indices, phases, dense, labels, 14, 3, is_logistic)


def design_of(problem: FitProblem, scale: Any) -> Any:
    """Return one row for each position and each phase that it counts for, and their shares."""
    rows, shares, labels = [], [], []
    for row in range(len(problem)):
        for side in (-1, 0, 1):
            phase = int(problem.phases[row]) + side
            if 0 <= phase < problem.phase_count:
                features = np.zeros((problem.phase_count, problem.stride))
                for index in problem.indices[row]:
                    features[phase, index] += 1
                features[phase, problem.weight_count :] = problem.dense[row] / scale
                rows.append(features.ravel())
                shares.append(1.0 if side == 0 else EXACTLY.share)
                labels.append(problem.labels[row])
    return np.array(rows), np.array(shares), np.array(labels)


def unlabelled(rows: int, *, is_logistic: bool) -> FitProblem:
    nothing = np.zeros((rows, 0), np.int32)
    return FitProblem(nothing, nothing, nothing, np.zeros(rows), 0, 1, is_logistic)


def penalty_of(problem: FitProblem, unit: float) -> Any:
    size = problem.phase_count * problem.stride
    penalty = EXACTLY.ridge * np.eye(size)
    for phase in range(problem.phase_count - 1):
        for place in range(problem.stride):
            step = np.zeros(size)
            step[phase * problem.stride + place] = -1
            step[(phase + 1) * problem.stride + place] = 1
            penalty += EXACTLY.coupling * np.outer(step, step)
    return unit * penalty


def whole(problem: FitProblem, found: Any, scale: Any) -> Any:
    return np.concatenate([found.weights, found.dense * scale], axis=1).ravel()


def test_margins_are_fitted_as_a_dense_solver_does() -> None:
    problem = made_up(is_logistic=False)
    scale = problem.dense.std(axis=0)
    rows, shares, labels = design_of(problem, scale)
    expected = np.linalg.solve(
        rows.T @ (shares[:, np.newaxis] * rows) + penalty_of(problem, 1.0), rows.T @ (shares * labels)
    )
    assert whole(problem, fit(problem, EXACTLY), scale) == pytest.approx(expected, abs=1e-6)


def test_margins_need_less_ridge_than_chances() -> None:
    few, many = 20_000, 2_000_000
    for is_logistic, most in ((True, 150.0), (False, 5.0)):
        settings = {
            rows: FitSettings.for_problem(unlabelled(rows, is_logistic=is_logistic))
            for rows in (0, few, many)
        }
        assert [each.ridge for each in settings.values()] == [0.5, 2.0, most]
        assert all(each.coupling == pytest.approx(0.7 * each.ridge) for each in settings.values())


def test_without_ridge_it_is_least_squares() -> None:
    problem = made_up(is_logistic=False)
    alone = replace(
        problem, phases=np.zeros(len(problem), np.int32), phase_count=1, indices=problem.indices[:, :1]
    )
    rows, _, labels = design_of(alone, np.ones(2))
    expected, *_ = np.linalg.lstsq(rows, labels, rcond=None)
    found = fit(alone, replace(EXACTLY, ridge=0.0, coupling=0.0))
    assert whole(alone, found, np.ones(2)) == pytest.approx(expected, abs=1e-5)


def test_chances_are_fitted_to_the_minimum() -> None:
    problem = made_up(is_logistic=True)
    scale = problem.dense.std(axis=0)
    rows, shares, labels = design_of(problem, scale)
    found = whole(problem, fit(problem, EXACTLY), scale)
    predicted = 1 / (1 + np.exp(-rows @ found))
    gradient = rows.T @ (shares * (predicted - labels)) + penalty_of(problem, 0.25) @ found
    assert np.abs(gradient).max() < 0.05
    curvature = rows.T @ ((shares * predicted * (1 - predicted))[:, np.newaxis] * rows)
    step = np.linalg.solve(curvature + penalty_of(problem, 0.25), gradient)
    assert np.abs(step).max() < 1e-3


@pytest.mark.parametrize("is_logistic", [False, True])
def test_what_was_never_seen_stays_zero(is_logistic: bool) -> None:
    found = fit(made_up(is_logistic=is_logistic), EXACTLY)
    assert not found.weights[:, 12:].any()
    assert found.weights[:, :12].all()


@pytest.mark.parametrize("is_logistic", [False, True])
def test_threads_change_nothing(is_logistic: bool) -> None:
    problem = made_up(2000, is_logistic=is_logistic)
    one, four = fit(problem, EXACTLY, threads=1), fit(problem, EXACTLY, threads=4)
    assert np.array_equal(one.weights, four.weights)
    assert np.array_equal(one.dense, four.dense)


def test_few_positions_are_no_problem() -> None:
    problem = made_up(3, is_logistic=True)
    assert np.isfinite(fit(problem, FitSettings()).weights).all()
