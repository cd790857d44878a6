"""Ablation: the rows are the engine with exactly those features, and the Elo is that of the games."""

from __future__ import annotations

import statistics

import pytest

from plyground.arena.counts import Counts
from plyground.arena.estimates import elo_difference
from plyground.search.engine import Engine
from plyground.search.features import PRESETS, Features
from plyground.search.limit import Limit
from plyground.study.known.ablation import NAMES, Task, variants_off, variants_on
from plyground.study.positions import sample_position
from plyground.study.running import NotKept, run_study
from tests.study.asking import Row, answered, rows_of, small

OPTIONS = {"features": "pruning,table", "depth": 4, "positions": 2, "games": 4, "nodes": 100}


def test_all_features_are_switched_off_in_turn_and_on_in_a_row() -> None:
    assert [each.without for each in variants_off(NAMES)] == ["", *NAMES]
    on = variants_on(NAMES)
    assert (on[0].name, on[-1].name) == ("minimax", f"+ {NAMES[-1]}")
    features = [PRESETS["engine"].without(*filter(None, each.without.split("+"))) for each in on]
    assert features[0] == Features()
    assert features[1] == PRESETS["alphabeta"]
    assert features[-1] == PRESETS["engine"]
    assert [each.opponent for each in on[1:]] == [each.without for each in on[:-1]]


def test_what_two_rows_share_is_measured_once() -> None:
    tasks = list(small("ablation", "breakthrough", "4x4", **OPTIONS).plan())
    assert len(tasks) == len(set(tasks))
    searched = {task.without for task in tasks if task.what == "search"}
    assert searched == {"", "pruning", "table", "pruning+table"}


def test_the_table_is_that_of_the_engine_and_of_the_games() -> None:
    study = small("ablation", "breakthrough", "4x4", **OPTIONS)
    results = run_study(study, NotKept(), lambda progress: None)
    off, on = (rows_of(section) for section in study.sections(results))
    assert [row["variant"] for row in off] == ["all features", "without pruning", "without table"]
    assert [row["variant"] for row in on] == ["none of them", "+ pruning", "+ table"]
    for row in (*off, *on):
        assert row["nodes_ratio"] == row["nodes"] / off[0]["nodes"]
        assert row["seconds_ratio"] == row["seconds"] / off[0]["seconds"]
        assert row["unfinished"] is None
    without = {"all features": (), "without pruning": ("pruning",), "without table": ("table",)}
    for row in off:
        assert row["nodes"] == mean_nodes(PRESETS["engine"].without(*without[row["variant"]]))
    assert on[0]["nodes"] == mean_nodes(PRESETS["engine"].without("pruning", "table"))
    points = [results[Task("match", "pruning", "", number)].points for number in range(2)]
    assert elo_of(off[1]) == elo_difference(Counts.of(points)).value
    assert elo_of(on[2]) == pytest.approx(-float(elo_of(off[2]))), (
        "the same two variants, the other way round"
    )


def mean_nodes(features: Features) -> float:
    start = small("pruning", "breakthrough", "4x4").start
    engine = Engine(start.game, "piece", features=features, megabytes=16)
    found = []
    for number in range(2):
        engine.clear()
        *_, last = engine.search(sample_position(start, number, 2, 0), Limit(depth=4))
        found.append(last.nodes)
    return statistics.fmean(found)


def elo_of(row: Row) -> float:
    assert row["elo_low"] <= row["elo"] <= row["elo_high"]
    return float(row["elo"])


def test_a_search_that_gives_up_is_told() -> None:
    options = {**OPTIONS, "games": 0, "most_nodes": 5000}
    off, _ = answered("ablation", "breakthrough", "4x4", **options)
    rows = rows_of(off)
    assert [row["unfinished"] for row in rows][1] == 1
    assert all(row["elo"] is None for row in rows)
    assert "at least" in off.sentences[0]
