"""The transposition table: what goes in comes out, and nothing else does."""

from __future__ import annotations

import numpy as np
import pytest

from plyground.core.position import game
from plyground.errors import OptionError
from plyground.evaluation import usable_evaluation
from plyground.search import tt as entries
from plyground.search.alphabeta import ABDADA_FROM_DEPTH, make_search
from plyground.search.features import EXACT
from plyground.search.score import INFINITY, UNIT, WIN
from plyground.search.tt import (
    BUCKET,
    CACHE_LINE,
    EXACT_SCORE,
    LOWER_BOUND,
    MARKS,
    UPPER_BOUND,
    enter,
    leave,
    make_table,
)
from plyground.search.workspace import make_workspace

AGE = np.uint64(1)


def key_of(number: int) -> np.uint64:
    """Return different keys that all fall into the first bucket of any table here."""
    return np.uint64(number << 40 | 1 << 39)


@pytest.mark.parametrize("score", [0, 1, -1, 123_456, -123_456, WIN - 3 * UNIT, 5 * UNIT - WIN])
@pytest.mark.parametrize("bound", [LOWER_BOUND, UPPER_BOUND, EXACT_SCORE])
def test_what_goes_in_comes_out(score: int, bound: int) -> None:
    table = make_table(1)
    entries.store_entry(table, key_of(1), score, 511, 17, bound, AGE)
    data = entries.find_entry(table, key_of(1))
    assert entries.score_of(data) == score
    assert entries.move_of(data) == 511
    assert entries.depth_of(data) == 17
    assert entries.bound_of(data) == bound


def test_other_positions_are_not_found() -> None:
    table = make_table(1)
    entries.store_entry(table, key_of(1), 7, 1, 1, EXACT_SCORE, AGE)
    assert entries.find_entry(table, key_of(2)) == 0


def test_halves_of_two_writes_are_not_taken_for_an_entry() -> None:
    one, other = make_table(1), make_table(1)
    entries.store_entry(one, key_of(1), 700, 1, 9, EXACT_SCORE, AGE)
    entries.store_entry(other, key_of(2), -700, 2, 8, EXACT_SCORE, AGE)
    one["content"][0] = other["content"][0]
    assert entries.find_entry(one, key_of(1)) == 0
    assert entries.find_entry(one, key_of(2)) == 0


def test_a_full_bucket_gives_up_its_shallowest_entry() -> None:
    table = make_table(1)
    for number in range(BUCKET):
        entries.store_entry(table, key_of(number), 0, 0, 10 - number, EXACT_SCORE, AGE)
    entries.store_entry(table, key_of(BUCKET), 0, 0, 1, EXACT_SCORE, AGE)
    known = [number for number in range(BUCKET + 1) if entries.find_entry(table, key_of(number)) != 0]
    assert known == [*range(BUCKET - 1), BUCKET]


def test_entries_of_earlier_searches_go_first() -> None:
    table = make_table(1)
    entries.store_entry(table, key_of(0), 0, 0, 20, EXACT_SCORE, AGE)
    for number in range(1, BUCKET):
        entries.store_entry(table, key_of(number), 0, 0, 5, EXACT_SCORE, np.uint64(4))
    entries.store_entry(table, key_of(BUCKET), 0, 0, 1, EXACT_SCORE, np.uint64(4))
    assert entries.find_entry(table, key_of(0)) == 0


def test_a_win_is_as_far_away_wherever_the_root_is() -> None:
    in_three = WIN - 5 * UNIT  # from the root, seen at ply 2
    assert entries.score_from_tt(entries.score_to_tt(in_three, 2), 4) == WIN - 7 * UNIT
    assert entries.score_from_tt(entries.score_to_tt(-in_three, 2), 0) == 3 * UNIT - WIN
    assert entries.score_from_tt(entries.score_to_tt(-in_three, 2), 3) == 6 * UNIT - WIN
    assert entries.score_from_tt(entries.score_to_tt(1500, 2), 7) == 1500


@pytest.mark.parametrize(
    ("bound", "score", "is_settled"),
    [
        (EXACT_SCORE, 5, True),
        (LOWER_BOUND, 20, True),
        (LOWER_BOUND, 15, False),
        (UPPER_BOUND, 10, True),
        (UPPER_BOUND, 15, False),
    ],
)
def test_a_bound_answers_only_some_windows(bound: int, score: int, is_settled: bool) -> None:
    assert entries.answers(bound, score, 10, 20) == is_settled


def test_busy_positions_are_known_until_they_are_free() -> None:
    table = make_table(1)
    assert not entries.is_marked(table, key_of(1))
    entries.set_mark(table, key_of(1))
    assert entries.is_marked(table, key_of(1))
    assert not entries.is_marked(table, key_of(1) + np.uint64(MARKS))
    entries.clear_mark(table, key_of(1) + np.uint64(MARKS))
    assert entries.is_marked(table, key_of(1))
    entries.clear_mark(table, key_of(1))
    assert not entries.is_marked(table, key_of(1))


def test_as_many_positions_are_busy_at_once_as_there_are_marks() -> None:
    table = make_table(0)
    keys = [np.uint64((1 << 40) + number) for number in range(MARKS)]
    for key in keys:
        entries.set_mark(table, key)
    assert all(entries.is_marked(table, key) for key in keys)
    assert not table["content"].any()


@pytest.mark.parametrize("megabytes", [0, 1, 3, 16])
def test_a_table_keeps_to_its_size(megabytes: int) -> None:
    entries_kept = len(make_table(megabytes)) - MARKS
    assert entries_kept * 16 <= max(megabytes * 2**20, BUCKET * 16)
    assert entries_kept & (entries_kept - 1) == 0


@pytest.mark.parametrize("megabytes", [0, 1, 16])
def test_a_bucket_lies_in_one_line_of_the_cache(megabytes: int) -> None:
    table = make_table(megabytes)
    assert table.ctypes.data % CACHE_LINE == 0
    assert BUCKET * table.itemsize == CACHE_LINE


def test_a_table_larger_than_the_machine_is_refused() -> None:
    with pytest.raises(OptionError, match="does not fit into this machine's"):
        make_table(1 << 40)


def test_no_score_is_lost_in_32_bits() -> None:
    assert -INFINITY >= -(1 << 31)
    assert INFINITY < 1 << 31


def test_only_what_was_entered_is_left() -> None:
    """A deferred move that another thread still searches keeps the mark of that thread."""
    position = game("breakthrough", size=4).start()
    rules, board, state = position.game.rules, position.game.board, position.state
    evaluator = usable_evaluation(position.game, "piece")
    search = make_search(rules, board, evaluator.kernel, EXACT)
    table = make_table(1)
    workspace = make_workspace(rules, board, table)
    workspace.evaluation, workspace.node_limit = evaluator.address, 1 << 62
    workspace.is_shared = 1
    children = [rules.play(board, state, move.code) for move in position.moves()]
    assert all(enter(child, ABDADA_FROM_DEPTH, workspace) for child in children)
    assert not any(enter(child, ABDADA_FROM_DEPTH, workspace) for child in children)
    score = search(state, ABDADA_FROM_DEPTH, 0, -INFINITY, INFINITY, workspace)
    assert not any(enter(child, ABDADA_FROM_DEPTH, workspace) for child in children)
    for child in children:
        leave(child, ABDADA_FROM_DEPTH, workspace)
    assert not table["check"][-MARKS:].any()
    assert score == search(state, ABDADA_FROM_DEPTH, 0, -INFINITY, INFINITY, workspace)
    assert not table["check"][-MARKS:].any()
