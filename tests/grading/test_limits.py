"""Limits as values, and the filter of calls by itself."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from plyground.errors import OptionError
from plyground.grading.calls import can_refuse_calls
from plyground.grading.limits import MOST_TASKS, Limits, tasks_allowed

TRYING = """
import os, signal, threading
from plyground.grading.calls import refuse_calls
refuse_calls()
def allowed(action):
    try: action()
    except PermissionError: return False
    return True
seen = []
thread = threading.Thread(target=lambda: seen.append(1))
thread.start(); thread.join()
import resource
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
print(
    seen,
    allowed(os.fork),
    allowed(lambda: os.kill(os.getpid(), signal.SIGTERM)),
    allowed(lambda: os.execv("/bin/true", ["true"])),
    allowed(lambda: resource.prlimit(os.getppid(), resource.RLIMIT_CORE, (0, 0))),
    open("/dev/null").read() == "",
)
"""


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
        Limits(**given)  # type: ignore[arg-type]


def test_there_is_processor_time_for_all_games() -> None:
    limits = Limits(seconds=3, games=10, ready=60)
    assert limits.move_allowance > 3
    assert limits.total > 10 * 300 * 3 + 60


def test_tasks_of_this_user_are_counted() -> None:
    assert tasks_allowed(os.getuid()) > MOST_TASKS
    assert tasks_allowed(2**31 - 2) == MOST_TASKS


@pytest.mark.skipif(not can_refuse_calls(), reason="the calls of this machine are not known")
def test_the_kernel_refuses_what_no_player_needs() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TRYING], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split() == ["[1]", "False", "False", "False", "False", "True"]
