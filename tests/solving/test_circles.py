"""A user's own game that can go round in circles, solved with the rules alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import plyground as ply
from plyground.solving import RETROGRADE, Solution, Solver
from plyground.solving.checkpoint import RunProgress, is_listing, load_checkpoint, write_checkpoint
from plyground.solving.textbook import solve_all

SHUTTLE = str(Path(__file__).with_name("shuttle.py"))
COLUMNS = range(3, 10)


def shuttle(columns: int) -> ply.Game:
    return ply.game(SHUTTLE, size=(1, columns))


def is_played_out(solution: Solution) -> bool:
    last = solution.position.play_all(map(str, solution.line))
    keys = [each.state for each in last.line()]
    return last.outcome is not None and len(set(keys)) == len(keys)


@pytest.mark.parametrize("columns", COLUMNS)
def test_it_is_solved_as_the_textbook_says(columns: int) -> None:
    start = shuttle(columns).start()
    margin = solve_all(start)[start.state].margin
    solution = ply.solve(start, megabytes=16)
    assert (solution.low, solution.high) == (margin, margin)
    assert is_played_out(solution)


def test_a_search_that_was_asked_for_says_what_else_there_is() -> None:
    start = shuttle(6).start()
    for method in ("dfpn", "alphabeta"):
        with pytest.raises(
            ply.OptionError, match=r"can last more than \d+ plies from here; try the method retro"
        ):
            ply.solve(start, method=method, megabytes=1)


def test_the_line_of_a_search_ends() -> None:
    """A winner who may take every move back keeps the win, and could put off the end for ever."""
    solution = ply.solve(shuttle(5).start(), method="dfpn", megabytes=1)
    assert solution.value == "loss"
    assert is_played_out(solution)


def test_limits_hold_for_both_methods_together() -> None:
    solver = Solver(shuttle(9), megabytes=16)
    *_, solution = solver.run(solver.game.start(), ply.Limit(nodes=1))
    assert not solution.is_proved
    *_, solution = solver.run(solver.game.start(), ply.Limit(seconds=100))
    assert (solution.method, solver.method) == (RETROGRADE, RETROGRADE)
    *_, again = solver.run(solver.game.start().play(solution.line[0]))
    assert again.distance == (solution.distance or 0) - 1


def test_a_checkpoint_of_it_is_one_of_retrograde_analysis(tmp_path: Path) -> None:
    solver = Solver(shuttle(9), megabytes=16)
    for solution in solver.run(solver.game.start()):
        if solution.method == RETROGRADE and not solution.is_proved:
            write_checkpoint(tmp_path / "kept", solver, RunProgress(seconds=7.0))
            break
    assert is_listing(tmp_path / "kept")
    resumed = Solver(shuttle(9), method=RETROGRADE, megabytes=16)
    assert load_checkpoint(tmp_path / "kept", resumed, resumed.game.start()).seconds == 7.0
