"""The try-out: whatever somebody's heuristic does wrong is one line, and never the end of this process."""

from __future__ import annotations

import os
import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import plyground as ply
from plyground.evaluation import _tryout, find_evaluation, usable_evaluation
from plyground.evaluation._guarding import line_of_return
from plyground.system import limited_call
from tests.strangers import nim_source

from .own import HEAD_LINES, written

# What a function does, the line below its `def` that is named, and what is said.
FAILURES = {
    "division by zero": ("return 1 / (popcount(state.own) - 12)", 1, "ZeroDivisionError: division by zero"),
    "words by zero": (
        "return state.own // (state.player ^ state.player)",
        1,
        "FloatingPointError: divide by zero encountered in",
    ),
    "later": ("x = 1\n    return x / (popcount(state.own) - 9)", 2, "ZeroDivisionError: division by zero"),
    "a wrong name": ("return popcuont(state.own)", 1, "NameError: name 'popcuont' is not defined"),
    "a wrong field": (
        "return popcount(state.owm)",
        1,
        "AttributeError: 'State' object has no",
    ),
    "nothing": ("x = 1\n    y = 2", 2, "it returned None, which is not a number"),
    "sometimes nothing": (
        "if popcount(state.own) > 8:\n        return 1",
        1,
        "it returned None, which is not a number",
    ),
    "a pair": ("return (1, 2)", 1, "it returned (1, 2), which is not a number"),
    "a text": ("return 'text'", 1, "it returned 'text', which is not a number"),
    "not a number": ("x = float('inf')\n    return x - x", 2, "it returned nan, which is not finite"),
    "infinity": ("return 1e308 * (10 * popcount(state.own))", 1, "it returned inf, which is not finite"),
    "a large number": ("return 1e6", 1, "it returned 1e+06, and scores go from -998,999 to 998,999"),
    "words below zero": (
        "return state.player - state.own",
        1,
        "it returned 1.845e+19, and scores go from -998,999 to 998,999",
    ),
    "overflow": (
        "return popcount(state.own) * 10**18",
        1,
        "it returned 1.2e+19, and scores go from -998,999 to 998,999",
    ),
    "a huge number": ("return 10**400", 1, "it returned more than can be shown, and scores go from"),
    "a loop": ("x = 1\n    while x:\n        x = 3 - x\n    return x", None, "it does not return within 2 s"),
    "a loop that catches": (
        "while True:\n        try:\n            1 / 0\n        except:\n            pass",
        None,
        "it does not return within 2 s",
    ),
    "recursion": ("return 1 + f(board, state)", 1, "RecursionError: maximum recursion depth exceeded"),
    "memory": ("x = []\n    while True:\n        x.append([1] * 10**7)", 3, "MemoryError"),
    "an exit": ("raise SystemExit(4)", 1, "SystemExit: 4"),
    "the end": ("import os\n    os._exit(0)", 0, "it ends the process"),
    "a crash": ("import ctypes\n    return ctypes.string_at(1)", 0, "it crashes (SIGSEGV)"),
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(_tryout.VARIABLE, "{}")


@pytest.mark.parametrize(("body", "line", "problem"), FAILURES.values(), ids=FAILURES)
def test_failures(tmp_path: Path, body: str, line: int | None, problem: str) -> None:
    written(tmp_path, f"def f(board, state):\n    {body}\n")
    on = ply.game("breakthrough")
    with pytest.raises(ply.HeuristicError) as caught:
        usable_evaluation(on, "2*piece+my.py:f")
    told = re.fullmatch(r"my\.py:f: line (\d+): (.*), in the position (.*)", str(caught.value))
    assert told is not None, str(caught.value)
    assert told[2].startswith(problem)
    assert line is None or int(told[1]) == HEAD_LINES + 1 + line
    on.position(told[3])


UNCOMPILED = {
    "overflow on the way": (
        "total = 1\n    for _ in range(70):\n        total *= 2\n    return total % 1000",
        "compiled it returns 0, which should be 424: a number overflows, in the position ",
    ),
    "recursion": (
        "return 424 if popcount(state.own) < 99 else f(board, state)",
        "it calls itself, and a compiled recursion without end would end the program",
    ),
}


@pytest.mark.parametrize(("body", "reason"), UNCOMPILED.values(), ids=UNCOMPILED)
def test_what_only_python_can_run_is_run_by_python(tmp_path: Path, body: str, reason: str) -> None:
    written(tmp_path, f"@heuristic('breakthrough')\ndef f(board, state):\n    {body}\n")
    on = ply.game("breakthrough")
    with pytest.warns(ply.UncompiledWarning, match="my.py:f runs uncompiled") as caught:
        usable = usable_evaluation(on, "my.py:f")
    assert reason in str(caught[0].message)
    assert usable(on.board, on.start().state) == 424


def test_a_crash_of_the_compiler_leaves_python(tmp_path: Path) -> None:
    # What crashes Numba changes with its version: a function that it is taught to crash on stands in.
    source = """
import os
from numba.extending import overload

def crashing(number):
    return number

@overload(crashing)
def compile_crashing(number):
    os.kill(os.getpid(), 11)

def f(board, state):
    return crashing(4)
"""
    written(tmp_path, source)
    on = ply.game("breakthrough")
    with pytest.warns(ply.UncompiledWarning, match=r"line \d+ of my.py: the compiler crashes \(SIGSEGV\)"):
        usable = usable_evaluation(on, "my.py:f")
    assert usable(on.board, on.start().state) == 4


def test_what_is_right_compiled_is_right(tmp_path: Path) -> None:
    """Words and numbers below zero can be mixed by Numba, and not by NumPy."""
    written(tmp_path, "def f(board, state):\n    return (state.player * -1) + 4\n")
    on = ply.game("breakthrough")
    assert usable_evaluation(on, "my.py:f")(on.board, on.start().state) == 4


def test_it_is_done_once_for_each_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def run(task: str, request: dict[str, str], **limits: float) -> limited_call.Ended:
        tried.append(request["name"])
        return limited_call.Ended(({"at": "end", "obstacle": None},), None)

    monkeypatch.setattr(_tryout, "run_in_child", run)
    on = ply.game("breakthrough")
    source = "def f(board, state):\n    return 1\n\ndef g(board, state):\n    return 2\n"
    written(tmp_path, source)
    for text in ("my.py:f", "piece+my.py:f", "2*my.py:f+my.py:g", "piece", "100*mobility"):
        usable_evaluation(on, text)
    assert tried == ["f", "g"]
    usable_evaluation(ply.game("breakthrough", size=5), "my.py:f")
    written(tmp_path, source.replace("return 1", "return 3"))
    usable_evaluation(on, "my.py:f")
    assert tried == ["f", "g", "f", "f"], "another board, and another content"


def test_processes_started_from_here_need_not_do_it_again(tmp_path: Path) -> None:
    written(tmp_path, "def f(board, state):\n    return 1\n")
    usable_evaluation(ply.game("breakthrough"), "my.py:f")
    assert os.environ[_tryout.VARIABLE] not in ("", "{}")


def test_a_heuristic_of_a_games_own_file(tmp_path: Path) -> None:
    source = "\n\n@heuristic('nim')\ndef taken(board, state):\n    return 1 / 0\n"
    (tmp_path / "nim.py").write_text(nim_source() + "\nfrom plyground import heuristic\n" + source)
    on = ply.game("nim.py")
    with pytest.raises(ply.HeuristicError, match=r"taken: line \d+: ZeroDivisionError: division by zero"):
        ply.Engine(on)


def test_a_sum_of_ours_with_large_weights() -> None:
    on = ply.game("breakthrough")
    start = on.start()
    assert ply.evaluate(start, "5000*defensive") == 20000
    with pytest.raises(ply.HeuristicError, match=r"it returned 4e\+09, and scores go .*, in the position"):
        ply.evaluate(start, "1000000000*defensive")


def not_finite_later(board: object, state: object) -> float:
    return 1e308 * (10.0 if int(state.own).bit_count() < 12 else 1e-308)  # type: ignore[attr-defined]


def test_a_value_that_is_wrong_only_later() -> None:
    """A function that was given in Python is not tried out, but watched over all the same."""
    on = ply.game("breakthrough")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ply.UncompiledWarning)
        engine = ply.Engine(on, not_finite_later, megabytes=1)
    with pytest.raises(ply.HeuristicError, match=r"line \d+: it returned inf, which is not finite, in "):
        list(engine.search(on.start(), ply.Limit(depth=6)))


def test_found_heuristics_are_not_tried_out_yet(tmp_path: Path) -> None:
    """To know its name and its game, nobody has to run it."""
    written(tmp_path, "def f(board, state):\n    while True:\n        pass\n")
    assert find_evaluation("breakthrough", "my.py:f").name == "my.py:f"


def test_nobody_is_warned_of_words_that_wrap_around_while_a_line_is_found() -> None:
    def wrapping(board: object, state: object) -> float:
        product = np.uint64(2**63) * np.uint64(3)
        return float("nan") if product else 0.0

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert line_of_return(wrapping, None, None) == wrapping.__code__.co_firstlineno + 2
