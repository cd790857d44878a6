"""How much sooner two threads build a table than one."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator

from benchmarks.row import Row
from plyground.core.position import Position, game
from plyground.solving.retrograde.table_building import build_table, table_path

BOARDS = (("breakthrough", "4x4"), ("konane", "5x5"), ("duel", "3"))
TURNS = 5


def rows() -> Iterator[Row]:
    """Build each table by one and by two threads in turn, in a data folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PLYGROUND_DATA_DIR"] = folder
        for name, size in BOARDS:
            root = game(name, size=size).start()
            _build(root, 2)  # compiles
            times = [(_build(root, 1), _build(root, 2)) for _ in range(TURNS)]
            one, two = (statistics.median(column) for column in zip(*times, strict=True))
            label = f"{name} {root.game.rows}x{root.game.columns}"
            how = f"median of {TURNS} builds each, in turn"
            yield Row(f"tables: one thread, {label}", one, None, how, unit="s")
            yield Row(
                f"tables: time of two threads, {label}",
                statistics.median(second / first for first, second in times),
                None,
                f"{how}; {two:.2f} s",
                unit="",
            )


def _build(root: Position, threads: int) -> float:
    """Build a table and remove it; return the seconds."""
    began = time.perf_counter()
    for _ in build_table(root, threads=threads):
        pass
    seconds = time.perf_counter() - began
    table_path(root).unlink()
    return seconds
