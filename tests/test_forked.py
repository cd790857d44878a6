"""A copy of the server is to a program what a Python of its own would be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import forked

ENVIRONMENT = {**os.environ, "PYTHONUTF8": "1"}
SECONDS = 60.0

PROGRAM = """
import atexit, os, random, sys, threading, time
import beside
atexit.register(print, "the end")
threading.Thread(target=lambda: (time.sleep(0.1), print("a thread"))).start()
print(sys.argv, __name__, os.getcwd(), os.environ.get("COLOUR"), sys.stdin.read(), beside.HERE)
print("an error", file=sys.stderr, flush=True)
"""


def run(source: str, folder: Path, *words: str, **environment: str) -> tuple[int, str]:
    (folder / "program.py").write_text(source, encoding="utf-8")
    return forked.run_python(["program.py", *words], folder, {**ENVIRONMENT, **environment}, SECONDS)


@pytest.fixture(params=["copy", "process"])
def _kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask a copy, and ask a process of its own, which says what is right."""
    if request.param == "process":
        monkeypatch.setattr(forked, "_can_be_copied", lambda words, environment: False)


@pytest.mark.usefixtures("_kind")
def test_words_folder_environment_and_streams_are_those_that_were_asked_for(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("HERE = 'beside'\n", encoding="utf-8")
    code, output = run(PROGRAM, tmp_path, "one", "two words", COLOUR="red")
    said = f"['program.py', 'one', 'two words'] __main__ {tmp_path} red  beside"
    assert (code, sorted(output.splitlines())) == (0, sorted([said, "an error", "a thread", "the end"]))
    assert output.splitlines()[-2:] == ["a thread", "the end"]


@pytest.mark.usefixtures("_kind")
@pytest.mark.parametrize(
    ("source", "code", "last"),
    [
        ("raise SystemExit", 0, ""),
        ("raise SystemExit(7)", 7, ""),
        ("raise SystemExit('no more')", 1, "no more"),
        ("print(1 / 0)", 1, "ZeroDivisionError: division by zero"),
        ("import os; os.kill(os.getpid(), 9)", -9, ""),
    ],
)
def test_the_end_is_told(source: str, code: int, last: str, tmp_path: Path) -> None:
    found, output = run(source, tmp_path)
    assert (found, output.strip().rpartition("\n")[2]) == (code, last)


def test_no_two_copies_have_the_same_chance(tmp_path: Path) -> None:
    source = "import random, numpy; print(random.random(), numpy.random.random())"
    first, second = (run(source, tmp_path)[1].split() for _ in range(2))
    assert set(first).isdisjoint(second)


def test_plyground_is_loaded_by_every_copy_anew(tmp_path: Path) -> None:
    source = "import sys; print('numba' in sys.modules, 'plyground' in sys.modules)"
    assert run(source, tmp_path) == (0, "True False\n")
    assert run(source, tmp_path, PYTHONHASHSEED="7") == (0, "False False\n")  # that needs a new Python


def test_a_program_that_hangs_is_ended_and_the_next_one_runs(tmp_path: Path) -> None:
    hanging = tmp_path / "hanging.py"
    hanging.write_text("import time; time.sleep(600)\n", encoding="utf-8")
    with pytest.raises(TimeoutError):
        forked.run_python([str(hanging)], tmp_path, ENVIRONMENT, 0.5)
    assert run("print(3)", tmp_path) == (0, "3\n")
