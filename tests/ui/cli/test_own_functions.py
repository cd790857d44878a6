"""Functions of users in every command that takes one: one line for what is wrong, no traceback, no hang."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground as ply
from plyground.evaluation import _tryout
from plyground.search import watchdog
from tests.protocol.talking import Dialogue, ending_within, engine

from .running import problem_of, run, run_process

pytestmark = pytest.mark.filterwarnings("ignore::plyground.errors.UncompiledWarning")

BOARD = ("breakthrough", "--size", "5")
START = ply.game("breakthrough", size=5).start()
TRAP = START.play("a4-a3").play("e2-e3")
"""Two plies ahead, and not among the positions of a try-out: here functions begin to go wrong."""

SOURCE = f"""\
import numpy as np

def is_trap(state):
    return (state.own, state.opponent) == ({TRAP.state.own}, {TRAP.state.opponent})

def zero(board, state):
    return 1 / 0

def looping(board, state):
    while is_trap(state):
        pass
    return 1

def infinite(board, state):
    return float("inf") if is_trap(state) else 1

def dividing(board, state):
    return 1 / (not is_trap(state))

def compiled_looping(board, state):
    step = 1
    while state.own == np.uint64({TRAP.state.own}) and state.opponent == np.uint64({TRAP.state.opponent}):
        step = step % 7 + 1
    return step
"""


def line_of(text: str) -> int:
    """Return the line of the file on which a text begins."""
    return 1 + SOURCE[: SOURCE.index(text)].count("\n")


ZERO = f"my.py:zero: line {line_of('return 1 / 0')}: ZeroDivisionError: division by zero, in the position "
LATER = {
    "looping": "it does not return",
    "infinite": f"it returned inf, which is not finite, in the position {TRAP.text}",
    "dividing": f"ZeroDivisionError: division by zero, in the position {TRAP.text}",
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.py").write_text(SOURCE)
    monkeypatch.setenv(_tryout.VARIABLE, "{}")
    monkeypatch.setattr(watchdog, "STANDSTILL_SECONDS", 1.0)
    monkeypatch.setattr(watchdog, "STOPPED_SECONDS", 0.5)
    with ending_within(300):
        yield


COMMANDS = {
    "heuristics": ("heuristics", "breakthrough", "my.py:zero"),
    "a sum": ("heuristics", "breakthrough", "2*piece+my.py:zero"),
    "analyse": ("analyse", *BOARD, "--evaluate", "my.py:zero"),
    "order": ("analyse", *BOARD, "--order", "my.py:zero"),
    "match": ("match", *BOARD, "greedy:evaluate=my.py:zero", "random"),
    "tournament": ("tournament", *BOARD, "random", "first", "engine:depth=2,order=my.py:zero"),
    "study": ("study", "pruning", *BOARD, "--evaluate", "my.py:zero"),
    "tree": ("study", "tree", *BOARD, "--depth", "2", "--evaluate", "my.py:zero"),
    "play": ("play", *BOARD, "random", "alphabeta:evaluate=my.py:zero"),
    "grade": (
        "grade",
        *BOARD,
        "my.py:looping",
        "--against",
        "greedy:evaluate=my.py:zero",
        "--sandbox",
        "never",
    ),
    "engine": ("engine", *BOARD, "--evaluate", "my.py:zero"),
}


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_it_is_tried_out_first(words: tuple[str, ...]) -> None:
    start = START if "--size" in words else ply.game("breakthrough").start()
    finished = run(*words)
    assert (finished.code, finished.output) == (2, "")
    [problem] = [line for line in finished.complaints if not line.endswith("do not hold for root")]
    assert problem.replace(f"{Path.cwd()}/", "") == f"plyground: {ZERO}{start.text}"


@pytest.mark.parametrize("name", LATER)
@pytest.mark.parametrize(
    "words",
    [
        ("analyse", *BOARD, "--algorithm", "minimax", "--depth", "2", "--evaluate"),
        ("analyse", *BOARD, "--algorithm", "minimax", "--seconds", "1", "--evaluate"),
        ("analyse", *BOARD, "--algorithm", "alphabeta", "--depth", "3", "--order"),
        ("study", "tree", *BOARD, "--depth", "2", "--evaluate"),
        ("study", "pruning", *BOARD, "--depth", "2", "--evaluate"),
    ],
    ids=lambda words: f"{words[0]} {words[-2]} {words[-1]}" if isinstance(words, tuple) else words,
)
def test_what_goes_wrong_only_later(words: tuple[str, ...], name: str) -> None:
    finished = run(*words, f"my.py:{name}")
    assert finished.code == 2
    [problem] = finished.complaints
    assert problem.startswith("plyground: ")
    assert "my.py" in problem
    assert problem.endswith(LATER[name])
    assert not watchdog.is_anything_left_behind()


@pytest.mark.parametrize("name", LATER)
def test_in_a_contest_it_costs_the_game(name: str) -> None:
    players = (f"minimax:depth=2,evaluate=my.py:{name}", "first")
    finished = run(
        "match", *BOARD, *players, "--games", "2", "--opening-plies", "0", "--processes", "0", "--json"
    )
    assert finished.code == 0
    result = json.loads(finished.output)
    assert any(LATER[name] in each["reason"] for each in result["faults"])
    assert not watchdog.is_anything_left_behind()


def test_what_runs_uncompiled_is_told_once_and_not_by_every_process() -> None:
    players = ("greedy:evaluate=my.py:looping", "first")
    finished = run_process("match", *BOARD, *players, "--games", "2", "--processes", "2", "--json")
    assert finished.code == 0
    [warning] = [line for line in finished.complaints if "uncompiled" in line]
    assert warning.startswith("plyground: warning: ")


def test_an_engine_says_it_and_stays() -> None:
    with Dialogue(engine(*BOARD, "--hash", "1")) as program:
        program.say("setoption name Evaluate value my.py:zero", "isready")
        *told, _ = program.hear("readyok")
        assert told == [f"info string {ZERO}{START.text}"]


LOOPING = ("analyse", *BOARD, "--algorithm", "minimax", "--evaluate", "my.py:compiled_looping")
"""What loops in machine code cannot be ended inside a process: these are processes of their own."""


def processor_seconds(pid: int) -> float:
    """Return how long a process has run."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def test_a_loop_of_machine_code_is_ended_by_seconds() -> None:
    finished = run_process(*LOOPING, "--seconds", "0.5", "--json")
    line = line_of("def compiled_looping")
    assert problem_of(finished) == f"my.py:compiled_looping: line {line}: it does not return"


def test_a_loop_of_machine_code_is_ended_by_an_interrupt() -> None:
    with Dialogue([sys.executable, "-m", "plyground", *LOOPING, "--depth", "2"]) as program:
        program.hear("depth")  # the head of the table: it searches
        before = processor_seconds(program.process.pid)
        while processor_seconds(program.process.pid) < before + 0.3:  # far longer than the search takes
            time.sleep(0.02)
        program.process.send_signal(signal.SIGINT)
        code, _, errors = program.end()
    assert code == 2
    assert errors.endswith("it does not return\n")
    assert errors.count("\n") == 1
