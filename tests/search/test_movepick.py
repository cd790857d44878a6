"""What is tried first, without listing the moves, is what a sorted list begins with."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground.core.position import Game, Position, game
from plyground.search.features import PRESETS
from plyground.search.movepick import MOVE_MASK, SCORE_SHIFT, MovePicker, make_move_picker
from plyground.search.tt import make_table
from plyground.search.workspace import KILLERS, NO_MOVE, make_workspace, padded
from tests.search.positions import random_positions

ENGINE = PRESETS["engine"]
BOARDS = [("breakthrough", 6), ("konane", 6), ("duel", 6), ("duel", 9)]
POSITIONS = 100


def learned(on: Game, chance: random.Random) -> Any:
    """Return the memory of a search that has seen some moves cut."""
    workspace = make_workspace(on.rules, on.board, make_table(0))
    codes = on.rules.move_codes(on.board)
    workspace["history"][:] = [[chance.randrange(100) for _ in range(codes)] for _ in range(2)]
    return workspace


def sorted_list(ordering: MovePicker, position: Position, workspace: Any) -> dict[int, int]:
    """Return the legal moves with the scores that they are sorted by."""
    is_tried, is_sorted = False, True
    count = ordering.list_moves(position.state, 0, NO_MOVE, is_tried, is_sorted, workspace)
    entries = workspace.scored_moves[0][:count].tolist()
    return {entry & MOVE_MASK: entry >> SCORE_SHIFT for entry in entries}


@pytest.mark.parametrize(("name", "size"), BOARDS)
@pytest.mark.parametrize("left_out", ["", "noisy", "history"])
def test_the_first_move_is_that_of_the_sorted_list(name: str, size: int, left_out: str) -> None:
    on, chance = game(name, size=size), random.Random(5)
    features = ENGINE.without(left_out) if left_out else ENGINE
    ordering = make_move_picker(on.rules, on.board, features, None)
    workspace = learned(on, chance)
    found = 0
    for position in random_positions(on, POSITIONS, seed=6):
        codes = [move.code for move in position.moves()]
        workspace["killers"][0] = [chance.choice((NO_MOVE, *codes)) for _ in range(KILLERS)]
        scores = sorted_list(ordering, position, workspace)
        first = ordering.first_move(position.state, 0, NO_MOVE, workspace)
        if first != NO_MOVE:
            assert scores[first] == max(scores.values())
            found += 1
    assert found > POSITIONS // 2


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_the_move_of_the_table_comes_before_all_others(name: str, size: int) -> None:
    on, chance = game(name, size=size), random.Random(7)
    ordering = make_move_picker(on.rules, on.board, ENGINE, None)
    workspace = learned(on, chance)
    every_code = range(on.rules.move_codes(on.board))
    for position in random_positions(on, POSITIONS, seed=8):
        codes = {move.code for move in position.moves()}
        guess = chance.choice(sorted(codes))
        assert ordering.first_move(position.state, 0, guess, workspace) == guess
        illegal = chance.choice([code for code in every_code if code not in codes])
        assert ordering.first_move(position.state, 0, illegal, workspace) in {NO_MOVE, *codes}


def test_a_game_that_cannot_tell_what_is_legal_lists_its_moves_first() -> None:
    on = game("othello", size=6)
    ordering = make_move_picker(on.rules, on.board, ENGINE, None)
    workspace = learned(on, random.Random(9))
    position = on.start()
    for guess in (NO_MOVE, position.moves()[0].code):
        assert ordering.first_move(position.state, 0, guess, workspace) == NO_MOVE


def test_a_heuristic_that_sorts_is_asked_about_all_moves() -> None:
    on = game("breakthrough", size=6)
    ordering = make_move_picker(on.rules, on.board, ENGINE, lambda state, address: 0)
    workspace = learned(on, random.Random(10))
    position = on.start()
    code = position.moves()[0].code
    workspace["killers"][0] = code
    assert ordering.first_move(position.state, 0, NO_MOVE, workspace) == NO_MOVE
    assert ordering.first_move(position.state, 0, code, workspace) == code


@pytest.mark.parametrize("name", ["breakthrough", "duel", "konane", "othello"])
def test_the_longest_list_fits_with_its_padding(name: str) -> None:
    on = game(name)
    most_moves = on.rules.most_moves(on.board)
    row = make_workspace(on.rules, on.board, make_table(0)).scored_moves[0]
    assert len(row) == padded(most_moves) == max(padded(count) for count in range(most_moves + 1))
