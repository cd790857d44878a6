"""Several threads on one tree: the values of one thread, limits, and stopping."""

from __future__ import annotations

import pytest

import plyground as ply
from plyground.solving import Solver

from .boards import FLIPS
from .late import late_positions
from .test_dfpn import NOUGHTS


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize(
    ("name", "size", "plies", "method"),
    [
        ("othello", "8", 14, "alphabeta"),
        ("othello", "6", 12, "alphabeta"),
        ("konane", "6x6", 16, "dfpn"),
        ("konane", "6x6", 12, "alphabeta"),
        ("breakthrough", "5x4", 14, "dfpn"),
        ("breakthrough", "4x4", 10, "alphabeta"),
        (NOUGHTS, "3", 9, "dfpn"),
        (str(FLIPS), "1x9", 9, "alphabeta"),
    ],
)
def test_values_are_those_of_one_thread(name: str, size: str, plies: int, method: str, threads: int) -> None:
    game = ply.game(name, size=size)
    one, several = (Solver(game, method=method, megabytes=16, threads=count) for count in (1, threads))
    for position in late_positions(game, 6, plies, seed=12):
        *_, expected = one.run(position)
        *_, found = several.run(position)
        assert (found.value, found.low, found.high) == (expected.value, expected.low, expected.high)
        assert len(several.searcher.nodes_by_thread) == threads


def test_both_threads_work_and_neither_does_all() -> None:
    game = ply.game("konane", size="5x6")
    solver = Solver(game, megabytes=64, threads=2)
    *_, last = solver.run(game.start())
    assert last.value == "loss"
    assert last.nodes == sum(solver.searcher.nodes_by_thread)
    assert min(solver.searcher.nodes_by_thread) > last.nodes // 10


def test_a_limit_of_nodes_is_shared_out() -> None:
    game = ply.game("breakthrough", size=6)
    solver = Solver(game, megabytes=1, threads=2)
    *_, last = solver.run(game.start(), ply.Limit(nodes=1001))
    assert last.value is None
    assert last.nodes <= 1001 + 3


def test_it_can_be_stopped_and_used_again() -> None:
    solver = Solver(ply.game("othello"), megabytes=1, threads=2)
    last = None
    for last in solver.run(solver.game.start()):  # noqa: B007  # the last one counts
        solver.stop()
    assert last is not None
    assert last.value is None
    (late,) = late_positions(solver.game, 1, 8, seed=1)
    *_, last = solver.run(late)
    assert last.value is not None


def test_no_such_number_of_threads() -> None:
    with pytest.raises(ply.OptionError, match="-1 threads cannot search; allowed: 0 "):
        ply.solve(ply.game("konane", size=4).start(), threads=-1)
    assert ply.solve(ply.game("konane", size=4).start(), threads=0).value == "loss"
