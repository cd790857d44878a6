"""Threads: ratios of the times that were taken, and the nodes of both ways."""

from __future__ import annotations

import pytest

from plyground.study.known.threads import APART, SHARED, SPLIT, Raced, Task
from tests.study.asking import SMALL_BOARDS, answered, rows_of, small


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
def test_every_way_is_raced_with_every_number_of_threads(name: str, size: str) -> None:
    options = {"threads": 2, "depth": 4, "shared_depth": 5, "positions": 1, "repeats": 1}
    [section] = answered("threads", name, size, **options)
    rows = rows_of(section)
    assert [(row["way"], row["threads"]) for row in rows] == [
        (way, threads) for way in (SPLIT, SHARED, APART) for threads in (1, 2)
    ]
    assert all(row["seconds"] > 0 for row in rows)
    assert rows[5]["nodes_ratio"] == 2, "two searches apart do twice the work"
    assert section.sentences[-1].startswith("Searches of less than")


def test_the_speed_up_is_the_mean_ratio_of_times() -> None:
    study = small("threads", "konane", "4x4", threads=2, positions=2)
    results = {}
    for way in (SPLIT, SHARED, APART):
        results[Task(way, 0)] = Raced([1.0, 0.5], [100, 120])
        results[Task(way, 1)] = Raced([1.0, 2.0], [100, 120])
    [section] = study.sections(results)
    rows = {(row["way"], row["threads"]): row for row in rows_of(section)}
    assert rows[SPLIT, 1]["speed_up"] == 1
    assert rows[SPLIT, 2]["speed_up"] == pytest.approx(1.0), "twice as fast once, half as fast once"
    assert rows[SPLIT, 2]["seconds"] == 1.25
    assert rows[SPLIT, 2]["nodes_ratio"] == 1.2
    assert rows[APART, 2]["speed_up"] == pytest.approx(2.0), "two searches in the time of one"
    assert not section.sentences[-1].startswith("Searches of less than")
