"""What a process asks of Linux about itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TELLING = """
import multiprocessing
from pathlib import Path

from plyground import heuristic
from plyground.system.prctl import is_readable


@heuristic("breakthrough")
def telling(board, state):
    if multiprocessing.parent_process() is not None:
        Path(__file__).with_suffix(".told").write_text(str(is_readable()))
    return 0
"""

GRADER = """
import sys
from pathlib import Path

from plyground.system.prctl import is_readable
from plyground.tournament.contest import Contest, Entrant
from plyground.tournament.game_pools import ProcessPool
from plyground.ui.cli.grade import _check_system

if __name__ == "__main__":
    before = is_readable()
    _check_system()
    entrants = (Entrant("telling", f"greedy:{sys.argv[1]}:telling"), Entrant("first", "first"))
    contest = Contest("breakthrough", {"size": "4x4"}, entrants)
    next(ProcessPool(1).play([contest.task(contest.next_stage((), {}), 0)]))
    print(before, is_readable(), Path(sys.argv[1]).with_suffix(".told").read_text())
"""


def test_a_grader_and_its_workers_hide_their_memory(tmp_path: Path) -> None:
    file = tmp_path / "told.py"
    file.write_text(TELLING)
    done = subprocess.run(
        [sys.executable, "-c", GRADER, file], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.split() == ["True", "False", "False"]
