"""Algorithms, playouts and the constant of exploration: searches of proved positions, and round robins."""

from __future__ import annotations

from typing import Any

import pytest

import plyground as ply
from plyground.algorithms import ALGORITHMS
from plyground.study.contenders import LOOK, MATCH, Measured, Task
from plyground.study.content import LinePlot
from plyground.study.declared import AnyStudy
from plyground.study.samples import proved_positions
from tests.study.asking import SMALL_BOARDS, Notebook, answered, rows_of, run_with_breaks, small, start_of

BOARDS = [("breakthrough", "4x3"), ("othello", "4"), ("konane", "4x4"), ("duel", "3")]
TURNED = {"win": "loss", "loss": "win", "draw": "draw"}


def given_results(study: AnyStudy, scores: dict[str, float], rights: dict[str, list[bool]]) -> dict[Any, Any]:
    """Return made-up measurements: whoever has the higher score wins."""
    results: dict[Any, Any] = {}
    for task in study.plan():
        if task.what == MATCH:
            results[task] = Measured(points=[float(scores[task.first] > scores[task.second])] * 2)
        else:
            results[task] = Measured(rights[task.first], 100, 4)
    return results


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_the_right_moves_are_those_that_keep_the_value(name: str, size: str) -> None:
    found = proved_positions(start_of(name, size), 4, seed=1)
    assert found
    assert len({each.position.text for each in found}) == len(found)
    for each in found:
        assert each.value == ply.solve(each.position).value
        assert 0 < len(each.right) <= len(each.position.moves()) / 2
        for move in each.position.moves():
            after = each.position.play(move)
            if after.outcome is None:
                is_right = ply.solve(after).value == TURNED[each.value]
            else:
                winner = after.outcome.winner
                is_right = each.value == "draw" if winner is None else winner == each.position.to_move
            assert (str(move) in each.right) == is_right


def test_proved_positions_are_the_same_each_time() -> None:
    start = start_of("breakthrough", "5x4")
    assert proved_positions(start, 3, seed=2) == proved_positions(start, 3, seed=2)
    assert proved_positions(start, 3, seed=2) != proved_positions(start, 3, seed=3)


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
def test_every_algorithm_takes_part(name: str, size: str) -> None:
    """All are searched and all play; on a small board ours misses nothing."""
    [section] = answered("algorithms", name, size, nodes=2000, positions=2, games=2)
    rows = {row["name"]: row for row in rows_of(section)}
    assert set(rows) == set(ALGORITHMS) - {"failsoft"} - ({"pns"} if name == "duel" else set())
    assert rows["engine"]["errors"] == 0
    assert sum(row["points"] for row in rows.values()) == sum(row["games"] for row in rows.values()) / 2
    assert len(section.plots) == 4


def test_errors_and_elo_are_those_of_the_measurements() -> None:
    study = small("algorithms", "konane", "4x4", algorithms="alphabeta,mcts,uct", positions=2, games=4)
    rights = {
        "alphabeta": [False] * 4 + [True, True],
        "mcts": [False] * 5 + [True],
        "uct": [True] * 5 + [False],
    }
    [section] = study.sections(given_results(study, {"alphabeta": 3, "mcts": 2, "uct": 1}, rights))
    rows = rows_of(section)
    assert [row["name"] for row in rows] == ["alphabeta", "mcts", "uct"]
    assert [row["errors"] for row in rows] == [0.0, 0.0, 1.0]
    assert [row["points"] for row in rows] == [8.0, 4.0, 0.0]
    best, ahead, errors = section.sentences[0], section.sentences[2], section.sentences[1]
    assert "alphabeta is the strongest" in best
    assert "alphabeta, mcts (0%)" in errors
    assert "uct (100%)" in errors
    assert ahead == f"alphabeta is {rows[0]['elo'] - rows[1]['elo']:.0f} Elo ahead of mcts."


def test_nodes_make_a_study_that_repeats_and_resumes() -> None:
    settings = {"algorithms": "mtdf,uct", "nodes": 300, "positions": 2, "games": 2}
    whole, broken = Notebook(), Notebook(most=3)
    first = run_with_breaks(small("algorithms", "breakthrough", "4x4", **settings), whole)
    assert run_with_breaks(small("algorithms", "breakthrough", "4x4", **settings), broken) == first
    assert whole.notes == broken.notes


def test_only_searches_or_only_games() -> None:
    given = {"algorithms": "engine,uct", "nodes": 200}
    [looks] = answered("algorithms", "breakthrough", "4x4", **given, positions=2, games=0)
    assert set(rows_of(looks)[0]) == {"name", "nodes", "depth", "errors", "proved"}
    [games] = answered("algorithms", "breakthrough", "4x4", **given, positions=0, games=2)
    assert set(rows_of(games)[0]) == {"name", "points", "games", "elo", "elo_low", "elo_high"}
    assert len(games.plots) == 1


def test_budgets_double_up_to_that_of_a_move() -> None:
    study = small("algorithms", "konane", "4x4", algorithms="engine,uct", nodes=64, positions=1, games=0)
    [section] = study.sections({task: Measured([True] * 6, 1, 1) for task in study.plan()})
    [plot] = section.plots
    assert isinstance(plot, LinePlot)
    assert [point.x for point in plot.lines[0].points] == [2, 4, 8, 16, 32, 64]


def test_every_kind_of_playouts_takes_part() -> None:
    [section] = answered("playouts", "breakthrough", "4x4", nodes=200, positions=2, games=2, plies="3")
    assert {row["name"] for row in rows_of(section)} == {
        "random",
        "greedy",
        "evaluation",
        "evaluation after 3",
    }


def test_slow_playouts_are_said_to_be_slow() -> None:
    study = small("playouts", "breakthrough", "4x4", plies="", positions=1, games=0)
    results = {
        Task(LOOK, name, "", 0): Measured([True] * 6, nodes, 3)
        for name, nodes in (("random", 4000), ("greedy", 100), ("evaluation", 2000))
    }
    [section] = study.sections(results)
    assert section.sentences[-1] == "In the time of one simulation with greedy, there are 40 with random."


@pytest.mark.parametrize("algorithm", ["uct", "mcts"])
def test_strength_is_drawn_over_the_constant(algorithm: str) -> None:
    [section] = answered(
        "exploration", "konane", "4x4", algorithm=algorithm, values="0,4,0.5", nodes=100, positions=1, games=2
    )
    assert {row["name"] for row in rows_of(section)} == {"0", "4", "0.5"}
    plot = section.plots[-1]
    assert isinstance(plot, LinePlot)
    assert [point.x for point in plot.lines[0].points] == [0.5, 4.0]


@pytest.mark.parametrize(
    ("study", "options", "words"),
    [
        ("algorithms", {"algorithms": "engine"}, "two algorithms or more"),
        ("algorithms", {"algorithms": "engine,engine"}, "each once"),
        ("algorithms", {"algorithms": "engine,mtdff"}, "mtdff"),
        ("algorithms", {"seconds": -1.0}, "seconds"),
        ("algorithms", {"games": -1}, "games"),
        ("playouts", {"plies": "4,x"}, "write them as 4,16"),
        ("playouts", {"without": "pukt"}, "did you mean 'puct'"),
        ("exploration", {"values": "1"}, "two values or more"),
        ("exploration", {"values": "1,-2"}, "exploration"),
        ("exploration", {"algorithm": "engine"}, "there are: mcts, uct"),
    ],
)
def test_what_cannot_be_compared_is_refused(study: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ply.OptionError, match=words):
        small(study, "konane", "4x4", **options)
