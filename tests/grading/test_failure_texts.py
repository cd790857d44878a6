"""What a process said at its end, made clear."""

from __future__ import annotations

import pytest

from plyground.grading.handed_in import TOO_MUCH_TIME, cleaned

RUN = """'python3.11 -P -m plyground.grading.launch {"file": "/home...'"""

REASONS = {
    f"a.py: {RUN} ended with code 1: line 3: ValueError: no": "line 3: ValueError: no",
    f"a.py: {RUN} ended with code 0": "it ended with code 0",
    f"a.py: {RUN} did not say 'bestmove' within 3 s": "no move within 3 s",
    f"a.py: {RUN} did not say 'readyok' within 60 s": "it is not ready within 60 s",
    f"a.py: {RUN} was killed by signal 24 (CPU time limit exceeded)": TOO_MUCH_TIME,
    f"a.py: {RUN} ended with code 152": TOO_MUCH_TIME,
    f"a.py: {RUN} ended with code 139: last": "it was killed by signal 11 (Segmentation fault): last",
    f"a.py: {RUN} was killed by signal 9 (Killed)": "it was killed by signal 9 (Killed)",
    f"a.py: {RUN} plays 'none', which is no move: a.py: choose returned '42'": "choose returned '42'",
    f"a.py: {RUN} closed its output": "closed its output",
    "a.py took 2.35 s for a move, with 2 s allowed": "took 2.35 s for a move, with 2 s allowed",
    "a.py ended with code 1: a line": "a line",
}


@pytest.mark.parametrize("reason", REASONS)
def test_only_what_matters_is_left(reason: str) -> None:
    assert cleaned(reason, "a.py") == REASONS[reason]
