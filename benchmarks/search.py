"""Everything the search is measured by, in one table: ``python -m benchmarks.search``.

Speeds are ratios within one run. A target that is not reached is shown as not reached.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time

from rich.console import Console

from benchmarks import (
    arena,
    batches,
    clock,
    compiling,
    depths,
    endgames,
    environments,
    konane_games,
    konane_late,
    learned,
    learning_cores,
    mcts,
    mcts_strength,
    memory,
    node_speed,
    plain_python,
    python_peers,
    rust_peer,
    solver_threads,
    table_threads,
    two_threads,
)
from benchmarks.build import BuildError
from benchmarks.row import Part, Row, rows_table

FILE_WIDTH = 160

PARTS: dict[str, tuple[Part, str]] = {
    "plain": (plain_python.rows, "time to a depth against plain Python over lists"),
    "konane": (konane_games.rows, "whole games against the plain program of Konane's source"),
    "openspiel": (python_peers.open_spiel_rows, "time to a depth against OpenSpiel's alpha-beta in Python"),
    "easyai": (python_peers.easyai_rows, "time to a depth against easyAI"),
    "rust": (rust_peer.rows, "time to a depth against rust_reversi"),
    "nodes": (node_speed.rows, "nodes a second as a share of the leaves of perft"),
    "learned": (learned.rows, "nodes a second with learned evaluations, and loading them"),
    "learning-cores": (learning_cores.rows, "how busy self-play, fits and matches keep the cores"),
    "threads": (two_threads.rows, "the time of two threads as a share of that of one"),
    "depth": (depths.rows, "depth in 3 seconds, and the slowest move at depth 6"),
    "endgames": (endgames.rows, "exact endgames of Othello, FFO 40 to 44"),
    "solver-threads": (solver_threads.rows, "the solver's time with two threads as a share of one's"),
    "konane-late": (konane_late.rows, "what safe moves and regions could bring to the solver of Konane"),
    "tables": (table_threads.rows, "the time to build tables, with one thread and with two"),
    "compile": (compiling.rows, "compiling the engine, and loading it from the cache"),
    "memory": (memory.rows, "what a search adds besides its table"),
    "clock": (clock.rows, "overstepping the time, and stopping"),
    "mcts": (mcts.rows, "Monte Carlo tree search against OpenSpiel's and perft; two threads; stopping"),
    "mcts-strength": (mcts_strength.rows, "Monte Carlo tree search against alpha-beta and plain UCT"),
    "batches": (batches.rows, "random plies and evaluations of many positions at once"),
    "environments": (environments.rows, "turns a second of the environments for learning agents"),
    "arena": (arena.rows, "what the arena itself costs, and what a second process brings"),
}


def measure(names: list[str]) -> list[Row]:
    """Run some parts one after the other; tell each result on stderr as it comes.

    Raises:
        BuildError: the C twins cannot be compiled.
    """
    console = Console(stderr=True, highlight=False)
    found = []
    for name in names:
        part, what = PARTS[name]
        start = time.perf_counter()
        load = os.getloadavg()[0]
        console.print(f"{name}: {what} (load of the machine: {load:.1f})", soft_wrap=True)
        for row in part():
            line = f"  {row.name}: {row.measured:.4g} {row.unit} ({row.how})"
            console.print(line, markup=False, soft_wrap=True)
            found.append(row)
        console.print(f"  {time.perf_counter() - start:.0f} s")
    return found


def main(arguments: list[str]) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.search",
        description="Measure the search; without names, all of it.",
        epilog="parts: " + "; ".join(f"{name}: {what}" for name, (_, what) in PARTS.items()),
    )
    parser.add_argument("part", nargs="*", help=f"one of {', '.join(PARTS)}")
    parser.add_argument("--json", action="store_true", help="print a JSON list instead of a table")
    options = parser.parse_args(arguments)
    for name in options.part:
        if name not in PARTS:
            parser.error(f"there is no part {name!r} (there are: {', '.join(PARTS)})")
    try:
        rows = measure(options.part or list(PARTS))
    except BuildError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps([row.to_dict() for row in rows], indent=2))
    else:
        # In a file nothing has to fit the width of a screen.
        Console(width=None if sys.stdout.isatty() else FILE_WIDTH).print(rows_table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
