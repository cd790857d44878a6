"""What the arena itself costs, and how much a second process brings."""

from __future__ import annotations

import itertools
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row
from plyground.store import EventKind, Store
from plyground.tournament.contest import Contest, Entrant
from plyground.tournament.contest_running import ContestProgress, KeptContest, run_contest
from plyground.tournament.game_pools import GamePool, HerePool, ProcessPool

MOST_MS_A_MOVE = 1.0
SPEED_UP = 1.8
INSTANT, THINKING = "random", "engine:nodes=50000"
WARM_UP_GAMES = 6


def rows() -> Iterator[Row]:
    """Measure with the store on a real disk, as in any match."""
    yield _own_cost()
    yield _second_process()


def _own_cost() -> Row:
    contest = _contest(INSTANT, pairs=150)
    start = time.perf_counter()
    progress = _run(contest, HerePool())
    seconds = time.perf_counter() - start
    moves = sum(sum(result.moves) for result in progress.results.values())
    thinking = sum(sum(result.seconds) for result in progress.results.values())
    how = f"{len(progress.results)} games, {moves} moves, {seconds:.1f} s, of which players {thinking:.1f} s"
    cost = 1000 * (seconds - thinking) / moves
    return Row("the arena's own cost, a move", cost, MOST_MS_A_MOVE, how, unit="ms", is_ceiling=True)


def _second_process() -> Row:
    speeds = {processes: _games_a_minute(ProcessPool(processes)) for processes in (1, 2)}
    how = f"{speeds[1]:.0f} and {speeds[2]:.0f} games a minute, {THINKING}, breakthrough 6x6"
    return Row("games of two processes against one", speeds[2] / speeds[1], SPEED_UP, how)


def _games_a_minute(pool: GamePool) -> float:
    """Count games once all processes have compiled or loaded what they need."""
    times: list[float] = []
    _run(_contest(THINKING, pairs=30), pool, times)
    steady = times[WARM_UP_GAMES:]
    return 60 * (len(steady) - 1) / (steady[-1] - steady[0])


def _contest(player: str, pairs: int) -> Contest:
    return Contest("breakthrough", {}, (Entrant("a", player), Entrant("b", player)), pairs=pairs)


def _run(contest: Contest, pool: GamePool, times: list[float] | None = None) -> ContestProgress:
    counter = itertools.count()

    def note(progress: ContestProgress) -> None:
        if times is not None and next(counter):
            times.append(time.perf_counter())

    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "games.db") as store:
        kept = KeptContest.begin(store, contest, EventKind.MATCH, "")
        return run_contest(contest, kept, pool, note)
