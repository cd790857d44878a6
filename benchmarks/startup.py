"""CPU seconds until a command answers: ``python -m benchmarks.startup``.

CPU seconds of the child processes, not seconds on the wall: another program that keeps the
machine busy makes them wait, but hardly makes them work more.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROUNDS = 7


@dataclass(frozen=True)
class Start:
    """What was measured, in CPU seconds, and what it should stay below."""

    name: str
    seconds: float
    target: float | None = None

    @property
    def is_met(self) -> bool | None:
        """Whether the target is met; None where there is none."""
        return None if self.target is None else self.seconds < self.target


def measure_starts(rounds: int) -> list[Start]:
    """Measure all commands in turn, `rounds` times; the best round of each counts."""
    help_command = [*_plyground(), "--help"]
    import_command = [sys.executable, "-c", "import numba"]
    perft_command = [*_plyground(), "perft", "othello", "--depth", "1"]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"PLYGROUND_CACHE_DIR": str(Path(folder) / "cache")}
        cold = _cpu_seconds(perft_command, environment)  # fills the cache that the rounds find
        rounds_of = [
            [_cpu_seconds(command, environment) for command in (help_command, import_command, perft_command)]
            for _ in range(rounds)
        ]
    help_seconds, import_seconds, warm = (min(times) for times in zip(*rounds_of, strict=True))
    return [
        Start("plyground --help", help_seconds, 0.3),
        Start("import numba", import_seconds),
        Start("plyground perft othello --depth 1, first time", cold),
        Start("plyground perft othello --depth 1, from the cache", warm),
        Start("the same, less import numba", warm - import_seconds, 0.3),
    ]


def _plyground() -> list[str]:
    """Return the command that stands beside this Python, or the module where it is not installed."""
    script = Path(sys.executable).with_name("plyground")
    return [str(script)] if script.exists() else [sys.executable, "-m", "plyground"]


def _cpu_seconds(command: list[str], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def show(starts: list[Start]) -> None:
    """Print what was measured as a table."""
    table = Table("command")
    for title in ("CPU seconds", "target", ""):
        table.add_column(title, justify="right")
    verdicts = {None: "", True: "[green]met[/]", False: "[red]missed[/]"}
    for start in starts:
        target = "" if start.target is None else f"< {start.target}"
        table.add_row(start.name, f"{start.seconds:.3f}", target, verdicts[start.is_met])
    Console().print(table)


def main(arguments: list[str]) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.startup", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print a JSON object instead of a table")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often all are measured")
    options = parser.parse_args(arguments)
    if options.rounds < 1:
        parser.error("there must be at least one round")
    try:
        starts = measure_starts(options.rounds)
    except subprocess.CalledProcessError as error:
        print(f"benchmarks: {' '.join(error.cmd)} fails with exit code {error.returncode}", file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps([asdict(start) | {"is_met": start.is_met} for start in starts], indent=2))
    else:
        show(starts)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
