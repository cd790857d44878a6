"""CPU seconds of the first search of a process: compiled, and loaded from the cache.

Both are those of a whole process that searches one ply, less those of one that imports Numba; the
best round counts. Numba imports SciPy if it is there. Plyground does without, and only what the
benchmarks compare it with brings it along: the processes do not see it.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from benchmarks.row import Row
from benchmarks.searching import CLASSIC, board_name, strongest
from plyground.core.position import game

COMPILE_SECONDS = 8
LOAD_SECONDS = 0.3
COMPILING_ROUNDS = 3
LOADING_ROUNDS = 5

_IMPORT = """
import sys
sys.modules["scipy"] = None
import numba
"""

_SEARCH = """
import sys
sys.modules["scipy"] = None
import plyground as ply
from plyground.evaluation import known_heuristics
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit
name, chosen = sys.argv[1:]
game = ply.game(name)
engine = SearchEngine(game, known_heuristics(name)[chosen].function, megabytes=1)
for report in engine.search(game.start(), Limit(depth=1)):
    pass
"""


def rows() -> Iterator[Row]:
    """Measure each game on its default board, in a cache of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for name in CLASSIC:
            command = [sys.executable, "-c", _SEARCH, name, strongest(name)]
            caches = [
                os.environ | {"PLYGROUND_CACHE_DIR": f"{folder}/{name}-{each}"}
                for each in range(COMPILING_ROUNDS)
            ]
            cold = min(_cpu_seconds(command, cache) for cache in caches)
            # Side by side, since a shared machine is faster at one time than at another.
            rounds = [
                [_cpu_seconds(each, caches[0]) for each in ([sys.executable, "-c", _IMPORT], command)]
                for _ in range(LOADING_ROUNDS)
            ]
            imported, warm = (min(seconds) for seconds in zip(*rounds, strict=True))
            what = f"{board_name(game(name))}, {strongest(name)}"
            how = f"a process took {cold:.2f} CPU seconds, {imported:.2f} of them for import numba"
            yield _row(f"compiling the engine, {what}", cold - imported, COMPILE_SECONDS, how)
            how = f"a process took {warm:.2f} CPU seconds, {imported:.2f} of them for import numba"
            yield _row(f"loading the engine, {what}", warm - imported, LOAD_SECONDS, how)


def _cpu_seconds(command: list[str], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _row(name: str, seconds: float, target: float, how: str) -> Row:
    return Row(name, seconds, target, how, unit="s", is_ceiling=True)
