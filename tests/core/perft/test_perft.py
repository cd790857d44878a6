"""The leaves of every game tree are as many as others have counted."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from plyground.core.discovery import known_games
from plyground.core.perft import LeafCounter
from plyground.core.position import Position, game

COUNTS = Path(__file__).with_name("counts.txt")
DEEP_COUNTS = Path(__file__).with_name("deep_counts.txt")


class Entry(NamedTuple):
    name: str
    where: str
    counts: list[int]

    def position(self) -> Position:
        if " " in self.where:
            return game(self.name).position(self.where)
        return game(self.name, size=self.where).start()


def read_entries(path: Path) -> list[Entry]:
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    fields = [[field.strip() for field in line.split("|")] for line in lines]
    return [Entry(name, where, list(map(int, counts.split()))) for name, where, counts in fields]


def counted(entry: Entry) -> list[int]:
    position = entry.position()
    counter = LeafCounter(position.game)
    return [counter.count(position, depth) for depth in range(1, len(entry.counts) + 1)]


@pytest.mark.parametrize("entry", read_entries(COUNTS), ids=lambda entry: f"{entry.name} {entry.where}")
def test_leaves_are_those_counted_by_others(entry: Entry) -> None:
    assert counted(entry) == entry.counts


@pytest.mark.long
@pytest.mark.parametrize("entry", read_entries(DEEP_COUNTS), ids=lambda entry: f"{entry.name} {entry.where}")
def test_leaves_of_deep_trees(entry: Entry) -> None:
    assert counted(entry) == entry.counts


def test_every_game_has_counts() -> None:
    assert {entry.name for entry in read_entries(COUNTS)} == set(known_games())


def test_divide_adds_up_to_perft() -> None:
    position = game("breakthrough", size=5).start()
    counter = LeafCounter(position.game)
    divided = counter.divide(position, 3)
    assert list(divided) == [str(move) for move in position.moves()]
    assert sum(divided.values()) == counter.count(position, 3)


def test_a_finished_game_is_one_leaf_at_every_depth() -> None:
    position = game("breakthrough").position("6/6/6/6/w5/2b3 white")
    counter = LeafCounter(position.game)
    assert [counter.count(position, depth) for depth in (0, 1, 2, 7)] == [1, 1, 1, 1]


def test_somebody_may_watch_and_stop_it() -> None:
    position = game("othello").start()
    seen: list[int] = []

    def watch(leaves: int) -> None:
        seen.append(leaves)
        if leaves > 0:
            raise KeyboardInterrupt

    counter = LeafCounter(position.game)
    with pytest.raises(KeyboardInterrupt):
        counter.count(position, 40, watch)
    assert seen[-1] > 0
    assert counter.count(position, 4) == 244
