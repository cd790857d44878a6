"""The solver finds what the textbook finds, compiled or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.core.position import game
from plyground.solving import Solver
from plyground.solving.retrograde.table_building import build_table, table_path
from plyground.solving.retrograde.table_checking import check_all
from plyground.solving.textbook import exact_margin, solve_all
from plyground.tables import Table
from tests.solving.late import late_positions, scattered_discs


@pytest.mark.parametrize(
    ("name", "size", "plies"), [("othello", "4", 5), ("othello", "6", 6), ("konane", "4", 5)]
)
def test_it_agrees_with_the_textbook(name: str, size: str, plies: int) -> None:
    on = game(name, size=size)
    solver = Solver(on, megabytes=1)
    for position in late_positions(on, 4, plies, seed=1):
        *_, last = solver.run(position)
        assert (last.low, last.high) == (exact_margin(position),) * 2, position.text


def test_passes_and_early_ends_of_othello_in_plain_python() -> None:
    on = game("othello", size=4)
    solver = Solver(on, megabytes=1)
    for position in scattered_discs(on, 12, seed=1):
        if position.outcome is None:
            *_, last = solver.run(position)
            assert (last.low, last.high) == (exact_margin(position),) * 2, position.text


def test_the_endgame_of_othello_in_plain_python() -> None:
    """With enough empty squares for all of its steps; the value of 4x4 is published."""
    on = game("othello", size=4)
    *_, last = Solver(on, megabytes=1).run(on.start().play("b1").play("a1"))
    assert last.margin == -8
    assert len(last.line) >= 8


@pytest.mark.parametrize(
    ("name", "text"),
    [("konane", "bwb/wbw/bwb black"), ("duel", "w2/1*1/1H1 agent"), ("othello", "wwww/wbb1/wbw1/4 black")],
)
def test_retrograde_analysis_and_its_table(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(tmp_path))
    root = game(name).position(text)
    for _ in build_table(root, threads=2):
        pass
    table = Table(table_path(root), root.game)
    book = solve_all(root)
    assert len(table) == len(book) > 10
    assert all(table.look_up(key) == tuple(solved) for key, solved in book.items())
    *_, checked = check_all(table, threads=1)
    assert checked == len(table)
