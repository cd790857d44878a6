"""Dataframes for those who ask: what is in them, and that nobody else needs pandas."""

from __future__ import annotations

import math
import subprocess
import sys

import pandas
import pytest

import plyground as ply
from plyground.study.content import Column, Kind, Table
from plyground.system.frames import dataframe


def test_rows_become_rows() -> None:
    frame = dataframe(["name", "nodes"], iter([("one", 1), ("two", 2)]))
    assert isinstance(frame, pandas.DataFrame)
    assert frame.to_dict("list") == {"name": ["one", "two"], "nodes": [1, 2]}


def test_without_rows_the_columns_are_there() -> None:
    frame = dataframe(["name", "nodes"], [])
    assert (list(frame.columns), len(frame)) == (["name", "nodes"], 0)


def test_a_table_of_a_study_keeps_its_values() -> None:
    columns = [
        Column("name", "who"),
        Column("nodes", "nodes", Kind.COUNT),
        Column("elo", "Elo", Kind.ELO),
    ]
    table = Table("caption", columns, [("a", 1234, -math.inf), ("b", None, 0.5)])
    frame = table.to_dataframe()
    assert list(frame.columns) == ["name", "nodes", "elo"]
    assert frame["elo"].tolist() == [-math.inf, 0.5]
    assert frame["nodes"][0] == 1234
    assert frame["nodes"].isna().tolist() == [False, True]


def test_an_analysis_has_a_row_for_each_line() -> None:
    game = ply.game("breakthrough", size="4x3")
    *_, report = ply.Engine(game, "piece").search(game.start(), ply.Limit(depth=3), lines=2)
    frame = report.to_dataframe()
    assert frame["rank"].tolist() == [1, 2]
    assert frame["depth"].tolist() == [3, 3]
    assert frame["nodes"].tolist() == [report.nodes] * 2
    assert frame["move"].tolist() == [str(line.move) for line in report.lines]
    assert frame["score"].tolist() == [line.score for line in report.lines]
    assert frame["line"][0] == " ".join(map(str, report.line))


def test_an_analysis_of_a_finished_game_has_no_move() -> None:
    game = ply.game("breakthrough", size="4x3")
    lost = game.position("1w1/b2/3/3 black")
    [report] = ply.Engine(game, "piece").search(lost, ply.Limit(depth=3))
    frame = report.to_dataframe()
    assert frame["move"].isna().all()
    assert frame["line"].tolist() == [""]


def test_without_pandas_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)  # as if it were not installed
    with pytest.raises(ply.PlygroundError, match=r"needs pandas: pip install 'plyground\[notebook\]'"):
        dataframe(["name"], [])


def test_nobody_pays_for_what_was_not_asked_for() -> None:
    program = (
        "import sys, plyground as ply\n"
        "position = ply.game('othello', size=4).start()\n"
        "position.svg(); ply.answer_study; ply.play_match; ply.Engine\n"
        "print('pandas' in sys.modules, 'IPython' in sys.modules)\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "False False\n"
