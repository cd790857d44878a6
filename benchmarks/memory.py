"""What a long search and the solver add to the memory of a process, besides their tables."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.row import Row
from benchmarks.searching import board_name, evaluation, make_engine, strongest
from plyground.core.position import game

SECONDS = 20
TABLE_MEGABYTES = 64
TARGET_MEGABYTES = 60
PROGRAM_MEGABYTES = 170
GAME = "breakthrough"

# Numba is imported before the count begins; loading the search from the cache is part of it.
# The peak is VmHWM: the ru_maxrss of a process begins with the peak of the one that started it.
_SEARCH = """
import sys
from pathlib import Path
import numba
import plyground as ply
from plyground.evaluation import known_heuristics
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit
def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
name, chosen, seconds, megabytes = sys.argv[1:]
game = ply.game(name)
start = game.start()
before = peak()
engine = SearchEngine(game, known_heuristics(name)[chosen].function, megabytes=int(megabytes))
for report in engine.search(start, Limit(seconds=float(seconds))):
    fill = report.table_fill
print(peak() - before, fill)
"""

_SOLVE = """
import atexit, runpy
from pathlib import Path
def tell():
    lines = Path("/proc/self/status").read_text().splitlines()
    print(next(line.split()[1] for line in lines if line.startswith("VmHWM:")))
atexit.register(tell)
runpy.run_module("plyground", run_name="__main__", alter_sys=True)
"""


def rows() -> Iterator[Row]:
    """Measure a long search and the solver, each by its peak in a process of its own."""
    yield from _search_rows()
    yield from _solver_rows()


def _search_rows() -> Iterator[Row]:
    """Search for long in a process of its own, and look at its peak.

    Raises:
        AssertionError: a full table is said to take less memory than it has.
    """
    chosen = strongest(GAME)
    make_engine(game(GAME), evaluation(GAME, chosen))  # so that the process finds it in the cache
    command = [sys.executable, "-c", _SEARCH, GAME, chosen, str(SECONDS), str(TABLE_MEGABYTES)]
    kibibytes, fill = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    added = int(kibibytes) / 1024
    if float(fill) > 0.99 and added < TABLE_MEGABYTES:
        raise AssertionError(f"a full table of {TABLE_MEGABYTES} MB cannot add {added:.0f} MB only")
    how = f"{added:.0f} MB in all in {SECONDS} s; the table was {float(fill):.0%} full"
    name = f"memory besides a table of {TABLE_MEGABYTES} MB, {board_name(game(GAME))}, {chosen}"
    yield Row(name, added - TABLE_MEGABYTES, TARGET_MEGABYTES, how, unit="MB", is_ceiling=True)


def _solver_rows() -> Iterator[Row]:
    """Fill the table of the solver in a process of its own, and look at what it takes beside it."""
    arguments = ["solve", GAME, "--size", "5", "--nodes", "1000000", "--hash", str(TABLE_MEGABYTES)]
    command = [sys.executable, "-c", _SOLVE, *arguments]
    subprocess.run(command, check=True, capture_output=True)  # compiles
    kibibytes = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1]
    beside = int(kibibytes) / 1024 - TABLE_MEGABYTES
    name = f"memory of plyground solve besides --hash {TABLE_MEGABYTES}"
    yield Row(name, beside, PROGRAM_MEGABYTES, " ".join(arguments), unit="MB", is_ceiling=True)
