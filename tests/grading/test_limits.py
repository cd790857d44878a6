"""Limits as values."""

from __future__ import annotations

import os

import pytest

from plyground.errors import OptionError
from plyground.grading.limits import MOST_TASKS, HandInLimits, tasks_allowed


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"seconds": 0.0}, "0 s for a move is no time"),
        ({"seconds": float("nan")}, "nan s for a move is no time"),
        ({"seconds": float("inf")}, "inf s for a move is no time"),
        ({"memory": 10}, "10 MB of memory are too little"),
    ],
)
def test_limits_that_make_no_sense(given: dict[str, float], problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        HandInLimits(**given)  # type: ignore[arg-type]


def test_there_is_processor_time_for_all_games() -> None:
    limits = HandInLimits(seconds=3, games=10, ready=60)
    assert limits.move_allowance > 3
    assert limits.total > 10 * 300 * 3 + 60


def test_tasks_of_this_user_are_counted() -> None:
    assert tasks_allowed(os.getuid()) > MOST_TASKS
    assert tasks_allowed(2**31 - 2) == MOST_TASKS
