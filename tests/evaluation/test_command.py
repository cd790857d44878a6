"""`plyground heuristics GAME EVALUATION`: one line for what is right, one for what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.evaluation import _tryout
from tests.ui.cli.running import json_of, mistake, output_of, run_process

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
    monkeypatch.setenv(_tryout.VARIABLE, "{}")
    written(tmp_path, SOURCE)


@pytest.mark.parametrize(
    ("text", "shown", "score"),
    [
        ("defensive", "defensive  How many rows your nearest pawn still is from my home row.", 4),
        ("my.py:good", "my.py:good  Always two.", 2),
        ("0.25*piece+my.py:good", "0.25*piece + my.py:good  A sum with weights.", 2),
    ],
)
def test_one_evaluation(text: str, shown: str, score: float) -> None:
    output = output_of("heuristics", "breakthrough", text)
    assert output == f"{shown}\nthe start position scores {score}\n"
    name, summary = shown.split("  ")
    [found] = json_of("heuristics", "breakthrough", text)["heuristics"]
    assert found == {"name": name, "summary": summary, "start": score}


def test_what_cannot_be_compiled_is_one_warning() -> None:
    finished = run_process("heuristics", "breakthrough", "my.py:slow")
    assert (finished.code, finished.output) == (0, "my.py:slow\nthe start position scores 3\n")
    [warning] = finished.complaints
    start = "plyground: warning: my.py:slow runs uncompiled, and slower: Numba cannot compile line"
    assert warning.startswith(f"{start} {HEAD_LINES + 6} of my.py: ")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("my.py:raising", f"my.py:raising: line {HEAD_LINES + 9}: ValueError: too much of it"),
        (
            "piece+my.py:dividing",
            f"my.py:dividing: line {HEAD_LINES + 12}: ZeroDivisionError: division by zero",
        ),
        ("my.py:nothing", f"my.py:nothing: line {HEAD_LINES + 15}: it returned None, which is not a number"),
        ("my.py:nthing", "my.py: it has no function 'nthing'; did you mean 'nothing'? (it has: "),
        ("peice", "there is no heuristic 'peice' for breakthrough; did you mean 'piece'? (there are: "),
        ("piece+", "the name of a heuristic, or FILE.py:NAME, is missing (character 6 of 'piece+')"),
    ],
)
def test_mistakes(text: str, problem: str) -> None:
    assert mistake("heuristics", "breakthrough", text).startswith(problem)
