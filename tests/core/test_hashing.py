"""The hash of states: the same compiled or not, and spread over all bits."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from plyground.core.hashing import hash_state
from plyground.core.stones import State
from plyground.jit import plain_python
from tests.boards import ALL_BOARDS, board_name, random_game

BUCKET_BITS = 20


def similar_states() -> list[State]:
    """Return states that differ in a few bits, as positions of a search do."""
    pairs = [np.uint64(1 << first | 1 << second) for first, second in combinations(range(20), 2)]
    return [State(own, other, np.uint64(player)) for own in pairs for other in pairs for player in (0, 1)]


@pytest.mark.parametrize(("name", "size"), ALL_BOARDS, ids=board_name)
def test_compiled_and_plain_hashes_are_equal(name: str, size: tuple[int, int]) -> None:
    for position in random_game(name, size, seed=1, plies=5):
        with plain_python():
            assert int(hash_state(position.state)) == position.hash


def test_similar_states_spread_over_all_bits() -> None:
    with plain_python():
        hashes = [int(hash_state(state)) for state in similar_states()]
    assert len(set(hashes)) == len(hashes)
    pairs = len(hashes) * (len(hashes) - 1) / 2
    for shift in (0, 22, 44):
        buckets = Counter((each >> shift) % (1 << BUCKET_BITS) for each in hashes)
        meetings = sum(count * (count - 1) / 2 for count in buckets.values())
        assert 0.9 < meetings / (pairs / (1 << BUCKET_BITS)) < 1.1


def test_the_order_of_words_matters() -> None:
    one, two, player = np.uint64(1), np.uint64(2), np.uint64(0)
    assert hash_state(State(one, two, player)) != hash_state(State(two, one, player))
