"""The rules keep their promises and their counts, compiled or not."""

from __future__ import annotations

import random

import pytest

from plyground.core.conformance import check_game
from plyground.core.perft import LeafCounter
from plyground.core.position import game
from tests.core.conformance.boards import all_boards, board_name
from tests.core.perft.test_perft import COUNTS, Entry, read_entries

MOST_LEAVES = 3000  # plain Python counts some ten thousand leaves a second
PLIES = 30


@pytest.mark.parametrize("entry", read_entries(COUNTS), ids=lambda entry: f"{entry.name} {entry.where}")
def test_shallow_trees_have_the_known_leaves(entry: Entry) -> None:
    position = entry.position()
    counter = LeafCounter(position.game)
    shallow = [count for count in entry.counts if count <= MOST_LEAVES]
    assert [counter.count(position, depth) for depth in range(1, len(shallow) + 1)] == shallow


@pytest.mark.parametrize(("name", "size"), all_boards(), ids=board_name)
def test_every_promise_is_kept(name: str, size: tuple[int, int]) -> None:
    chance = random.Random(f"{name} {size}")
    choices = [chance.randrange(1 << 16) for _ in range(PLIES)]
    assert check_game(game(name, size=size), choices) == PLIES
