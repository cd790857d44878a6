"""Chances of winning, fitted to results."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

import plyground as ply
from plyground.evaluation import default_heuristic
from plyground.review import chances
from plyground.review.calibration import ScoredPosition, fitted, mean_loss
from plyground.review.chances import FITS, ChanceCurve, ChanceFit, curve_of, file_of, usual_size

GAME = ply.game("breakthrough", size=4)


def drawn_from(curve: ChanceCurve, count: int) -> list[ScoredPosition]:
    """Make scores, and results that are as likely as a curve says."""
    chance = random.Random(5)
    scores = [math.sinh(chance.uniform(-3, 3)) * curve.unit for _ in range(count)]
    return [ScoredPosition(score, float(chance.random() < curve.chance(score))) for score in scores]


def test_the_curve_is_found_from_which_results_were_drawn() -> None:
    curve = ChanceCurve(2 * usual_size(GAME, None), 1.5)
    samples = drawn_from(curve, 3000)
    fit = fitted(GAME, samples, 100)
    for points in (0.3, 1, 3, 10):
        assert fit.curve.chance(points * curve.unit) == pytest.approx(
            curve.chance(points * curve.unit), abs=0.04
        )
    assert fit.loss <= mean_loss(samples, curve) < fit.uncalibrated_loss
    assert (fit.positions, fit.games) == (3000, 100)


def test_draws_count_half() -> None:
    fit = fitted(GAME, [ScoredPosition(5.0, 0.5), ScoredPosition(-5.0, 0.5)] * 50, 1)
    assert fit.curve.chance(5.0) == pytest.approx(0.5, abs=0.05)


def test_a_fit_holds_for_its_board_and_grows_with_other_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chances, "FITS", tmp_path)
    curve_of.cache_clear()
    size = usual_size(GAME, None)
    ChanceFit(3 * size, 0.7, size, 10, 1, 0.5, 0.6).write(
        file_of(GAME, default_heuristic("breakthrough").name)
    )
    assert curve_of(GAME, None) == ChanceCurve(pytest.approx(3 * size, abs=1e-3), 0.7)  # type: ignore[arg-type]
    other = ply.game("breakthrough", size=5)
    assert curve_of(other, None).unit == pytest.approx(3 * usual_size(other, None), rel=1e-3)
    assert curve_of(GAME, "piece") == ChanceCurve(usual_size(GAME, "piece"))
    curve_of.cache_clear()


@pytest.mark.parametrize("file", sorted(FITS.glob("*.json")), ids=lambda file: file.stem)
def test_a_shipped_fit_is_better_than_none(file: Path) -> None:
    fit = ChanceFit.read(file)
    assert fit.loss < fit.uncalibrated_loss < 1
    assert fit.loss < math.log(2)


def test_every_game_of_plyground_is_calibrated() -> None:
    for name in ("breakthrough", "othello", "konane", "duel"):
        assert file_of(ply.game(name), default_heuristic(name).name).exists()
