"""`plyground heuristics GAME EVALUATION`: one line for what is right, one for what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import json_of, mistake, output_of, run_process

from .own import HEAD_LINES, written

SOURCE = """\
def good(board, state):
    '''Always two.'''
    return 2

def slow(board, state):
    return {1: 3}.get(1, "none")

def raising(board, state):
    raise ValueError("too much of it")

def dividing(board, state):
    return 1 / (popcount(state.own) - popcount(state.opponent))

def nothing(board, state):
    return None
"""


@pytest.fixture(autouse=True)
def _file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, SOURCE)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("piece", "piece  Pawns I have more than you.\n"),
        ("my.py:good", "my.py:good  Always two.\n"),
        ("2*piece+my.py:good", "2*piece + my.py:good  A sum with weights.\n"),
    ],
)
def test_one_evaluation(text: str, shown: str) -> None:
    assert output_of("heuristics", "breakthrough", text) == shown
    name, summary = shown.strip().split("  ")
    assert json_of("heuristics", "breakthrough", text) == {"heuristics": [{"name": name, "summary": summary}]}


def test_what_cannot_be_compiled_is_one_warning() -> None:
    finished = run_process("heuristics", "breakthrough", "my.py:slow")
    assert (finished.code, finished.output) == (0, "my.py:slow\n")
    [warning] = finished.complaints
    start = "plyground: warning: my.py:slow runs uncompiled, and slower: Numba cannot compile line"
    assert warning.startswith(f"{start} {HEAD_LINES + 6} of my.py: ")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("my.py:raising", f"my.py:raising: line {HEAD_LINES + 9}: ValueError: too much of it"),
        (
            "piece+my.py:dividing",
            "my.py:dividing: ZeroDivisionError: division by zero (NUMBA_DISABLE_JIT=1 shows the line)",
        ),
        ("my.py:nothing", "my.py:nothing returned None, which is not a number"),
        ("my.py:nthing", "my.py: it has no function 'nthing'; did you mean 'nothing'? (it has: "),
        ("peice", "there is no heuristic 'peice' for breakthrough; did you mean 'piece'? (there are: "),
        ("piece+", "the name of a heuristic, or FILE.py:NAME, is missing (character 6 of 'piece+')"),
    ],
)
def test_mistakes(text: str, problem: str) -> None:
    assert mistake("heuristics", "breakthrough", text).startswith(problem)
