"""df-pn's table: what it stores is found again, and what garbage collection discards has the least effort."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import plyground as ply
from plyground.search.tt import MARKS, find_entry, make_table, table_of
from plyground.solving import Solver
from plyground.solving.dfpn import make_workspace
from plyground.solving.dfpn_table import (
    DISCARDED_SHARE,
    INFINITE,
    collect_garbage,
    delta_of,
    effort_of,
    keep,
    phi_of,
)

MEGABYTES = 1


def filled(entries: int, seed: int) -> tuple[Any, Any]:
    """Return a table and its workspace, after so many entries with random efforts."""
    game, chance = ply.game("konane", size=4), random.Random(seed)
    table = make_table(MEGABYTES)
    workspace = make_workspace(game.rules, game.board, table)
    for _ in range(entries):
        key = np.uint64(chance.randrange(1, 2**64))
        keep(key, chance.randrange(INFINITE), 1, 0, int(2 ** chance.uniform(0, 20)), workspace)
    return table, workspace


def contents(table: Any) -> list[int]:
    return [int(word) for word in table["content"][:-MARKS]]


def logarithm(content: int) -> int:
    return content >> 58


def test_what_is_kept_is_found() -> None:
    _table, workspace = filled(0, 0)
    for effort, expected in ((1, 1), (2, 2), (3, 2), (4, 3), (1000, 10), (2**62, 63)):
        key = np.uint64(12345 + effort)
        keep(key, 7, INFINITE - 1, 9, effort, workspace)
        data = find_entry(table_of(workspace), key)
        assert (phi_of(data), delta_of(data), effort_of(data)) == (7, INFINITE - 1, expected)


def test_a_full_bucket_loses_the_least_effort() -> None:
    _table, workspace = filled(0, 0)
    keys = [np.uint64(place << 40 | 4) for place in range(1, 7)]
    for key, effort in zip(keys, (100, 9, 4000, 70, 1, 2), strict=True):
        keep(key, 1, 1, 0, effort, workspace)
    assert [bool(find_entry(table_of(workspace), key)) for key in keys] == [
        True,
        False,
        True,
        True,
        False,
        True,
    ]
    assert int(workspace["replaced"]) == 2


@pytest.mark.parametrize("entries", [20_000, 100_000])
def test_garbage_is_what_took_the_least_effort(entries: int) -> None:
    """The twin: sort all efforts, and discard the smallest classes until a share is free."""
    table, workspace = filled(entries, seed=5)
    before = contents(table)
    collect_garbage(workspace)
    limit = 0
    while sum(logarithm(content) <= limit for content in before) * DISCARDED_SHARE < len(before):
        limit += 1
    assert contents(table) == [content if logarithm(content) > limit else 0 for content in before]
    assert (limit > 0) == (entries > 90_000)


def test_garbage_is_collected_once_a_table_of_entries_was_replaced() -> None:
    size = len(make_table(MEGABYTES)) - MARKS
    _, workspace = filled(size, seed=6)
    assert int(workspace["collections"]) == 0
    _, workspace = filled(3 * size, seed=6)
    assert int(workspace["collections"]) == 1
    assert int(workspace["replaced"]) < size


def test_a_search_that_is_stopped_does_not_wait() -> None:
    table, workspace = filled(100_000, seed=7)
    before = contents(table)
    workspace["stop"] = 1
    collect_garbage(workspace)
    assert contents(table) == before


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("name", "size", "value"), [("konane", "4x7", "loss"), ("breakthrough", "5x2", "loss")]
)
def test_a_table_that_is_much_too_small(name: str, size: str, value: str, threads: int) -> None:
    """With no megabytes the table has four entries, and garbage is collected all the time."""
    game = ply.game(name, size=size)
    solver = Solver(game, method="dfpn", megabytes=0, threads=threads)
    *_, found = solver.run(game.start())
    assert found.value == value
    assert sum(int(workspace["collections"]) for workspace in solver.searcher._workspaces) > 0
