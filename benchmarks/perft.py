"""Leaves a second of perft, and the ratios that matter: ``python -m benchmarks.perft``.

Everything is measured in turn, round after round, so that whatever else the machine does hits
all alike. Seconds are those of the processor, which do not pass while another program has it,
and the best round of each counts: noise only ever makes a run slower.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.build import BuildError, build_twin, run_twin
from plyground.core.perft import make_perft, make_workspace
from plyground.core.position import game

ROUNDS = 20
QUICK_ROUNDS = 3


class Contestant(NamedTuple):
    """Something that counts leaves: at a depth, it returns their number and the seconds it took."""

    name: str
    depth: int
    count_leaves: Callable[[int], tuple[int, float]]


@dataclass(frozen=True)
class Speed:
    """What one contestant did: its best round, and how much slower the worst one was."""

    name: str
    depth: int
    leaves: int
    best_seconds: float
    leaves_per_second: float
    spread: float


@dataclass(frozen=True)
class Ratio:
    """One speed over another, and what it should be at least."""

    name: str
    ratio: float
    target: float
    is_met: bool


@dataclass(frozen=True)
class Report:
    """Everything that one run has measured."""

    rounds: int
    speeds: list[Speed]
    ratios: list[Ratio]


# The depths are those at which a round of each takes about a tenth of a second: long enough for
# the clock, short enough to fall into a quiet moment of a busy machine now and then.
_GAMES = (
    ("othello", 8, 9),
    ("breakthrough", 6, 6),
    ("konane", 8, 9),
    ("duel", 6, 6),
    ("duel", 9, 5),
)
_TWINS = ("othello", "breakthrough")
_TUNED_TWINS = ("breakthrough",)  # written against the compiler's habits; shown, not aimed at

_RATIOS = (
    ("othello 8x8", "C othello 8x8", 1.0),
    ("breakthrough 6x6", "C breakthrough 6x6", 1.0),
    ("konane 8x8", "breakthrough 6x6", 0.5),
    ("duel 6x6", "breakthrough 6x6", 0.5),
    ("duel 9x9", "duel 6x6", 0.5),
)


def compare(rounds: int, *, is_quick: bool = False) -> Report:
    """Measure all contestants in turn, `rounds` times.

    Raises:
        BuildError: the C twins cannot be compiled.
        AssertionError: a C twin counts other leaves than the rules do.
    """
    with tempfile.TemporaryDirectory() as folder:
        contestants = _contestants(Path(folder), is_quick=is_quick)
        runs: dict[str, list[tuple[int, float]]] = {each.name: [] for each in contestants}
        stderr = Console(stderr=True)
        for _ in track(range(rounds), "measuring", console=stderr, transient=True):
            for each in contestants:
                runs[each.name].append(each.count_leaves(each.depth))
    speeds = {each.name: _speed(each, runs[each.name]) for each in contestants}
    for name, speed in speeds.items():
        ours = speeds[name.removeprefix("tuned ").removeprefix("C ")].leaves
        if speed.leaves != ours:
            raise AssertionError(f"{name} counts {speed.leaves} leaves, the rules {ours}")
    return Report(rounds, list(speeds.values()), [_ratio(speeds, *each) for each in _RATIOS])


def _contestants(folder: Path, *, is_quick: bool) -> list[Contestant]:
    contestants = []
    for name, size, full_depth in _GAMES:
        depth = full_depth - 1 if is_quick else full_depth
        label = f"{name} {size}x{size}"
        if name in _TWINS:
            contestants.append(Contestant(f"C {label}", depth, _twin(name, size, folder)))
        if name in _TUNED_TWINS:
            contestants.append(Contestant(f"tuned C {label}", depth, _twin(name, size, folder, "-DTUNED")))
        contestants.append(Contestant(label, depth, _kernel(name, size)))
    return contestants


def _twin(name: str, size: int, folder: Path, *flags: str) -> Callable[[int], tuple[int, float]]:
    program = build_twin(name, size, size, folder, *flags)
    return lambda depth: run_twin(program, depth)


def _kernel(name: str, size: int) -> Callable[[int], tuple[int, float]]:
    """Compile perft of a game, so that no round pays for it."""
    rules, board = game(name, size=size).rules, game(name, size=size).board
    perft, state = make_perft(rules, board), rules.start(board)
    workspace = make_workspace(rules.most_moves(board))
    perft(state, 1, workspace)

    def count_leaves(depth: int) -> tuple[int, float]:
        start = time.process_time()
        leaves = perft(state, depth, workspace)
        return leaves, time.process_time() - start

    return count_leaves


def _speed(contestant: Contestant, runs: list[tuple[int, float]]) -> Speed:
    leaves = runs[0][0]
    times = [seconds for _, seconds in runs]
    best = min(times)
    return Speed(contestant.name, contestant.depth, leaves, best, leaves / best, max(times) / best)


def _ratio(speeds: dict[str, Speed], fast: str, reference: str, target: float) -> Ratio:
    ratio = speeds[fast].leaves_per_second / speeds[reference].leaves_per_second
    return Ratio(f"{fast} / {reference}", ratio, target, ratio >= target)


def show(report: Report) -> None:
    """Print a report as two tables."""
    speeds = _table("perft", "depth", "leaves", "best, ms", "M leaves/s", "worst/best")
    for each in report.speeds:
        speeds.add_row(
            each.name,
            str(each.depth),
            f"{each.leaves:,}",
            f"{each.best_seconds * 1000:.1f}",
            f"{each.leaves_per_second / 1e6:.1f}",
            f"{each.spread:.2f}",
        )
    ratios = _table("ratio of leaves/s", "measured", "target", "")
    for pair in report.ratios:
        verdict = "[green]met[/]" if pair.is_met else "[red]missed[/]"
        ratios.add_row(pair.name, f"{pair.ratio:.2f}", f"{pair.target:.1f}", verdict)
    Console().print(speeds, ratios)


def _table(first: str, *others: str) -> Table:
    table = Table(first)
    for other in others:
        table.add_column(other, justify="right")
    return table


def main(arguments: list[str]) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.perft", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print a JSON object instead of tables")
    parser.add_argument("--rounds", type=int, help=f"how often all are measured (default: {ROUNDS})")
    parser.add_argument("--quick", action="store_true", help=f"one ply less, and {QUICK_ROUNDS} rounds")
    options = parser.parse_args(arguments)
    rounds = options.rounds if options.rounds is not None else QUICK_ROUNDS if options.quick else ROUNDS
    if rounds < 1:
        parser.error("there must be at least one round")
    try:
        report = compare(rounds, is_quick=options.quick)
    except BuildError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps(asdict(report), indent=2))
    else:
        show(report)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
