"""The limit of memory: whatever a command does, `--hash` bounds what grows with its work.

Each command is measured in a process of its own, beside one that loads the same machine code and has nothing
to do. What the first one takes beyond the second has to fit into the limit.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

MEGABYTE = 1 << 20
SLACK = 6 * MEGABYTE
"""Buffers of fixed size, and what allocators and large pages round up to."""

# VmHWM, since the ru_maxrss of a process begins with the peak of the one that started it.
MEASURE = """
import atexit, sys
def tell():
    with open("/proc/self/status") as status:
        sys.stderr.write("".join(line for line in status if line.startswith("VmHWM")))
atexit.register(tell)
"""
COMMAND = "import runpy\nrunpy.run_module('plyground', run_name='__main__', alter_sys=True)"

DFPN = ["solve", "breakthrough", "--size", "5", "--nodes", "400000"]
ALPHABETA = ["solve", "othello", "--size", "6", "--nodes", "400000"]
THREADS = [*DFPN, "--threads", "2"]
LATE = "b1/2/2/2/2/w1/1w black"
"""A position of the board that is solved in a moment."""
RETROGRADE = ["solve", "breakthrough", "--size", "7x2", "--method", "retrograde"]
BUILD = ["tables", "build", "breakthrough", "--size", "7x2"]


def run(script: str, *arguments: str) -> tuple[int, str]:
    """Run a script in a process of its own; return the bytes it took at most, and what it said."""
    process = [sys.executable, "-c", f"{MEASURE}\n{script}", *arguments]
    done = subprocess.run(process, capture_output=True, text=True, check=False)
    found = re.search(r"VmHWM:\s+(\d+) kB", done.stderr)
    assert found is not None, done.stderr
    return int(found[1]) << 10, done.stdout + done.stderr


def peak(arguments: list[str], megabytes: int) -> tuple[int, str]:
    return run(COMMAND, *arguments, "--hash", str(megabytes))


def peak_of_nothing(arguments: list[str]) -> int:
    """Return what a command takes that has hardly anything to do, once everything is compiled."""
    peak(arguments, 1)
    return peak(arguments, 1)[0] - MEGABYTE


@pytest.mark.parametrize(
    ("arguments", "idle"),
    [
        pytest.param(DFPN, [*DFPN[:-1], "1"], id="dfpn"),
        pytest.param(THREADS, [*THREADS[:5], "1", *THREADS[6:]], id="two threads"),
        pytest.param(ALPHABETA, [*ALPHABETA[:-1], "1"], id="alphabeta"),
        pytest.param(RETROGRADE, [*RETROGRADE, "--position", LATE], id="retrograde"),
        pytest.param(BUILD, [*BUILD, "--position", LATE], id="tables"),
    ],
)
def test_no_method_takes_more_than_the_limit(arguments: list[str], idle: list[str]) -> None:
    base = peak_of_nothing(idle)
    small, large = peak(arguments, 8)[0], peak(arguments, 40)[0]
    assert small - base <= 8 * MEGABYTE + SLACK
    assert large - base <= 40 * MEGABYTE + SLACK
    assert large - small > 8 * MEGABYTE  # it is the limit that is measured


def test_a_certificate_takes_no_more_than_the_limit(tmp_path: Path) -> None:
    """The proof has some 240,000 positions: their walk takes four times the smaller limit."""
    file = str(tmp_path / "proof")
    arguments = ["solve", "breakthrough", "--size", "5x4", "--certificate", file]
    base = peak_of_nothing([*arguments, "--position", "3b/4/4/w3/3w black"])
    Path(file).unlink()
    peak(arguments, 4)  # compiles what halves the table
    small, said = peak(arguments, 4)
    assert small - base <= 4 * MEGABYTE + SLACK
    assert "proved: white wins" in said  # what was proved is shown all the same
    assert said.count("which do not fit into the memory that --hash allows") == 1
    assert not Path(file).exists()
    large, said = peak(arguments, 32)
    assert large - base <= 32 * MEGABYTE + SLACK
    assert re.search(r"certificate .*: 2\d\d,\d{3} positions", said)
    assert "valid" in run(COMMAND, "solve", "--check", file)[1]


CHECKPOINT = """
import sys
from pathlib import Path
import plyground as ply
from plyground.solving import Solver
from plyground.solving.checkpoint import RunProgress, load_checkpoint, write_checkpoint
path, megabytes, nodes = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
game = ply.game("breakthrough", size=5)
solver = Solver(game, megabytes=megabytes)
if path.exists():
    load_checkpoint(path, solver, game.start())
else:
    *_, last = solver.run(game.start(), ply.Limit(nodes=nodes))
    write_checkpoint(path, solver, RunProgress(last.nodes, last.seconds))
"""


def test_a_checkpoint_takes_no_more_than_the_limit(tmp_path: Path) -> None:
    for file in (tmp_path / "compiled", tmp_path / "small"):  # the first one compiles
        written = run(CHECKPOINT, str(file), "1", "1000")[0]
        loaded = run(CHECKPOINT, str(file), "1", "1000")[0]
    file = tmp_path / "large"
    assert run(CHECKPOINT, str(file), "32", "2500000")[0] - written <= 31 * MEGABYTE + SLACK
    assert file.stat().st_size > 16 * MEGABYTE
    assert run(CHECKPOINT, str(file), "32", "1")[0] - loaded <= 31 * MEGABYTE + SLACK
