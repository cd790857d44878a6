"""What a process asks of Linux about itself."""

from __future__ import annotations

import subprocess
import sys

GRADER = """
from plyground.tournament.game_pools import ProcessPool
from plyground.ui.cli.grade import _check_system
from plyground.system.prctl import is_readable

if __name__ == "__main__":
    before = is_readable()
    _check_system()
    with ProcessPool(1)._start() as executor:
        print(before, is_readable(), executor.submit(is_readable).result())
"""


def test_a_grader_and_its_workers_hide_their_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-c", GRADER], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.split() == ["True", "False", "False"]
