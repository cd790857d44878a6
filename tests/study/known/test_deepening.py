"""Deepening: the depth by limit is read off the times at which depths were finished."""

from __future__ import annotations

import pytest

from plyground.core.position import game
from plyground.study.content import LinePlot
from plyground.study.declared import make_study
from plyground.study.known.deepening import Deepened, Task, limits_up_to
from tests.study.asking import SMALL_BOARDS, answered, rows_of, small


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
def test_more_time_is_never_less_deep(name: str, size: str) -> None:
    [section, *_] = answered("deepening", name, size, seconds=0.05, positions=1)
    rows = rows_of(section)
    assert [row["limit"] for row in rows] == [0.01, 0.03, 0.05]
    for algorithm in ("minimax", "alphabeta", "engine"):
        depths = [row[algorithm] for row in rows]
        assert depths == sorted(depths)
    assert "In 50.0 ms the mean depth is: minimax" in section.sentences[0]


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "engine"])
def test_every_depth_is_measured(algorithm: str) -> None:
    # A game that is soon over: the search ends by itself, however slow the machine is.
    position = game("konane", size="4x4").position("bw1w/wbw1/b1b1/wb2 black")
    found = make_study("deepening", position, seconds=600, positions=1).measure(Task(algorithm, 0))
    assert len(found.seconds) == len(found.nodes) == 6
    assert found.seconds == sorted(found.seconds)
    assert found.nodes == sorted(found.nodes)
    assert found.seconds[-1] <= found.took < 600


def test_the_depth_within_a_limit_and_its_mean() -> None:
    study = small("deepening", "konane", "4x4", seconds=0.1, positions=2)
    quick = Deepened([0.001, 0.005, 0.02], [10, 20, 30], 0.1)
    slow = Deepened([0.009, 0.08], [10, 20], 0.11)
    [section] = study.sections(
        {
            Task(name, number): found
            for name in ("minimax", "alphabeta", "engine")
            for number, found in enumerate((quick, slow))
        }
    )
    assert [row["engine"] for row in rows_of(section)] == [1.5, 2.0, 2.5]
    assert "The longest search took 110 ms with a limit of 100 ms." in section.sentences
    [plot] = section.plots
    assert isinstance(plot, LinePlot)
    points = plot.lines[0].points
    assert [point.x for point in points] == [1, 2]
    assert [point.y for point in points] == pytest.approx([0.005, 0.0425])


@pytest.mark.parametrize(
    ("longest", "limits"),
    [(0.005, [0.005]), (1.0, [0.01, 0.03, 0.1, 0.3, 1.0]), (3.0, [0.01, 0.03, 0.1, 0.3, 1.0, 3.0])],
)
def test_limits(longest: float, limits: list[float]) -> None:
    assert limits_up_to(longest) == limits
