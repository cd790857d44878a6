"""Evaluations: everybody meets everybody, and the ratings are those of the results."""

from __future__ import annotations

import pytest

from plyground.study.known.evaluations import PlayedPair, Task
from plyground.tournament.counts import Counts
from plyground.tournament.ratings import rate_players
from tests.study.asking import SMALL_BOARDS, answered, rows_of, small

NAMES = {
    "breakthrough": "piece,position",
    "othello": "squares,best",
    "konane": "mobility,best",
    "duel": "pieces,spacing",
}


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
def test_every_game_counts_for_both(name: str, size: str) -> None:
    section, meanings = answered("evaluations", name, size, depths="1,2", games=2, evaluations=NAMES[name])
    rows = rows_of(section)
    assert [(row["depth"], row["rank"]) for row in rows] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    for one, other in (rows[:2], rows[2:]):
        assert one["points"] + other["points"] == one["games"] == other["games"] == 2
        assert one["elo"] == pytest.approx(-other["elo"])
        assert one["elo_low"] < one["elo"] < one["elo_high"]
    assert len(section.plots) == 2
    assert len(meanings.sentences) == 2


def test_the_ratings_are_those_of_the_arena() -> None:
    study = small(
        "evaluations", "breakthrough", "4x4", depths="1", games=4, evaluations="piece,position,best"
    )
    points = {
        ("piece", "position"): [1.0, 1.0],
        ("piece", "best"): [0.0, 0.5],
        ("position", "best"): [0.0, 0.0],
    }
    results = {task: PlayedPair(points[task.first, task.second]) for task in study.plan()}
    assert len(results) == 3 * 2
    section, _ = study.sections(results)
    expected = rate_players(
        ["piece", "position", "best"],
        {key: Counts.of([pair, pair]) for key, pair in points.items()},
    )
    rows = rows_of(section)
    assert (
        [row["evaluation"] for row in rows]
        == [each.name for each in expected]
        == ["best", "piece", "position"]
    )
    assert [row["elo"] for row in rows] == [each.elo.value for each in expected]
    assert [row["points"] for row in rows] == [7.0, 5.0, 0.0]
    assert section.sentences[0].startswith("Looking 1 ply deep, best is the strongest")


def test_one_ply_and_deeper_players_meet() -> None:
    tasks = list(small("evaluations", "konane", "4x4", depths="1,3", games=3).plan())
    assert tasks == [Task(depth, "mobility", "handmade", pair) for depth in (1, 3) for pair in (0, 1)]
