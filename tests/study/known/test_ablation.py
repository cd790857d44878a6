"""Ablation: the rows are the engine with exactly those features, and the Elo is that of the games."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest

from plyground.errors import OptionError
from plyground.search.engine import SearchEngine
from plyground.search.features import FORMER_NAMES, PRESETS, Features
from plyground.search.limit import Limit
from plyground.store import Store
from plyground.study.content import LinePlot, Plot, Section
from plyground.study.kept_study import KeptStudy
from plyground.study.known.ablation import NAMES, Measured, Task, variants_off, variants_on
from plyground.study.samples import sample_position
from plyground.study.study_running import key_of, run_study
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import elo_difference
from tests.study.asking import Row, answered, rows_of, small, table_of

OPTIONS = {"features": "alphabeta,tt", "depth": 4, "positions": 2, "games": 4, "nodes": 100}
AT_DEPTH_3 = {**OPTIONS, "games": 0, "depth": 3}


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
    assert searched == {"", "alphabeta", "tt", "alphabeta+tt"}


def test_the_table_is_that_of_the_engine_and_of_the_games() -> None:
    study = small("ablation", "breakthrough", "4x4", **OPTIONS)
    results = run_study(study)
    off, on = (rows_of(section) for section in study.sections(results))
    assert [row["variant"] for row in off] == ["all features", "without alphabeta", "without tt"]
    assert [row["variant"] for row in on] == ["none of them", "+ alphabeta", "+ tt"]
    for row in (*off, *on):
        assert row["nodes_ratio"] == row["nodes"] / off[0]["nodes"]
        assert row["seconds_ratio"] == row["seconds"] / off[0]["seconds"]
        assert row["unfinished"] is None
    without = {"all features": (), "without alphabeta": ("alphabeta",), "without tt": ("tt",)}
    for row in off:
        assert row["nodes"] == mean_nodes(PRESETS["engine"].without(*without[row["variant"]]))
    assert on[0]["nodes"] == mean_nodes(PRESETS["engine"].without("alphabeta", "tt"))
    points = [results[Task("match", "alphabeta", "", number)].points for number in range(2)]
    assert elo_of(off[1]) == elo_difference(Counts.of(points)).value
    assert elo_of(on[2]) == pytest.approx(-float(elo_of(off[2]))), (
        "the same two variants, the other way round"
    )


def mean_nodes(features: Features) -> float:
    start = small("pruning", "breakthrough", "4x4").start
    engine = SearchEngine(start.game, "piece", features=features, megabytes=16)
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
    assert all("elo" not in row for row in rows), "nobody played"
    assert "at least" in off.sentences[0]


def nodes_plot(section: Section) -> LinePlot:
    [plot] = [each for each in section.plots if isinstance(each, LinePlot)]
    return plot


def drawn(plot: LinePlot) -> dict[str, list[float]]:
    return {line.name: [point.y for point in line.points] for line in plot.lines}


def test_a_few_features_are_drawn_over_depth() -> None:
    off, on = answered("ablation", "breakthrough", "4x4", **{**OPTIONS, "games": 0})
    lines = drawn(nodes_plot(off))
    assert list(lines) == ["all features", "without alphabeta", "without tt"]
    assert [values[-1] for values in lines.values()] == [row["nodes_ratio"] for row in rows_of(off)]
    shallower, _ = answered("ablation", "breakthrough", "4x4", **AT_DEPTH_3)
    assert [values[2] for values in lines.values()] == [row["nodes_ratio"] for row in rows_of(shallower)]
    stepwise = drawn(nodes_plot(on))
    assert list(stepwise) == ["none of them", "+ alphabeta", "+ tt"]
    assert [values[-1] for values in stepwise.values()] == [row["nodes_ratio"] for row in rows_of(on)]
    assert nodes_plot(on).caption == ""


def test_a_line_ends_where_a_search_gives_up() -> None:
    options = {**OPTIONS, "games": 0, "most_nodes": 1000, "without": "tt_deeper,reductions,quiescence"}
    off, _ = answered("ablation", "breakthrough", "4x4", **options)
    lengths = {name: len(values) for name, values in drawn(nodes_plot(off)).items()}
    assert lengths == {"all of them": 4, "without alphabeta": 2, "without tt": 4}
    assert nodes_plot(off).caption == "A line ends where a search gave up."


def test_so_many_features_that_lines_look_alike_are_not_drawn() -> None:
    options = {"depth": 1, "positions": 1, "games": 0, "features": ",".join(NAMES[:5])}
    study = small("ablation", "breakthrough", "4x4", **options)
    results = {task: Measured(10, 1.0, by_depth=[10]) for task in study.plan()}
    sections = study.sections(results)
    assert [len(rows_of(section)) for section in sections] == [6, 6]
    plots: list[Plot] = [plot for section in sections for plot in section.plots]
    assert plots == []


def test_one_feature_needs_no_second_table() -> None:
    options = {**OPTIONS, "games": 0, "features": "tt"}
    [section] = answered("ablation", "breakthrough", "4x4", **options)
    assert [row["variant"] for row in rows_of(section)] == ["all features", "without tt"]
    assert section.sentences[0].startswith("Without tt the search takes ")


def test_what_no_variant_has_is_missing_everywhere() -> None:
    guesses = ("tt_deeper", "lmr", "quiescence")
    options = {**OPTIONS, "games": 2, "without": ",".join(guesses)}
    study = small("ablation", "breakthrough", "4x4", **options)
    results = run_study(study)
    off, on = (rows_of(section) for section in study.sections(results))
    exact = PRESETS["engine"].without(*guesses)
    assert off[0]["variant"] == "all of them"
    assert [row["nodes"] for row in off] == [
        mean_nodes(exact),
        mean_nodes(exact.without("alphabeta")),
        mean_nodes(exact.without("tt")),
    ]
    assert on[0]["nodes"] == mean_nodes(exact.without("alphabeta", "tt"))
    for task in results:
        assert set(guesses) <= set(task.without.split("+"))
        assert task.what == "search" or set(guesses) <= set(task.opponent.split("+"))


def test_without_the_rest_all_features_begin_with_minimax() -> None:
    on = variants_on(["alphabeta", "tt"], [name for name in NAMES if name not in ("alphabeta", "tt")])
    assert on[0].name == "minimax"
    study = small("ablation", "breakthrough", "4x4", without="tt,killers")
    switched = {name for task in study.plan() for name in task.without.split("+")}
    assert switched == set(NAMES)
    assert all({"tt", "killers"} <= set(task.without.split("+")) for task in study.plan())


@pytest.mark.parametrize(
    "options",
    [{"features": "tt", "without": "tt"}, {"without": ",".join(NAMES)}, {"without": "ttt"}],
)
def test_features_that_cannot_be_switched_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(OptionError):
        small("ablation", "breakthrough", "4x4", **options)


def test_features_that_only_cost_are_not_called_missed() -> None:
    study = small("ablation", "breakthrough", "4x4", **{**OPTIONS, "games": 0})
    seconds = {"": 2.0}
    results = {task: Measured(10, seconds.get(task.without, 1.0), by_depth=[10]) for task in study.plan()}
    off, _ = study.sections(results)
    assert off.sentences[0] == "The search takes no longer without any one of them."
    assert "against" not in table_of(off).caption


def test_measurements_under_earlier_names_of_features_are_found(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.db")
    kept = KeptStudy.begin(store, small("ablation", "breakthrough", "4x4", **AT_DEPTH_3), "")
    former = {current: name for name, current in FORMER_NAMES.items()}
    for number, task in enumerate(kept.study.plan()):
        names = "+".join(former.get(name, name) for name in task.without.split("+"))
        store.add_measurement(kept.id, key_of(task._replace(without=names)), {"nodes": number})
    again = KeptStudy.open(store, kept.id)
    results = run_study(again.study, again, lambda progress: None)
    assert [each.nodes for each in results.values()] == list(range(len(results)))
    earlier = small("ablation", "breakthrough", "4x4", **{**AT_DEPTH_3, "features": "pruning,table"})
    assert list(earlier.plan()) == list(again.study.plan())
